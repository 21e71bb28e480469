#!/usr/bin/env bash
# Parts of a sweep, a search and a run, made by processes of their own, join to the bytes of one process; disks that are
# full and processes that are killed leave no corrupt file.
#   shards_test.sh FMPLAN ROOT
set -uo pipefail
fmplan=$(realpath "$1")
scenario=$(realpath "$2")/scenarios/llama3-70b-p5.json
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0
fail() {
  printf 'FAILED: %s\n' "$*" >&2
  failures=$((failures + 1))
}

# join NAME FORMATS COMMAND…: shards of all sizes with any number of threads.
join() {
  local name=$1 formats=$2 of part format jobs=1
  shift 2
  for format in $formats; do
    "$fmplan" "$@" --format "$format" --jobs 3 >"$name.$format" 2>/dev/null || fail "$name in one process"
  done
  for of in 1 2 3 4 5 7 8 11 16; do
    rm -f part-*.jsonl
    for part in $(seq "$of"); do
      "$fmplan" "$@" --jobs "$jobs" --shard "$part/$of" -o "part-$part.jsonl" || fail "$name, shard $part of $of"
      jobs=$((jobs % 4 + 1))
    done
    # The last one again: a part may be repeated.
    cp "part-$of.jsonl" before.jsonl
    "$fmplan" "$@" --jobs "$jobs" --shard "$of/$of" -o "part-$of.jsonl"
    cmp "before.jsonl" "part-$of.jsonl" || fail "$name: shard $of of $of is not the same twice"
    for format in $formats; do
      # shellcheck disable=SC2046
      "$fmplan" merge --jobs "$jobs" --format "$format" $(printf '%s\n' part-*.jsonl | sort -r) >merged 2>/dev/null ||
        fail "$name, merge of $of"
      cmp "$name.$format" merged || fail "$name: $of shards as $format are not one process's bytes"
    done
  done
}

join sweep 'table json csv jsonl md' sweep "$scenario" --set cluster.nodes=64..512:32 --set training.tokens=2T,15T --where 'days<=300'
join sweep_run 'json' sweep "$scenario" --answer run --trials 60 --set cluster.nodes=128..384:64
join search 'table json csv' search "$scenario" --space framework --nodes 32..160:8
join run 'table json csv md' run "$scenario" --trials 300 --fail-if 'days>1000'

# Pictures and pages: of a sweep with columns of its own, of one that is sorted, and of a run.
# draw NAME ENDING OPTIONS-OF-THE-MERGE COMMAND…
draw() {
  local name=$1 ending=$2 merge=$3 of_parts
  shift 3
  of_parts=("$@")
  # shellcheck disable=SC2086
  "$fmplan" "$@" $merge -o "$name.$ending" >/dev/null 2>&1 || fail "$name.$ending in one process"
  "$fmplan" "${of_parts[@]}" --shard 1/2 -o part-1.jsonl || fail "$name, shard 1"
  "$fmplan" "${of_parts[@]}" --shard 2/2 -o part-2.jsonl || fail "$name, shard 2"
  # shellcheck disable=SC2086
  "$fmplan" merge part-1.jsonl part-2.jsonl $merge -o "$name-merged.$ending" >/dev/null 2>&1 || fail "$name, merge"
  cmp "$name.$ending" "$name-merged.$ending" || fail "$name.$ending is not one process's bytes"
}
draw columns svg '' sweep "$scenario" --set cluster.nodes=64..512:64 --columns mfu,days
draw sorted html '--sort cost' sweep "$scenario" --set cluster.nodes=64..512:64
draw picture svg '' run "$scenario" --trials 200 --seed 2
draw page html '' run "$scenario" --trials 200

# Limits of a question are those of its whole.
"$fmplan" run "$scenario" --trials 100 --no-changes --fail-if 'days>1' >/dev/null 2>&1
[[ $? == 4 ]] || fail "a bound that is exceeded is exit code 4"
"$fmplan" run "$scenario" --trials 100 --no-changes --fail-if 'days>1' --shard 1/1 -o gate.jsonl || fail "a shard has no bound"
"$fmplan" merge gate.jsonl >/dev/null 2>&1
[[ $? == 4 ]] || fail "merge exits with 4 where the bound is exceeded"

# A disk that is full: an error, and no file.
for command in "sweep $scenario --set training.tokens=1T..15T:#400" "search $scenario --space framework --nodes 32..64:8" "run $scenario --trials 100"; do
  # shellcheck disable=SC2086
  (ulimit -f 4 && "$fmplan" $command --shard 1/1 -o full.jsonl) >/dev/null 2>full.err
  [[ $? == 1 ]] || fail "$command on a full disk does not exit with 1"
  grep -q 'is the disk full' full.err || fail "$command: $(cat full.err)"
  [[ -z $(find . -name 'full.jsonl*') ]] || fail "$command on a full disk leaves $(find . -name 'full.jsonl*')"
done
ln -s /dev/full device.jsonl
"$fmplan" run "$scenario" --trials 100 --shard 1/1 -o device.jsonl 2>full.err
[[ $? == 1 ]] || fail "/dev/full is no error"

# Killed in the middle: no file of that name, and the same question gives it all.
long=(sweep "$scenario" --jobs 1 --answer run --trials 4000 --set training.tokens=1T..15T:#80)
"$fmplan" "${long[@]}" --shard 1/2 -o killed.jsonl &
killed=$!
for _ in $(seq 200); do
  if compgen -G 'killed.jsonl.*' >/dev/null; then break; fi
  sleep 0.02
done
compgen -G 'killed.jsonl.*' >/dev/null || fail "nothing was begun"
sleep 0.3
kill -KILL "$killed"
wait "$killed" 2>/dev/null
[[ -e killed.jsonl ]] && fail "a killed process leaves a file of that name"

# Interrupted in the middle: whole rows, said so though stderr is no terminal; resumed, the same bytes.
"$fmplan" "${long[@]}" --shard 1/2 -o whole.jsonl || fail "the whole shard"
"$fmplan" "${long[@]}" --shard 1/2 -o stopped.jsonl 2>stopped.err &
stopped=$!
sleep 0.6
kill -TERM "$stopped"
wait "$stopped"
[[ $? == 130 ]] || fail "an interrupted shard does not exit with 130"
grep -q 'stopped' stopped.err || fail "an interrupted shard does not say so: $(cat stopped.err)"
"$fmplan" merge stopped.jsonl >/dev/null 2>merge.err
[[ $? == 2 ]] || fail "merge takes an unfinished shard"
grep -q -- '--resume' merge.err || fail "merge does not say how to go on: $(cat merge.err)"
"$fmplan" "${long[@]}" --shard 1/2 --resume stopped.jsonl || fail "resumed"
cmp whole.jsonl stopped.jsonl || fail "a resumed shard is not the same bytes"

((failures == 0)) || exit 1
