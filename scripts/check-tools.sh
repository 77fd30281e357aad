#!/bin/sh
# Ends with one sentence when a tool that make cannot install itself is missing or too old.
set -eu

fail() {
  echo "make: $1" >&2
  exit 1
}

# newer_or_same HAS WANTS: compares dotted versions by number.
newer_or_same() {
  [ "$(printf '%s\n%s\n' "$2" "$1" | sort -t. -k1,1n -k2,2n -k3,3n | head -n 1)" = "$2" ]
}

command -v git >/dev/null 2>&1 || fail "git is missing: install it with your system's packages."
command -v go >/dev/null 2>&1 || fail "Go is missing: install Go 1.26 or newer from https://go.dev/dl."
go=$(go env GOVERSION 2>/dev/null) || fail "Go does not run here: 'go env GOVERSION' fails; install Go 1.26 or newer from https://go.dev/dl."
newer_or_same "${go#go}" 1.26 || fail "this is ${go} and Callup needs Go 1.26 or newer: install it from https://go.dev/dl."
command -v node >/dev/null 2>&1 || fail "Node.js is missing: install any version that comes with npm 10 or newer from https://nodejs.org."
command -v npm >/dev/null 2>&1 || fail "npm is missing: install a Node.js that comes with npm 10 or newer from https://nodejs.org."
npm=$(npm --version 2>/dev/null) || fail "npm does not run here: install a Node.js that comes with npm 10 or newer from https://nodejs.org."
newer_or_same "$npm" 10 || fail "this is npm $npm and Callup needs npm 10 or newer: run 'npm install --global npm' or install a newer Node.js."
