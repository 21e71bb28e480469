#!/usr/bin/env bash
# init_test.sh FMPLAN: answers the questions of `fmplan init` in a terminal of its own and plans what it wrote.
set -euo pipefail
fmplan=$(readlink -f "$1")
if ! command -v script >/dev/null; then
  printf 'skipped: there is no script(1) here\n' >&2
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
answers=('llama-3-8b' '1T' 'p5.48xlarge' '' '16')
asked=$({ for answer in "${answers[@]}"; do sleep 0.2; printf '%s\n' "$answer"; done; sleep 0.5; } |
  timeout 20 env TERM=xterm script -qec "'$fmplan' init -o '$folder/s.json'" /dev/null)
for question in Model Tokens Machine 'ready by' 'Number of machines' 'fmplan plan'; do
  if [[ $asked != *"$question"* ]]; then
    printf '"%s" is not in:\n%s\n' "$question" "$asked" >&2
    exit 1
  fi
done
"$fmplan" plan "$folder/s.json" | grep -q '^llama-3-8b on 16 × p5.48xlarge: '
