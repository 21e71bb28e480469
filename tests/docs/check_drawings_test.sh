#!/usr/bin/env bash
# Whether check_drawings.sh finds a drawing that is old, and one that nothing draws.  usage: check_drawings_test.sh FMPLAN ROOT
set -euo pipefail
fmplan=$1 root=$2
check=$(dirname "$(readlink -f "$0")")/check_drawings.sh
tree=$(mktemp -d)
trap 'rm -r "$tree"' EXIT
ln -s "$root/scenarios" "$root/programmes" "$tree"
mkdir "$tree/docs"
cp -r "$root/docs/images" "$tree/docs"
sed -i 's/loss in nats/loss in bits/' "$tree/docs/images/scale.svg"
cp "$tree/docs/images/step.svg" "$tree/docs/images/another.svg"

if problems=$("$check" "$fmplan" "$tree" 2>&1); then
  echo "nothing was found" >&2
  exit 1
fi
for expected in 'docs/images/scale.svg is not what "fmplan scale' 'docs/images/another.svg is drawn by no command'; do
  if [[ $problems != *"$expected"* ]]; then
    printf 'missing: %s\nin: %s\n' "$expected" "$problems" >&2
    exit 1
  fi
done
if [[ $(wc -l <<<"$problems") != 2 ]]; then
  printf 'more was found than is wrong: %s\n' "$problems" >&2
  exit 1
fi
