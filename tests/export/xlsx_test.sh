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

office=$(command -v soffice || command -v libreoffice || true)
for programme in programmes/*.json; do
  name=$(basename "$programme" .json)
  TZ=UTC export_to "$programme" "$work/$name.xlsx"
  TZ=Asia/Tokyo export_to "$programme" "$work/again.xlsx"
  cmp "$work/$name.xlsx" "$work/again.xlsx" || fail "$name: other bytes in another time zone, at another time"
  "$python" - "$work/$name.xlsx" <<'PYTHON'
import re
import sys

import openpyxl

path = sys.argv[1]
formulas = openpyxl.load_workbook(path)
values = openpyxl.load_workbook(path, data_only=True)
assert formulas.sheetnames == ["assumptions", "months", "organisations", "projects"], formulas.sheetnames


def computed(sheet, formula):
    total = re.fullmatch(r"=SUM\((?:(\w+)!)?(\w+:\w+)\)", formula)
    if total:
        cells = values[total[1] or sheet][total[2]]
        return sum(cell.value for row in cells for cell in row if isinstance(cell.value, (int, float)))
    a, sign, b = re.fullmatch(r"=(\w+)([-/])(\w+)", formula).groups()
    a, b = values[sheet][a].value, values[sheet][b].value
    return a / b if sign == "/" else a - b


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
done

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
                assert abs(cell.value - other) < 1e-6, f"{sheet.title}!{cell.coordinate}: {cell.value}, there {other}"
PYTHON
done
echo "LibreOffice computes the same"
