#!/usr/bin/env bash
# The check of the pages' examples must see what it is there to see.  Each case is a page and whether it is right, judged
# with `printf` in fmplan's place.
set -euo pipefail
check=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/readme_test.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
printf '```console\n$ scripts/fmplan "a\\n"\na\n```\n' >"$work/right.md"
printf '```console\n$ scripts/fmplan "a\\n"\nb\n```\n' >"$work/wrong.md"
printf 'no example\n' >"$work/without.md"
printf 'shown\n' >"$work/file"

# The page on stdin, and other pages beside it.
expect() {
  local outcome=pass
  cat >"$work/README.md"
  "$check" printf "$work" README.md "${@:3}" >"$work/log" 2>&1 || outcome=fail
  if [[ $outcome != "$1" ]]; then
    echo "expected $1, got $outcome: $2"
    cat "$work/log"
    failures=$((failures + 1))
  fi
}

expect pass "the output as it is" <<'TXT'
```console
$ scripts/fmplan 'a\nb\n'
a
b
```
TXT
expect pass "an ellipsis for any lines, two commands in a block, other commands left alone" <<'TXT'
```console
$ rm -rf does-not-run
$ scripts/fmplan 'a\nb\nc\nd\n'
a
…
d
$ scripts/fmplan 'x\n'
x
```
TXT
expect fail "a wrong line" <<'TXT'
```console
$ scripts/fmplan 'a\nb\n'
a
c
```
TXT
expect fail "a missing line" <<'TXT'
```console
$ scripts/fmplan 'a\nb\n'
a
```
TXT
expect fail "the second command's output" <<'TXT'
```console
$ scripts/fmplan 'a\n'
a
$ scripts/fmplan 'x\n'
y
```
TXT
expect fail "no example at all" <<'TXT'
```sh
scripts/fmplan plan
```
TXT
expect pass "a file as it is" <<'TXT'
```console
$ cat file
shown
```
TXT
expect fail "a file that says something else" <<'TXT'
```console
$ cat file
otherwise
```
TXT
expect pass "a second page as it is, and one without examples" right.md without.md <"$work/right.md"
expect fail "a wrong line of a second page" wrong.md <"$work/right.md"
expect fail "a first page without examples beside one with some" right.md <"$work/without.md"
exit "$((failures > 0))"
