#!/usr/bin/env bash
# Runs what pages show and compares the output.  usage: readme_test.sh PROGRAM ROOT PAGE...
#
# In a block fenced as ```console, a line "$ scripts/fmplan …" is a command, run from ROOT with PROGRAM in the script's
# place, and so is "$ cat FILE"; the lines up to the next command or the fence are its output, where a line of "…" alone
# stands for any lines.  Other commands are not run.  Pages without an example are passed over, but for the first.
set -euo pipefail
program=${1:?usage: readme_test.sh PROGRAM ROOT PAGE...}
cd "${2:?usage: readme_test.sh PROGRAM ROOT PAGE...}"
shift 2
first=${1:?usage: readme_test.sh PROGRAM ROOT PAGE...}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One file per command: its first line the page, its second the command, the others the output shown.
LC_ALL=C awk -v work="$work" '
  FNR == 1 { inside = 0 }
  /^```console *$/ { inside = 1; file = ""; next }
  /^```/ { inside = 0; file = ""; next }
  !inside { next }
  /^\$ / {
    file = ""
    if ($0 ~ /^\$ (scripts\/fmplan|cat)( |$)/) file = sprintf("%s/example%03d", work, ++count)
    if (file) print FILENAME "\n" substr($0, 3) > file
    next
  }
  file { print > file }
' "$@"

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
of_first=0
failures=0
for example in "$work"/example???; do
  [[ -e $example ]] || break
  examples=$((examples + 1))
  page=$(head -n 1 "$example")
  command=$(sed -n 2p "$example")
  tail -n +3 "$example" >"$work/expected"
  [[ $page != "$first" ]] || of_first=$((of_first + 1))
  # Pages show what a terminal shows: both streams, and 3 ("does not fit") is an answer as well.
  (unset COLUMNS; eval "${command/#scripts\/fmplan/\"$program\"}") >"$work/actual" 2>&1 || true
  if ! matches "$work/expected" "$work/actual"; then
    failures=$((failures + 1))
    echo "$page: \$ $command"
    diff -u --label "$page" --label "what it prints" "$work/expected" "$work/actual" || true
  fi
done
if ((of_first == 0)); then
  echo "$first shows no example: no \"\$ scripts/fmplan …\" in a \`\`\`console block" >&2
  exit 1
fi
echo "$examples examples, $failures differ"
exit "$((failures > 0))"
