#!/usr/bin/env bash
# The check of the golden outputs must see what it is there to see.  Each case changes a program, its commands or what is
# kept of it, judged with a copy of golden_test.sh.
set -euo pipefail
check=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/golden_test.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

program() { cat >"$work/fmplan" && chmod +x "$work/fmplan"; }
commands() { printf '#!/bin/sh\ncat <<"END"\n%s\nEND\n' "$1" >"$work/golden/commands.sh" && chmod +x "$work/golden/commands.sh"; }
judge() { "$work/golden/golden_test.sh" "$work/fmplan" "$work" "$@" >"$work/log" 2>&1; }

# A program, two commands, and what it prints for them, one of them in full.
begin() {
  rm -rf "${work:?}"/*
  mkdir -p "$work/golden/texts"
  cp "$check" "$work/golden"
  program <<'SH'
#!/bin/sh
echo "answer to $* in ${COLUMNS:-no} columns"
echo "2592 plans; to search it takes about 12.3 ms."
echo "a remark" >&2
if [ "$1" = draw ]; then echo "<svg/>" >picture.svg; fi
exit 3
SH
  commands 'fmplan draw
COLUMNS=60 fmplan plan'
  echo '$ fmplan draw' >"$work/golden/texts/draw.txt"
  judge --update
}

# expect pass|fail WHAT [MESSAGE]: how the check judges, and what it says.
expect() {
  local outcome=pass
  judge || outcome=fail
  if [[ $outcome != "$1" ]] || ! grep --quiet --fixed-strings -e "${3:-}" "$work/log"; then
    echo "expected $1 ${3:-}, got $outcome: $2"
    cat "$work/log"
    failures=$((failures + 1))
  fi
}

begin
expect pass "nothing changed" "2 commands, 0 differ"
COLUMNS=40 LC_ALL=C expect pass "another environment"
sed -i 's/12.3 ms/4.56 s/' "$work/fmplan"
expect pass "another speed of a search"
sed -i 's/2592/2593/' "$work/fmplan"
expect fail "another number of plans" "other output: fmplan draw"
expect fail "another number of plans, where the text is kept" "+2593 plans; to search it takes about TIME."

begin && sed -i 's/answer to/Answer to/' "$work/fmplan"
expect fail "a changed byte" "other output: COLUMNS=60 fmplan plan"
begin && sed -i 's/a remark/a  remark/' "$work/fmplan"
expect fail "a changed byte on stderr" "other output: COLUMNS=60 fmplan plan"
begin && sed -i 's/>&2//' "$work/fmplan"
expect fail "the other stream" "other output: COLUMNS=60 fmplan plan"
begin && sed -i 's/exit 3/exit 0/' "$work/fmplan"
expect fail "another exit code" "exit code 0 instead of 3: fmplan draw"
begin && sed -i 's/<svg/<SVG/' "$work/fmplan"
expect fail "another byte in a file" "+<SVG/>"
begin && sed -i 's/picture.svg/drawing.svg/' "$work/fmplan"
expect fail "a file of another name" "-[file picture.svg]"
begin && sed -i '/picture.svg/d' "$work/fmplan"
expect fail "a file that is not written" "-[file picture.svg]"
begin && program <<<'exit 3'
expect fail "no output" "other output: COLUMNS=60 fmplan plan"

begin && commands 'fmplan draw
COLUMNS=60 fmplan plan
fmplan new'
expect fail "a new command" "nothing kept of it: fmplan new"
judge --update
expect pass "a new command that is kept now"
begin && commands 'fmplan draw'
expect fail "a command that is gone" "kept, but not run: COLUMNS=60 fmplan plan"
begin && sed -i '/draw/d' "$work/golden/digests.txt"
expect fail "a lost digest" "nothing kept of it: fmplan draw"
begin && sed -i 's/^./x/' "$work/golden/digests.txt"
expect fail "an edited digest" "other output: fmplan draw"
begin && echo >>"$work/golden/texts/draw.txt"
expect fail "an edited text" "texts/draw.txt"
begin && echo '$ fmplan explain' >"$work/golden/texts/explain.txt"
expect fail "a text to be filled" "nothing kept of it: fmplan explain"
judge --update
expect pass "a text that is filled" "3 commands, 0 differ"
begin && rm "$work"/golden/texts/* && : >"$work/golden/digests.txt" && commands ''
expect fail "no command at all" "no commands"

begin && judge --transcripts "$work/transcripts"
if (($(cat "$work"/transcripts/* | grep --count '^\[exit 3\]$') != 2)); then
  echo "transcripts of both commands must be written"
  failures=$((failures + 1))
fi
begin && judge --transcripts "$work/some" --only '^COLUMNS'
if [[ $(head -n 1 -q "$work"/some/*) != '$ COLUMNS=60 fmplan plan' ]]; then
  echo "the transcript of the one command that was asked for must be written"
  failures=$((failures + 1))
fi
exit "$((failures > 0))"
