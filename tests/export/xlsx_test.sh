#!/usr/bin/env bash
# Opens the workbooks of `fmplan export xlsx` with a reader that is not ours: python3-openpyxl, and LibreOffice where it
# is installed, which computes every formula again.  Exits with 77 where openpyxl is missing.
# usage: xlsx_test.sh PROGRAM ROOT
set -euo pipefail
program=${1:?usage: xlsx_test.sh PROGRAM ROOT}
cd "${2:?usage: xlsx_test.sh PROGRAM ROOT}"

# The system's python has the system's packages, whichever comes first in PATH.
python=
for candidate in python3 /usr/bin/python3; do
  if "$candidate" -c 'import openpyxl' 2>/dev/null; then
    python=$candidate
    break
  fi
done
if [[ -z $python ]]; then
  echo "skipped: no openpyxl (apt-get install python3-openpyxl)"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  echo "$*" >&2
  exit 1
}

export_to() {
  "$program" export xlsx "$1" --trials 20 --no-proof --quiet -o "$2"
}

cat >"$work/check.py" <<'PYTHON'
import re
import sys

import openpyxl

path, sheets = sys.argv[1], sys.argv[2].split(",")
formulas = openpyxl.load_workbook(path)
values = openpyxl.load_workbook(path, data_only=True)
assert formulas.sheetnames == sheets, formulas.sheetnames


def at(home, name):
    sheet, _, cell = name.rpartition("!")
    return values[sheet or home][cell].value


def computed(home, formula):
    over = re.fullmatch(r"=(SUM|MIN|MAX|COUNTIF)\((?:(\w+)!)?(\w+:\w+)(?:,(\w+))?\)", formula)
    if over:
        cells = [cell.value for row in values[over[2] or home][over[3]] for cell in row]
        if over[4]:
            return sum(cell == at(home, over[4]) for cell in cells)
        return {"SUM": sum, "MIN": min, "MAX": max}[over[1]](cell for cell in cells if isinstance(cell, (int, float)))
    a, sign, b = re.fullmatch(r"=((?:\w+!)?\w+)(?:([-/])((?:\w+!)?\w+))?", formula).groups()
    if not sign:
        return at(home, a)
    return at(home, a) / at(home, b) if sign == "/" else at(home, a) - at(home, b)


count = 0
for sheet in formulas:
    for row in sheet.iter_rows():
        for cell in row:
            if cell.data_type != "f":
                continue
            count += 1
            shown = values[sheet.title][cell.coordinate].value
            assert isinstance(shown, (int, float)), f"{sheet.title}!{cell.coordinate} shows {shown}"
            again = computed(sheet.title, cell.value)
            assert abs(again - shown) < 1e-6, f"{sheet.title}!{cell.coordinate}: {cell.value} is {again}, shows {shown}"
# Without any price there is nothing to add up.
assert count > 0 or "catalogue-prices" in path
print(f"{path.rsplit('/', 1)[1]}: {count} formulas come to what they show")
PYTHON

office=$(command -v soffice || command -v libreoffice || true)
for programme in programmes/*.json; do
  name=$(basename "$programme" .json)
  TZ=UTC export_to "$programme" "$work/$name.xlsx"
  TZ=Asia/Tokyo export_to "$programme" "$work/again.xlsx"
  cmp "$work/$name.xlsx" "$work/again.xlsx" || fail "$name: other bytes in another time zone, at another time"
  "$python" "$work/check.py" "$work/$name.xlsx" assumptions,months,organisations,projects
done

# A scenario, what was saved of it, and what plan writes itself: one workbook.
scenario=scenarios/llama3-70b-p5.json
TZ=Asia/Tokyo "$program" plan "$scenario" --set cluster.nodes=128 --quiet -o "$work/plan.xlsx"
"$program" plan "$scenario" --set cluster.nodes=128 --quiet -o "$work/plan.json"
"$program" export xlsx "$scenario" --set cluster.nodes=128 --quiet -o "$work/again.xlsx"
cmp "$work/plan.xlsx" "$work/again.xlsx" || fail "plan -o and export xlsx of a scenario are not the same"
"$program" export xlsx "$work/plan.json" --quiet -o "$work/again.xlsx"
cmp "$work/plan.xlsx" "$work/again.xlsx" || fail "a saved plan gives another workbook"
"$python" "$work/check.py" "$work/plan.xlsx" assumptions,result,cost

sweep=(sweep "$scenario" --set cluster.nodes=3,64..256:64 --set price.kind=on_demand,spot --quiet)
"$program" "${sweep[@]}" -o "$work/sweep.xlsx"
"$program" "${sweep[@]}" -o "$work/sweep.json"
"$program" export xlsx "$work/sweep.json" --quiet -o "$work/again.xlsx"
cmp "$work/sweep.xlsx" "$work/again.xlsx" || fail "a saved sweep gives another workbook"
"$python" "$work/check.py" "$work/sweep.xlsx" assumptions,result,cost,points
for part in 1 2; do "$program" "${sweep[@]}" --shard "$part/2" -o "$work/$part.jsonl"; done
"$program" merge "$work/1.jsonl" "$work/2.jsonl" --quiet -o "$work/again.xlsx"
cmp "$work/sweep.xlsx" "$work/again.xlsx" || fail "a sweep in parts gives another workbook"
# What somebody edited is named, and no file is left.
if "$python" -c 'import json, sys; plan = json.load(sys.stdin); plan["step"]["mfu"] = "high"; json.dump(plan, sys.stdout)' \
  <"$work/plan.json" | "$program" export xlsx - --quiet -o "$work/broken.xlsx" 2>"$work/errors"; then
  fail "an edited answer is taken"
fi
[[ ! -e $work/broken.xlsx ]] || fail "a workbook of an edited answer was left"
grep -q '^error: stdin#/step/mfu: "high" is not a number' "$work/errors" || fail "$(cat "$work/errors")"

if [[ -z $office ]]; then
  echo "not recomputed: no LibreOffice (apt-get install libreoffice-calc)"
  exit 0
fi
mkdir "$work/bare"
for book in "$work"/*.xlsx; do
  name=$(basename "$book")
  [[ $name == again.xlsx ]] && continue
  # Saved by openpyxl the formulas show nothing, so that what they come to is LibreOffice's.
  "$python" -c 'import sys, openpyxl; openpyxl.load_workbook(sys.argv[1]).save(sys.argv[2])' "$book" "$work/bare/$name"
  "$office" -env:UserInstallation="file://$work/profile" --headless --convert-to xlsx --outdir "$work/recomputed" \
    "$work/bare/$name" >/dev/null 2>&1 || fail "$name: LibreOffice does not open it"
  "$python" - "$book" "$work/recomputed/$name" <<'PYTHON'
import sys

import openpyxl

ours, theirs = (openpyxl.load_workbook(path, data_only=True) for path in sys.argv[1:])
for sheet in ours:
    for row in sheet.iter_rows():
        for cell in row:
            other = theirs[sheet.title][cell.coordinate].value
            if isinstance(cell.value, (int, float)):
                # It writes fifteen digits.
                assert abs(cell.value - other) < max(1e-6, 1e-14 * abs(other)), f"{sheet.title}!{cell.coordinate}: {cell.value}, there {other}"
PYTHON
done
echo "LibreOffice computes the same"
