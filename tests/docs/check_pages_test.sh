#!/usr/bin/env bash
# The check of the pages must see what it is there to see.  Each case changes one file of a small tree that is right.
set -euo pipefail
check=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/check_pages.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

small_tree() {
  rm -rf "$work/tree"
  mkdir -p "$work/tree/core/model" "$work/tree/docs/models" "$work/tree/docs/decisions"
  cd "$work/tree"
  cat >core/model/memory_use.h <<'TXT'
/// Not a declaration: commented(of).
MemoryUse memory_use(const Transformer& model);
TXT
  touch core/model/memory_use.cpp
  echo 'See [the models](docs/models/README.md#all-of-them).' >README.md
  printf '# The models\n\n## All of them\n\n[memory](memory.md), `memory_use()` in `core/model/memory_use.h`\n' >docs/models/README.md
  printf '# Memory\n\n`core/model/memory_use` has `memory_use(model)`.\n' >docs/models/memory.md
  echo 'Of its day: `core/io/gone.h`.' >docs/decisions/0001-a.md
}

# expect pass|fail DESCRIPTION FILE [PAGE]: the small tree with what stands on stdin at the end of FILE, and one more page.
expect() {
  local outcome=pass
  small_tree
  cat >>"$3"
  if [[ -n ${4:-} ]]; then echo '`memory_use()` in `core/model/memory_use.h`' >"$4"; fi
  "$check" "$work/tree" >"$work/log" 2>&1 || outcome=fail
  if [[ $outcome != "$1" ]]; then
    echo "expected $1, got $outcome: $2"
    cat "$work/log"
    failures=$((failures + 1))
  fi
}

words() { printf 'w %.0s' $(seq "$1"); }

expect pass "the tree as it is" README.md </dev/null
expect pass "functions of a class, links with headings, what stands in code blocks" docs/models/memory.md <<'TXT'
[up](README.md#all-of-them), [here](#memory), [web](https://example.org/gone.md), [root](../../README.md), [source](../../core/model/memory_use.h)
```
[gone](gone.md) `core/gone.h`
```
TXT
expect fail "a link to a page that is not there" README.md <<<'[gone](docs/gone.md)'
expect fail "a link to a heading that is not there" README.md <<<'[gone](docs/models/memory.md#gone)'
expect fail "a heading of the page itself that is not there" docs/models/memory.md <<<'[gone](#gone)'
expect fail "a link of a decision" docs/decisions/0001-a.md <<<'[gone](gone.md)'
expect fail "a header that is not there" README.md <<<'`core/model/gone.h`'
expect fail "a pair of files that is not there" docs/models/memory.md <<<'`core/model/gone`'
expect fail "a function that its header does not declare" docs/models/memory.md <<<'`gone()` in `core/model/memory_use.h`'
expect fail "a function that only a comment names" docs/models/memory.md <<<'`commented()` in `core/model/memory_use.h`'
expect fail "the end of a declared function's name" docs/models/memory.md <<<'`use()` in `core/model/memory_use.h`'
expect fail "a function that no header of the page declares" docs/models/memory.md <<<'`gone()`'
expect fail "a page that names no function" docs/models/other.md <<<'# Other'
expect fail "a page that nothing leads to" README.md docs/models/other.md </dev/null
expect pass "a page two steps away" docs/models/README.md docs/models/other.md <<<'[other](other.md)'
expect fail "a page three steps away" docs/models/memory.md docs/models/other.md <<<'[other](other.md)'
expect pass "a cell of 20 words" README.md <<<"| $(words 20) | a |"
expect fail "a cell of 21 words" README.md <<<"| a | $(words 21) |"

rm -rf "$work/tree/docs"
if "$check" "$work/tree" >/dev/null 2>&1; then
  echo "expected a failure where there are no pages"
  failures=$((failures + 1))
fi
exit "$((failures > 0))"
