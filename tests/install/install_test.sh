#!/usr/bin/env bash
# Installs into a new prefix, builds a project that finds fmplan there, and runs the installed program without any
# environment.  usage: install_test.sh BUILD_DIR
set -euo pipefail
build=$(cd "${1:?usage: install_test.sh BUILD_DIR}" && pwd)
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix

fail() {
  echo "$*" >&2
  exit 1
}

cmake --install "$build" --prefix "$prefix" >"$work/install.log" 2>&1 || fail "$(cat "$work/install.log")"
catalogs=$prefix/share/fmplan/catalogs
for part in bin/fmplan bin/fmplan-server bin/fmplan-measurements share/fmplan/scenarios share/fmplan/programmes include/fmplan/core/base/quantity.h; do
  [[ -e $prefix/$part ]] || fail "$part was not installed"
done

# A moved prefix must serve as well: nothing in it may name the place it was installed to.
mv "$prefix" "$work/moved"
prefix=$work/moved
catalogs=$prefix/share/fmplan/catalogs

cmake -S "$here/consumer" -B "$work/consumer" -DCMAKE_PREFIX_PATH="$prefix" >"$work/configure.log" 2>&1 ||
  fail "$(cat "$work/configure.log")"
cmake --build "$work/consumer" >"$work/build.log" 2>&1 || fail "$(cat "$work/build.log")"
answer=$("$work/consumer/consumer" "$catalogs")
[[ $answer == '20.0 s, '* ]] || fail "the consumer answered: $answer"

(cd / && env -i "$prefix/bin/fmplan" serve --openapi) | grep -q '"openapi"' || fail "the installed program finds no server"

list_models() { (cd / && env -i "$prefix/bin/fmplan" catalog list models --format csv); }
before=$(list_models | wc -l)
((before > 1)) || fail "the installed program lists no models"
# It must read the installed catalogues, not those of the source tree: an item fewer there is a line fewer here.
rm "$(find "$catalogs/models" -name '*.json' | LC_ALL=C sort | tail -n 1)"
after=$(list_models | wc -l)
((after == before - 1)) || fail "with one model removed the installed program lists $after lines instead of $((before - 1))"
