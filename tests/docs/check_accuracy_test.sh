#!/usr/bin/env bash
# Whether scripts/update-accuracy --check finds a table that is not the profile's.  usage: check_accuracy_test.sh ROOT
set -euo pipefail
root=$1
tree=$(mktemp -d)
trap 'rm -r "$tree"' EXIT
mkdir -p "$tree/scripts" "$tree/docs/models" "$tree/catalogs/calibration"
cp "$root/scripts/update-accuracy" "$tree/scripts"
cp "$root/docs/models/step_validation.md" "$tree/docs/models"
cp "$root/catalogs/calibration/steps.json" "$tree/catalogs/calibration"
"$tree/scripts/update-accuracy" --check
sed -i 's/^| simumax_b200 | 25 |/| simumax_b200 | 26 |/' "$tree/docs/models/step_validation.md"

if problems=$("$tree/scripts/update-accuracy" --check 2>&1); then
  echo "nothing was found" >&2
  exit 1
fi
if [[ $(wc -l <<<"$problems") != 1 || $problems != *"step_validation.md:"*"says: | simumax_b200 | 25 |"* ]]; then
  printf 'another thing was found: %s\n' "$problems" >&2
  exit 1
fi
