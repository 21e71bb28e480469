#!/usr/bin/env bash
# The check of JSON answers must see what it is there to see.  Each case changes an answer or a schema.
# usage: schema_check_test.sh SCHEMA_CHECK
set -euo pipefail
check=${1:?usage: schema_check_test.sh SCHEMA_CHECK}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# Two answers with rows, which may have a note; one of them has.
begin() {
  rm -rf "${work:?}"/*
  mkdir -p "$work/schemas" "$work/answers/times" "$work/answers/days"
  local rows='"$defs": {"row": {"type": "object", "properties": {"name": {"type": "string"}, "note": {"type": "string"}},
    "required": ["name"], "additionalProperties": false}}'
  for key in times days; do
    cat >"$work/schemas/$key.schema.json" <<JSON
{"type": "object", "properties": {"$key": {"type": ["number", "null"]}, "rows": {"type": "array", "items": {"\$ref": "#/\$defs/row"}}},
 "required": ["$key", "rows"], "additionalProperties": false, $rows}
JSON
  done
  echo '{"times": 1.5, "rows": [{"name": "a", "note": "b"}]}' >"$work/answers/times/00001"
  echo '{"days": null, "rows": [{"name": "a"}]}' >"$work/answers/days/00002"
}

# expect pass|fail WHAT [MESSAGE]: how the check judges, and what it says.
expect() {
  local outcome=pass
  "$check" "$work/schemas" "$work/answers" >"$work/log" 2>&1 || outcome=fail
  if [[ $outcome != "$1" ]] || ! grep --quiet --fixed-strings -e "${3:-}" <<<"$(cat "$work/log")"; then
    echo "expected $1 ${3:-}, got $outcome: $2"
    cat "$work/log"
    failures=$((failures + 1))
  fi
}

begin
expect pass "answers of their schemas"
sed -i 's/"name": "a"}/"name": "a", "weight": 1}/' "$work/answers/days/00002"
expect fail "an added key" "days/00002 /rows/0/weight: additionalProperties"
begin && sed -i 's/"days": null, //' "$work/answers/days/00002"
expect fail "a dropped key" "days/00002 /days: required"
begin && sed -i 's/1.5/"1.5"/' "$work/answers/times/00001"
expect fail "another type" "times/00001 /times: type"
begin && sed -i 's/, "note": "b"//' "$work/answers/times/00001"
expect fail "a dropped key that is not required" '/$defs/row/properties/note: in no answer'
begin && rm "$work/answers/days/00002"
expect fail "a schema of nothing" "days: no answer has this schema"
begin && rm "$work/schemas/days.schema.json"
expect fail "an answer without a schema" "days: these answers have no schema"
begin && echo '{"days": ' >"$work/answers/days/00002"
expect fail "an answer cut short" "answers/days/00002: "
exit "$((failures > 0))"
