#!/usr/bin/env bash
# Fails if a drawing of docs/images is not what the program draws.  usage: check_drawings.sh FMPLAN ROOT [--update]
#
# With --update they are drawn anew.  Photographs of windows and pages are none of them: they are taken by hand.
set -euo pipefail
fmplan=${1:?usage: check_drawings.sh FMPLAN ROOT [--update]}
cd "${2:?usage: check_drawings.sh FMPLAN ROOT [--update]}"
update=${3:-}

drawn=$(mktemp -d)
trap 'rm -r "$drawn"' EXIT
failed=0

check() { # NAME COMMAND…
  local name=$1 file=docs/images/$1
  shift
  "$fmplan" "$@" --quiet -o "$drawn/$name" >/dev/null
  if [[ $update == --update ]]; then
    cp "$drawn/$name" "$file"
  elif ! cmp -s "$drawn/$name" "$file"; then
    echo "$file is not what \"fmplan $*\" draws; tests/docs/check_drawings.sh FMPLAN ROOT --update draws it anew" >&2
    failed=1
  fi
}

check step.svg trace scenarios/llama3-70b-p5.json --set training.global_batch_size=512 \
  --set training.parallel.virtual_pipeline=2
check run.svg run scenarios/llama3-405b-16k.json
check scale.svg scale --params 70B --tokens 15T --law hoffmann-2022-3
check geniac-cycle2.svg programme programmes/geniac-cycle2.json --no-proof --no-remedies

for file in docs/images/*.svg; do
  if [[ ! -e $drawn/${file##*/} ]]; then
    echo "$file is drawn by no command of tests/docs/check_drawings.sh" >&2
    failed=1
  fi
done
exit $failed
