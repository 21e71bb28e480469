#!/usr/bin/env bash
# fmplan and the two programs that it hands commands over to look like one.
# usage: programs_test.sh FMPLAN ROOT
set -euo pipefail
fmplan=$(realpath "${1:?usage: programs_test.sh FMPLAN ROOT}")
cd "${2:?usage: programs_test.sh FMPLAN ROOT}"
folder=$(dirname "$fmplan")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export FMPLAN_CONFIG=/dev/null

fail() {
  echo "$*" >&2
  exit 1
}

# same_as PROGRAM WORDS…: fmplan prints what the program prints, and ends alike.
same_as() {
  local program=$folder/$1 code=0 expected_code=0
  shift
  "$program" "$@" >"$work/expected" 2>&1 || expected_code=$?
  "$fmplan" "$@" >"$work/printed" 2>&1 || code=$?
  [[ $code == "$expected_code" ]] || fail "fmplan $*: exit code $code, of the other program $expected_code"
  [[ -s $work/printed ]] || fail "fmplan $*: prints nothing"
  diff "$work/expected" "$work/printed" >&2 || fail "fmplan $*: prints something else"
}

same_as fmplan-measurements --help
same_as fmplan-server --help
same_as fmplan-measurements calibrate --help
same_as fmplan-measurements help validate
same_as fmplan-measurements --seed 2 --quiet validate steps
same_as fmplan-measurements __complete calibrate steps --
same_as fmplan-measurements validate kernels --no-such-option
same_as fmplan-server serve --help
same_as fmplan-server --no-color mcp --no-such-option
same_as fmplan-server __complete serve --l
same_as fmplan-server serve --openapi
# A file that is called as a command is no command.
same_as fmplan-server plan serve
same_as fmplan-server plan scenarios/llama3-70b-p5.json

# A gate decides the exit code, whoever reads the rest.
code=0
("$fmplan" programme programmes/two-teams.json --trials 20 --fail-if 'cost>$1' 2>/dev/null || echo $? >"$work/code") | head -c 1 >/dev/null
[[ $(cat "$work/code" 2>/dev/null) == 4 ]] || fail "a gate behind a closed pipe ends with $(cat "$work/code" 2>/dev/null)"

# What no plan asks for is not loaded when fmplan starts.
if readelf --dynamic "$fmplan" | grep -E 'NEEDED.*(lapack|cholmod|glog|spdlog)'; then fail "fmplan needs the solver or the server"; fi

# Alone it says what is missing; in a line that is being typed it says nothing.
cp "$fmplan" "$work/fmplan"
code=0
"$work/fmplan" serve --openapi >"$work/printed" 2>"$work/said" || code=$?
[[ $code == 1 && ! -s $work/printed ]] || fail "without its server fmplan ends with $code"
grep -q "$work/fmplan-server.*build the target fmplan-server" "$work/said" || fail "it says: $(cat "$work/said")"
# What only looks like the other program is not asked for ever.
cp "$fmplan" "$work/fmplan-server"
code=0
timeout 20 "$work/fmplan" serve --openapi >"$work/printed" 2>"$work/said" || code=$?
[[ $code == 1 && ! -s $work/printed ]] || fail "with another program in its server's place fmplan ends with $code"
grep -q 'does not run it' "$work/said" || fail "it says: $(cat "$work/said")"
"$work/fmplan" __complete calibrate '' >"$work/said" 2>&1 || fail "completion ends with $?"
[[ ! -s $work/said ]] || fail "completion says: $(cat "$work/said")"
