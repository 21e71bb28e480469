#!/usr/bin/env bash
# `--submit slurm` with a real Slurm on this machine: a sweep in four shards of which one is queued again in the middle, a
# search and a run give the bytes of one process; watching is interrupted and taken up; what is missing is submitted again.
#   slurm_test.sh FMPLAN ROOT          exits with 77, and says why, where there is no Slurm
set -uo pipefail
# Whoever stops a test that hangs may leave no time to stop a cluster: it is stopped before.
[[ -n ${FMPLAN_SLURM_TEST:-} ]] || FMPLAN_SLURM_TEST=1 exec timeout --foreground 200 "$0" "$@"
fmplan=$(realpath "$1")
scenario=$(realpath "$2")/scenarios/llama3-70b-p5.json
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/cluster.sh"
obstacle=$(cluster_obstacle)
if [[ -n $obstacle ]]; then
  echo "SKIPPED, no real Slurm was asked: $obstacle" >&2
  exit 77
fi
work=$(mktemp -d)
trap 'stop_cluster; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
cd "$work" || exit 1
failures=0
fail() {
  printf 'FAILED: %s\n' "$*" >&2
  failures=$((failures + 1))
}
# wait_until SECONDS COMMAND…
wait_until() {
  for _ in $(seq $((10 * $1))); do
    "${@:2}" && return
    sleep 0.1
  done
  return 1
}
job_of() { sed -n "s/.*\"$2_job\": \"\([0-9]*\)\".*/\1/p" "$1.shards/jobs.json" 2>/dev/null; }
is_submitted() { [[ -n $(job_of "$1" merge) ]]; }
is_queued_again() { scontrol show job "$1" | grep -q 'JobState=PENDING' && scontrol show job "$1" | grep -q 'Restarts=1'; }
is_begun() { compgen -G "$1.shards/shard-$2.jsonl.*.tmp" >/dev/null; }

start_cluster "$work/c" || exit 1
printf 'Slurm %s is ready after %s s\n' "$(sinfo --version | cut -d ' ' -f 2)" "$SECONDS"

# ---- four shards, one of them queued again while it works ----
sweep=(sweep "$scenario" --answer run --trials 7000 --set 'training.tokens=1T..15T:#64')
"$fmplan" "${sweep[@]}" -o sweep.csv --submit slurm --shards 4 2>sweep.err &
watcher=$!
wait_until 20 is_submitted sweep.csv ||
  fail "no job was submitted: $(cat sweep.err)"
array=$(job_of sweep.csv array)
wait_until 20 is_begun sweep.csv 1 || fail "shard 1 was not begun"
scontrol requeue "${array}_1" || fail "requeue"
# A task that is queued again waits two minutes, unless it is told not to once it is queued.
wait_until 20 is_queued_again "${array}_1" || fail "shard 1 was not queued again: $(scontrol show job "${array}_1")"
scontrol update JobId="${array}_1" StartTime=now || fail "start of the task that was queued again"

# Ctrl-C ends the watching alone, and the same command takes it up.
sleep 1
kill -INT "$watcher"
wait "$watcher"
[[ $? == 130 ]] || fail "interrupted watching does not exit with 130"
grep -q "scancel $array" sweep.err || fail "interrupted watching does not say how to go on: $(cat sweep.err)"
[[ -n $(squeue --noheader --me) ]] || fail "the jobs ended with the watching"
timeout 60 "$fmplan" "${sweep[@]}" -o sweep.csv --submit slurm 2>>sweep.err || fail "watched again: $(cat sweep.err)"
[[ $(job_of sweep.csv array) == "$array" ]] || fail "watching again submitted again"
scontrol show job "${array}_1" | grep -q 'Restarts=1' || fail "shard 1 was not queued again"
grep -q 'on Slurm' sweep.err || fail "no progress was told: $(cat sweep.err)"
"$fmplan" "${sweep[@]}" -o local.csv 2>local.err
cmp local.csv sweep.csv || fail "the sweep is not one process's bytes"
grep -qF "$(cat local.err)" sweep.err || fail "what the merge says is not shown: $(cat sweep.err)"
printf 'sweep in 4 shards, one queued again: %s s\n' "$SECONDS"

# ---- what is there is not done again; what is missing is, and nothing else ----
"$fmplan" "${sweep[@]}" -o sweep.csv --submit slurm 2>again.err || fail "asked once more"
grep -q 'is there already' again.err || fail "asked once more, does not say that it is there: $(cat again.err)"
"$fmplan" "${sweep[@]}" --seed 2 -o sweep.csv --submit slurm 2>other.err
[[ $? == 2 ]] || fail "another question is not refused"
rm sweep.csv sweep.csv.shards/shard-3.jsonl
timeout 60 "$fmplan" "${sweep[@]}" -o sweep.csv --submit slurm 2>missing.err || fail "the missing shard: $(cat missing.err)"
grep -q 'submitted 1 of 4 shards' missing.err || fail "not the missing shard alone: $(cat missing.err)"
cmp local.csv sweep.csv || fail "with a shard made again it is not one process's bytes"

# ---- a search and a run, at the same time ----
"$fmplan" search "$scenario" --space framework --nodes 64..160:32 -o search.csv --submit slurm --shards 2 2>search.err &
searching=$!
"$fmplan" run "$scenario" --trials 2000 -o run.json --submit slurm --shards 3 --quiet 2>run.err &
running=$!
wait "$searching" || fail "search: $(cat search.err)"
wait "$running" || fail "run: $(cat run.err)"
"$fmplan" search "$scenario" --space framework --nodes 64..160:32 -o local-search.csv
cmp local-search.csv search.csv || fail "the search is not one process's bytes"
"$fmplan" run "$scenario" --trials 2000 -o local-run.json
cmp local-run.json run.json || fail "the run is not one process's bytes"

# ---- jobs that were ended from outside are told of ----
"$fmplan" "${sweep[@]}" --seed 3 -o ended.csv --submit slurm --shards 2 2>ended.err &
watcher=$!
wait_until 20 is_submitted ended.csv
scancel "$(job_of ended.csv array)" "$(job_of ended.csv merge)"
wait "$watcher"
[[ $? == 1 ]] || fail "jobs that were cancelled are no error: $(cat ended.err)"
grep -q 'shards 1–2 are missing' ended.err || fail "does not say what is missing: $(cat ended.err)"

# ---- scripts that Slurm takes ----
"$fmplan" "${sweep[@]}" -o "a b.csv" --submit slurm --shards 1000 --partition main --time 1:00:00 \
  --sbatch=--comment=x --sort cost --dry-run >scripts 2>scripts.err
[[ $? == 2 ]] || fail "more shards than points are not refused"
"$fmplan" "${sweep[@]}" -o "a b.csv" --submit slurm --shards 8 --partition main --time 1:00:00 --sbatch=--comment=x \
  --sort 'days.mean' --dry-run >scripts || fail "dry run"
[[ ! -e "a b.csv.shards" ]] || fail "a dry run leaves a folder"
csplit --quiet --prefix script- scripts '/^#!/' '{1}'
for script in script-01 script-02; do
  bash -n "$script" || fail "$script is no script"
  sbatch --test-only "$script" 2>test.err || fail "Slurm does not take $script: $(cat test.err)"
done
grep -q -- "--columns .*days.mean" script-01 || fail "the parts do not know what the merge sorts by"

printf 'all of it: %s s\n' "$SECONDS"
((failures == 0)) || exit 1
