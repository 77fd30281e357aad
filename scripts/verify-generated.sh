#!/bin/sh
# Fails when a generated file differs from what its generator writes now. The
# generators run in a copy, so that other checks can read the files meanwhile.
set -eu
cd "$(dirname "$0")/.."

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
mkdir -p "$copy/web/src"
cp README.md compose.yaml .env.example "$copy"
cp -R web/scripts web/package.json "$copy/web"
cp -R web/src/api "$copy/web/src"
bell=web/src/features/my/notifications
mkdir -p "$copy/$bell" "$copy/domain/notice" "$copy/internal/mail"
cp "$bell"/texts.*.json "$copy/$bell"
cp -R domain/notice/texts "$copy/domain/notice"
cp -R internal/mail/texts "$copy/internal/mail"
ln -s "$PWD/web/node_modules" "$copy/web/node_modules"

go run ./cmd/callup openapi >"$copy/web/openapi.json"
node "$copy/web/scripts/generate.ts" >/dev/null
go run ./scripts/settings "$copy"

stale=""
for file in README.md compose.yaml .env.example web/openapi.json web/src/api internal/mail/texts \
  "$bell/texts.en.json" "$bell/texts.fr.json" "$bell/texts.es.json"; do
  if ! diff -ru "$file" "$copy/$file" >"$copy/diff"; then
    head -n 20 "$copy/diff"
    stale="$stale $file"
  fi
done
if [ -n "$stale" ]; then
  echo "verify: not up to date:$stale: run 'make generate' and commit the result." >&2
  exit 1
fi
echo "generated files are up to date"
