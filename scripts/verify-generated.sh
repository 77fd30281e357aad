#!/bin/sh
# Fails when a generated file differs from what its generator writes now, and
# leaves the files as they were.
set -eu
cd "$(dirname "$0")/.."

before=$(mktemp -d)
restore() {
  for file in "$@"; do
    [ -f "$before/$file" ] && cp -p "$before/$file" "$file"
  done
  rm -rf "$before"
}
trap 'restore "$@"' EXIT

for file in "$@"; do
  [ -f "$file" ] || { echo "verify: $file is missing: run 'make generate' and commit it." >&2; exit 1; }
  mkdir -p "$before/$(dirname "$file")"
  cp -p "$file" "$before/$file"
done
make generate
stale=""
for file in "$@"; do
  if ! diff -u "$before/$file" "$file" >"$before/diff"; then
    head -n 20 "$before/diff"
    stale="$stale $file"
  fi
done
if [ -n "$stale" ]; then
  echo "verify: not up to date:$stale: run 'make generate' and commit the result." >&2
  exit 1
fi
echo "generated files are up to date: $*"
