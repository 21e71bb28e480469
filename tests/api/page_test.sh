#!/usr/bin/env bash
# The page of "/" in a browser without a window: see page_test.mjs.
#   page_test.sh FMPLAN ROOT BUILD     leaves screenshots in BUILD/page_screenshots
# Exits with 77, and says so, where node, npm, chromium, curl or the npm registry is missing.
set -uo pipefail
[[ -n ${FMPLAN_PAGE_TEST:-} ]] || FMPLAN_PAGE_TEST=1 exec timeout --foreground 280 "$0" "$@"
fmplan=$(realpath "$1")
root=$(realpath "$2")
build=$(realpath "$3")
skip() {
  printf 'SKIPPED, no browser saw the page: %s\n' "$*" >&2
  exit 77
}
for tool in node npm chromium curl; do
  command -v "$tool" >/dev/null || skip "$tool is not installed"
done

# Installed once for each version.
package=playwright-core
version=$(node -p "require('$root/tests/api/package.json').devDependencies['$package']")
modules=$build/npm/$package-$version
if [[ ! -e $modules/node_modules/$package/package.json ]]; then
  mkdir -p "$modules" && echo '{"private": true}' >"$modules/package.json"
  npm install --prefix "$modules" --no-audit --no-fund --fetch-retries 1 "$package@$version" >"$modules/log" 2>&1 ||
    skip "npm could not install $package $version: $(tail -3 "$modules/log")"
fi

export FMPLAN_CONFIG=/dev/null
work=$(mktemp -d)
servers=()
trap 'for server in "${servers[@]}"; do kill -9 "$server" 2>/dev/null; done; rm -rf "$work"' EXIT
# start NAME [OPTION…]: sets `url`.
start() {
  : >"$work/$1.log"
  "$fmplan" serve --quiet --listen 127.0.0.1:0 --jobs-file "$work/$1.sqlite" "${@:2}" 2>"$work/$1.log" &
  servers+=($!)
  disown
  for _ in $(seq 100); do
    url=$(sed -n 's/^fmplan serve: \(http:[^ ]*\) .*/\1/p' "$work/$1.log")
    [[ -n $url ]] && curl --silent --fail --max-time 5 "$url/readyz" >/dev/null && return
    sleep 0.1
  done
  printf 'FAILED: the server did not start: %s\n' "$(cat "$work/$1.log")" >&2
  exit 1
}
start open
open=$url
export FMPLAN_PAGE_SECRET=0123456789abcdef
echo "portal $FMPLAN_PAGE_SECRET" >"$work/tokens"
start guarded --token-file "$work/tokens"
mkdir -p "$build/page_screenshots"
NODE_PATH=$modules/node_modules node "$root/tests/api/page_test.mjs" "$open" "$url" "$(command -v chromium)" \
  "$build/page_screenshots"
