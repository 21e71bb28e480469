#!/usr/bin/env bash
# headers_compile_alone.sh passes what stands alone, and names the header and what it lacks.
# usage: headers_compile_alone_test.sh [COMPILER]
set -euo pipefail
export CXX=${1:-c++}
check=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/headers_compile_alone.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/core/base" "$tree/cli"

fail() {
  printf '%s\n' "$@" >&2
  exit 1
}

if "$check" "$tree" 2>/dev/null; then fail "a tree without headers passes"; fi

printf '#pragma once\n#include <cstdint>\nusing Count = std::int64_t;\n' >"$tree/core/base/count.h"
printf '#pragma once\n#include "core/base/count.h"\nCount twice(Count n);\n' >"$tree/cli/twice.h"
"$check" "$tree" || fail "headers that stand alone are refused"

printf '#pragma once\nCount thrice(Count n);\n' >"$tree/cli/thrice.h"
if said=$("$check" "$tree" 2>&1); then fail "a header that lacks an include passes"; fi
[[ $said == *cli/thrice.h*Count* ]] || fail "the header is not named:" "$said"
rm "$tree/cli/thrice.h"

# Since a commit: what changed, and what leans on it though it did not.
commit() { git -C "$tree" -c user.name=t -c user.email=t@example.org -c commit.gpgsign=false commit --quiet --all -m "$1"; }
printf '#pragma once\n#include "core/base/count.h"\nstd::size_t size(Count n);\n' >"$tree/cli/leans.h"
printf '#pragma once\nNothing known;\n' >"$tree/cli/untouched.h"
git -C "$tree" init --quiet
git -C "$tree" add .
commit first
"$check" "$tree" HEAD || fail "headers that did not change are compiled"
printf '#pragma once\nusing Count = long;\n' >"$tree/core/base/count.h"
if said=$("$check" "$tree" HEAD 2>&1); then fail "a header passes that leaned on what went"; fi
[[ $said == *cli/leans.h* && $said != *untouched* ]] || fail "the wrong headers are compiled:" "$said"
