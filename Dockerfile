# syntax=docker/dockerfile:1
# The same binary as `make build` leaves in bin/callup, in an image that holds little else.
#   docker build --build-arg VERSION="$(git describe --tags --always)" -t callup .
# (podman and buildah keep the health check with --format docker)

FROM node:24-bookworm-slim AS node

FROM golang:1.26-bookworm AS build
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
 && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
WORKDIR /src
COPY . .
ARG VERSION=unknown
RUN make build VERSION="$VERSION"

FROM debian:bookworm-slim
# certificates for TLS to the databases and the outside; curl asks the server whether it is ready
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates curl \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 10001 --create-home --home-dir /var/lib/callup callup
COPY --from=build /src/bin/callup /usr/local/bin/callup
USER callup
ENV CALLUP_DATA=/var/lib/callup CALLUP_ADDR=:8080
VOLUME /var/lib/callup
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD curl --fail --silent --output /dev/null http://127.0.0.1:8080/readyz || exit 1
STOPSIGNAL SIGTERM
ENTRYPOINT ["callup"]
CMD ["serve"]
