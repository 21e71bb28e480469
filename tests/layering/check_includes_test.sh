#!/usr/bin/env bash
# The check of includes must fail where it should: each line below is a tree of one file and what it includes, then of
# several files in a circle.
set -euo pipefail
check=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/check_includes.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

fail() {
  echo "$*"
  failures=$((failures + 1))
}

# put FILE INCLUDE
put() {
  mkdir -p "$tree/$(dirname "$1")"
  printf '#pragma once\n#include %s\n' "$2" >"$tree/$1"
}

# expect pass|fail FILE INCLUDE
expect() {
  rm -rf "${tree:?}"/*
  put "$2" "$3"
  local outcome=pass message
  message=$("$check" "$tree" 2>&1) || outcome=fail
  if [[ $outcome != "$1" || ($1 == fail && $message != "$2:2: "*) ]]; then
    fail "$2 with #include $3: expected $1, got $outcome $message"
  fi
}

# expect_circle yes|no FILE INCLUDE [FILE INCLUDE]...
expect_circle() {
  rm -rf "${tree:?}"/*
  local expected=$1 found=no message file
  shift
  local files=()
  while (($#)); do
    put "$1" "$2"
    files+=("${1%.*}")
    shift 2
  done
  message=$("$check" "$tree" 2>&1) || found=yes
  if [[ $found != "$expected" ]]; then fail "${files[*]}: expected circle $expected, got $found $message"; fi
  if [[ $found == no ]]; then return; fi
  for file in "${files[@]}"; do
    if [[ $message != *"  $file"* ]]; then fail "the message does not name $file: $message"; fi
  done
}

expect pass core/base/a.h '<vector>'
expect pass core/base/a.h '"core/base/b.h"'
expect pass core/network/a.cpp '"core/hardware/b.h"'
expect pass core/sim/step/a.cpp '"core/network/b.h"'
expect pass core/plan/a.cpp '"core/sim/run/b.h"'
expect pass core/plan/a.cpp '"core/sim/programme/b.h"'
expect pass core/plan/a.cpp '"core/calibration/b.h"'
expect pass core/plan/a.cpp '"core/plan/placement/b.h"'
expect pass core/scenario/a.cpp '"core/plan/placement/b.h"'
expect pass core/evidence/a.cpp '"core/text/b.h"'
expect pass core/answer/a.cpp '"core/picture/b.h"'
expect pass cli/a.cpp '"core/answer/b.h"'
expect pass core/scenario/a.h '<nlohmann/json.hpp>'
expect pass cli/command_line.cpp '<CLI/CLI.hpp>'
expect pass core/network/a.cpp '<boost/graph/adjacency_list.hpp>'
expect pass core/base/a.cpp '<boost/math/distributions/gamma.hpp>'
expect fail core/base/a.h '"core/model/b.h"'
expect fail core/text/a.h '"core/model/b.h"'
expect fail core/model/a.cpp '"core/hardware/b.h"'
expect fail core/hardware/a.h '"core/model/b.h"'
expect fail core/network/a.h '"core/model/b.h"'
expect fail core/hardware/a.cpp '"core/network/b.h"'
expect fail core/sim/run/a.cpp '"core/hardware/b.h"'
expect fail core/sim/run/a.cpp '"core/sim/step/b.h"'
expect fail core/sim/run/a.cpp '"core/sim/programme/b.h"'
expect fail core/sim/programme/a.cpp '"core/hardware/b.h"'
expect fail core/sim/step/a.cpp '"core/sim/run/b.h"'
expect fail core/sim/step/a.cpp '"core/calibration/b.h"'
expect fail core/calibration/a.h '"core/plan/b.h"'
expect fail core/plan/a.cpp '"core/catalog/b.h"'
expect fail core/plan/placement/a.cpp '"core/plan/b.h"'
expect fail core/plan/placement/a.cpp '"core/sim/run/b.h"'
expect fail core/sim/run/a.cpp '"core/plan/placement/b.h"'
expect fail core/catalog/a.cpp '"core/evidence/b.h"'
expect fail core/evidence/a.cpp '"core/scenario/b.h"'
expect fail core/picture/a.cpp '"core/scenario/b.h"'
expect fail core/scenario/a.cpp '"core/answer/b.h"'
expect fail core/answer/a.cpp '"cli/b.h"'
expect fail cli/a.cpp '"gui/b.h"'
expect fail api/a.cpp '"cli/b.h"'
expect fail core/plan/a.cpp '"../base/b.h"'
expect fail core/sim/step/a.cpp '  "tests/sim/b.h"'
expect fail core/plan/a.cpp '<nlohmann/json_fwd.hpp>'
expect fail core/answer/a.cpp '<CLI/CLI.hpp>'
expect fail cli/a.cpp '<CLI/CLI.hpp>'
expect fail cli/command_line.h '<CLI/CLI.hpp>'
expect fail core/sim/step/a.cpp '<boost/graph/graph_traits.hpp>'
expect fail core/network/a.h '<boost/graph/adjacency_list.hpp>'
expect fail core/plan/a.cpp '<ceres/ceres.h>'
expect fail core/calibration/a.h '<ceres/ceres.h>'
expect pass core/export/workbook.cpp '<xlsxwriter.h>'
expect fail core/export/focus.cpp '<xlsxwriter.h>'
expect pass core/export/focus.cpp '"core/programme/study.h"'
expect fail core/export/focus.cpp '"core/what_if/point.h"'
expect pass core/picture/calendar.cpp '<libical/ical.h>'
expect fail core/picture/a.cpp '<libical/ical.h>'
expect pass core/text/plain_json.cpp '<simdjson.h>'
expect fail core/text/json_text.cpp '<simdjson.h>'
expect pass core/database/database.cpp '<sqlite3.h>'
expect pass api/job_store.cpp '"core/database/database.h"'
expect fail core/plan/a.cpp '"core/database/database.h"'
expect pass core/scenario/a.cpp '"core/document/plan_text.h"'
expect fail core/evidence/a.cpp '"core/document/plan_text.h"'
expect fail api/job_store.cpp '<sqlite3.h>'
expect pass api/job_store.cpp '"core/base/b.h"'
expect fail core/base/a.cpp '"api/job.h"'
expect fail cli/a.cpp '"api/job.h"'
expect fail cli/a.cpp '<QString>'
expect fail core/answer/a.h '<QtWidgets>'
expect fail app/a.cpp '<qcustomplot.h>'
expect pass gui/a.cpp '<qcustomplot.h>'
expect pass gui/model/a.h '"core/answer/document.h"'
expect fail gui/a.cpp '"api/service.h"'

expect_circle no core/base/a.h '"core/base/b.h"' core/base/b.h '"core/base/c.h"'
expect_circle no core/base/a.cpp '"core/base/a.h"'
expect_circle yes core/base/a.h '"core/base/b.h"' core/base/b.h '"core/base/a.h"'
expect_circle yes core/base/a.cpp '"core/base/b.h"' core/base/b.cpp '"core/base/c.h"' core/base/c.h '"core/base/a.h"'

rm -rf "${tree:?}"/*
if "$check" "$tree" >/dev/null 2>&1; then fail "an empty tree must not pass"; fi
exit "$((failures > 0))"
