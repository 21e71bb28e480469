#!/usr/bin/env bash
# The check of includes must fail where it should: each line below is a tree of one file and what it includes.
set -euo pipefail
check=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/check_includes.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

# expect pass|fail FILE INCLUDE
expect() {
  rm -rf "${tree:?}"/*
  mkdir -p "$tree/$(dirname "$2")"
  printf '#pragma once\n#include %s\n' "$3" >"$tree/$2"
  local outcome=pass message
  message=$("$check" "$tree" 2>&1) || outcome=fail
  if [[ $outcome != "$1" || ($1 == fail && $message != "$2:2: "*) ]]; then
    echo "$2 with #include $3: expected $1, got $outcome $message"
    failures=$((failures + 1))
  fi
}

expect pass core/base/a.h '<vector>'
expect pass core/base/a.h '"core/base/b.h"'
expect pass core/network/a.cpp '"core/hardware/b.h"'
expect pass core/plan/a.cpp '"core/calibration/b.h"'
expect pass cli/a.cpp '"core/io/b.h"'
expect pass core/io/a.h '<nlohmann/json.hpp>'
expect pass core/network/a.cpp '<boost/graph/adjacency_list.hpp>'
expect pass core/base/a.cpp '<boost/math/distributions/gamma.hpp>'
expect fail core/base/a.h '"core/model/b.h"'
expect fail core/model/a.cpp '"core/hardware/b.h"'
expect fail core/hardware/a.h '"core/model/b.h"'
expect fail core/network/a.h '"core/model/b.h"'
expect fail core/hardware/a.cpp '"core/network/b.h"'
expect fail core/sim/a.cpp '"core/calibration/b.h"'
expect fail core/calibration/a.h '"core/plan/b.h"'
expect fail core/plan/a.cpp '"core/io/b.h"'
expect fail core/io/a.cpp '"cli/b.h"'
expect fail cli/a.cpp '"gui/b.h"'
expect fail api/a.cpp '"cli/b.h"'
expect fail core/plan/a.cpp '"../io/b.h"'
expect fail core/sim/a.cpp '  "tests/sim/b.h"'
expect fail core/plan/a.cpp '<nlohmann/json_fwd.hpp>'
expect fail core/io/a.cpp '<CLI/CLI.hpp>'
expect fail core/sim/a.cpp '<boost/graph/graph_traits.hpp>'
expect fail core/network/a.h '<boost/graph/adjacency_list.hpp>'
expect fail core/plan/a.cpp '<ceres/ceres.h>'
expect fail core/calibration/a.h '<ceres/ceres.h>'
expect fail cli/a.cpp '<QString>'

rm -rf "${tree:?}"/*
if "$check" "$tree" >/dev/null 2>&1; then
  echo "an empty tree must not pass"
  failures=$((failures + 1))
fi
exit "$((failures > 0))"
