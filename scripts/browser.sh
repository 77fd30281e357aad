#!/bin/sh
# Finds a Chromium for the browser tests, or installs one, and writes its path
# to .tools/browser. The file is empty when Playwright brings its own. The one
# without a window, which Playwright brings as well, does the same work in less
# time.
set -eu
cd "$(dirname "$0")/.."

found() {
  mkdir -p .tools
  printf '%s' "$1" >.tools/browser
  exit 0
}

system_browser() {
  for name in chromium-headless-shell chromium google-chrome-stable google-chrome; do
    if command -v "$name" >/dev/null 2>&1 && "$name" --version >/dev/null 2>&1; then
      found "$(command -v "$name")"
    fi
  done
}

system_browser
if [ "$(id -u)" = 0 ] && grep -qx 'ID=debian' /etc/os-release 2>/dev/null; then
  echo "The browser tests need Chromium: installing the Debian package."
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq || true
  for package in chromium-headless-shell chromium; do
    if apt-get install -y -qq --no-install-recommends "$package" >/dev/null; then
      system_browser
    fi
  done
  echo "make: the Debian package chromium could not be installed: install it yourself with 'apt-get install chromium'." >&2
  exit 1
fi
echo "The browser tests need Chromium: installing Playwright's own."
(cd web && npx --no-install playwright install chromium) || {
  echo "make: Playwright could not download Chromium: install Chromium with your system's packages." >&2
  exit 1
}
found ""
