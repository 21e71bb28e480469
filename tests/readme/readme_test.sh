#!/usr/bin/env bash
# Runs what README.md shows and compares the output.  usage: readme_test.sh PROGRAM README ROOT
#
# In a block fenced as ```console, a line "$ scripts/fmplan …" is a command, run from ROOT with PROGRAM in the script's
# place; the lines up to the next command or the fence are its output, where a line of "…" alone stands for any
# lines.  Other commands are not run.
set -euo pipefail
program=${1:?usage: readme_test.sh PROGRAM README ROOT}
readme=$(realpath "${2:?}")
cd "${3:?}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One file per command: its first line the command, the others the output shown.
awk -v work="$work" '
  /^```console *$/ { inside = 1; file = ""; next }
  /^```/ { inside = 0; file = ""; next }
  !inside { next }
  /^\$ / {
    file = ""
    if ($0 ~ /^\$ scripts\/fmplan( |$)/) file = sprintf("%s/example%03d", work, ++count)
    if (file) print substr($0, 3) > file
    next
  }
  file { print > file }
' "$readme"

# Expected lines against actual lines; "…" matches any number of them.
matches() {
  awk '
    FILENAME == ARGV[1] { expected[++wanted] = $0; next }
    { actual[++given] = $0 }
    function fits(i, j,    k) {
      for (; i <= wanted; i++) {
        if (expected[i] == "…") {
          for (k = j; k <= given + 1; k++) if (fits(i + 1, k)) return 1
          return 0
        }
        if (j > given || expected[i] != actual[j]) return 0
        j++
      }
      return j == given + 1
    }
    END { exit !fits(1, 1) }
  ' "$1" "$2"
}

examples=0
failures=0
for example in "$work"/example???; do
  [[ -e $example ]] || break
  examples=$((examples + 1))
  command=$(head -n 1 "$example")
  tail -n +2 "$example" >"$work/expected"
  arguments=${command#scripts/fmplan}
  # The README shows what a terminal shows: both streams, and 3 ("does not fit") is an answer as well.
  (unset COLUMNS; eval "\"$program\" $arguments") >"$work/actual" 2>&1 || true
  if ! matches "$work/expected" "$work/actual"; then
    failures=$((failures + 1))
    echo "README.md: \$ $command"
    diff -u --label README.md --label "what it prints" "$work/expected" "$work/actual" || true
  fi
done
if ((examples == 0)); then
  echo "$readme shows no example: no \"\$ scripts/fmplan …\" in a \`\`\`console block" >&2
  exit 1
fi
echo "$examples examples, $failures differ"
exit "$((failures > 0))"
