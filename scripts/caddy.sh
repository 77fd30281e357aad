#!/bin/sh
# Finds Debian's caddy for the test of the Caddyfile, or unpacks its package below
# .tools, and writes its path to .tools/caddy. Nothing is installed: the package
# would start a server of its own. The file is empty where there is none; CI, which
# has Debian's packages, fails then.
set -eu
cd "$(dirname "$0")/.."
mkdir -p .tools

found() {
  printf '%s' "$1" >.tools/caddy
  exit 0
}

if command -v caddy >/dev/null 2>&1; then
  found "$(command -v caddy)"
fi
unpacked=$PWD/.tools/caddy-package
if command -v apt-get >/dev/null 2>&1 && command -v dpkg-deb >/dev/null 2>&1; then
  echo "The test of the Caddyfile needs caddy: unpacking the Debian package."
  rm -rf "$unpacked" && mkdir -p "$unpacked"
  if [ "$(id -u)" = 0 ]; then
    apt-get update -qq || true
  fi
  if (cd "$unpacked" && apt-get download -qq caddy 2>/dev/null && dpkg-deb -x caddy_*.deb .) &&
    "$unpacked/usr/bin/caddy" version >/dev/null; then
    found "$unpacked/usr/bin/caddy"
  fi
fi
if [ "${CI:-}" = true ]; then
  echo "make: the Debian package caddy could not be fetched: install caddy with your system's packages." >&2
  exit 1
fi
echo "There is no caddy here: the test of the Caddyfile is skipped."
found ""
