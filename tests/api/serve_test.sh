#!/usr/bin/env bash
# A server that is started, asked, killed, started again and ended in good order: its answers are the command line's to the
# byte, its jobs outlive it, and the lines of docs/budget_tools.md work as they stand there.
#   serve_test.sh FMPLAN ROOT          exits with 77, and says so, where curl or jq is missing
set -uo pipefail
[[ -n ${FMPLAN_SERVE_TEST:-} ]] || FMPLAN_SERVE_TEST=1 exec timeout --foreground 200 "$0" "$@"
fmplan=$(realpath "$1")
root=$(realpath "$2")
for tool in curl jq; do
  if ! command -v "$tool" >/dev/null; then
    echo "SKIPPED, no server was asked: $tool is not installed" >&2
    exit 77
  fi
done
export FMPLAN_CONFIG=/dev/null
work=$(mktemp -d)
server=
trap '[[ -z $server ]] || kill -9 "$server" 2>/dev/null; rm -rf "$work"' EXIT
cd "$root" || exit 1
failures=0
fail() {
  printf 'FAILED: %s\n' "$*" >&2
  failures=$((failures + 1))
}

# start PORT [OPTION…]: sets `server` and `url`.
start() {
  "$fmplan" serve --quiet --listen "127.0.0.1:$1" --jobs-file "$work/jobs.sqlite" "${@:2}" 2>"$work/log" &
  server=$!
  for _ in $(seq 100); do
    url=$(sed -n 's/^fmplan serve: \(http:[^ ]*\) .*/\1/p' "$work/log")
    [[ -n $url ]] && curl --silent --fail --max-time 5 "$url/readyz" >/dev/null && return
    sleep 0.1
  done
  fail "the server did not start: $(cat "$work/log")"
  exit 1
}
ask() { curl --silent --show-error --max-time 60 --header 'Content-Type: application/json' "$@"; }

# same WHAT PATH BODY COMMAND…: the answer is what the command prints with --format json.
same() {
  ask --data-binary "$3" "$url/v1/$2" >"$work/answer"
  "$fmplan" "${@:4}" --format json >"$work/printed" 2>/dev/null
  cmp --silent "$work/answer" "$work/printed" || fail "$1: another answer than fmplan ${*:4}"
}

start 0
scenario=scenarios/llama3-70b-p5.json
teams=programmes/two-teams.json
for question in plan step memory; do
  for file in scenarios/*.json; do same "$question of $file" "$question" "@$file" "$question" "$file"; done
done
about() { jq --compact-output "{scenario: .} + $1" "$scenario"; }
same 'what is set' plan "$(about '{set: {"cluster.nodes": 128, "price.kind": "capacity_block"}}')" \
  plan "$scenario" --set cluster.nodes=128 --set price.kind=capacity_block
same 'a run' run "$(about '{trials: 100, no_changes: true, seed: 3}')" run "$scenario" --trials 100 --no-changes --seed 3
same 'a solution' solve "$(about '{vary: "cluster.nodes=64..256:64", until: "days<=200"}')" \
  solve "$scenario" --vary cluster.nodes=64..256:64 --until 'days<=200'
same 'a market' market "$(about '{on: "p5*", nodes: "64..256:64", until: "days<=200"}')" \
  market "$scenario" --on 'p5*' --nodes 64..256:64 --until 'days<=200'
same 'a comparison' compare "$(jq --compact-output '{sides: [.], with: [{"cluster.nodes": 128}]}' "$scenario")" \
  compare "$scenario" --with cluster.nodes=128
same 'an explanation' plan "$(about '{explain: ["days", "step.mfu"]}')" plan "$scenario" --explain days,step.mfu
same 'a scale' scale '{"compute": "1e24", "on": "p5.48xlarge"}' scale --compute 1e24 --on p5.48xlarge
same 'collectives' network '{"cluster": "p5.48xlarge", "nodes": 16, "expect": true}' network p5.48xlarge --nodes 16 --expect
same 'a topology' network '{"cluster": "p5.48xlarge", "nodes": 16, "show": true}' network p5.48xlarge --nodes 16 --show
same 'contention' network '{"cluster": "p5.48xlarge", "nodes": 16, "contention": true}' \
  network p5.48xlarge --nodes 16 --contention
same 'formulas' explain '{"keys": ["days"]}' explain days
ask "$url/v1/scenarios/two-teams" | jq --compact-output '{programme: ., trials: 50, no_proof: true, no_remedies: true}' \
  >"$work/programme.json"
ask --data-binary "@$work/programme.json" "$url/v1/programme" | jq .total_cost >"$work/answer"
"$fmplan" programme "$teams" --trials 50 --no-proof --no-remedies --format json | jq .total_cost >"$work/printed"
cmp "$work/answer" "$work/printed" || fail "a programme's cost differs"
ask "$url/v1/catalog/instances/p5.48xlarge" >"$work/answer"
"$fmplan" catalog show instances/p5.48xlarge --format json | cmp - "$work/answer" || fail 'an item of the catalogue differs'
# send KIND?OPTIONS FILE [OPTION OF CURL…]: what the file becomes.
send() {
  curl --silent --show-error --max-time 60 --header 'Content-Type: application/octet-stream' "${@:3}" --data-binary "@$2" \
    "$url/v1/import/$1"
}
# The command names the file in its answer, so that it has the name that the server gives all files.
sent() {
  cp "$root/$2" "$work/file"
  send "$1" "$work/file" >"$work/answer"
  (cd "$work" && "$fmplan" import "${@:3}" --format json >"$work/printed" 2>/dev/null)
  [[ -s $work/printed ]] && cmp --silent "$work/answer" "$work/printed" || fail "$2: another answer than fmplan import ${*:3}"
}
sent hf-config tests/data/hf/qwen3-8b.json hf-config file
sent 'megatron-log?instance=p5.48xlarge' tests/data/logs/megatron.log megatron-log file --instance p5.48xlarge
sent 'nccl-tests?instance=p5.48xlarge&nodes=2&collective=all_reduce' tests/golden/inputs/all_reduce.log \
  nccl-tests file --instance p5.48xlarge --nodes 2 --collective all_reduce
sent swf tests/golden/inputs/jobs.swf swf file
sent 'skypilot?on=2026-03-01&region=us-east-1' tests/golden/inputs/vms.csv skypilot file --on 2026-03-01 --region us-east-1
# A long log in chunks, and one that is too long; nothing of either is left.
files_of_server() { ls -l "/proc/$server/fd" | grep --count 'fmplan-upload' || true; }
for _ in $(seq 500); do cat tests/data/logs/megatron.log; done >"$work/long"
[[ $(send 'megatron-log?instance=p5.48xlarge' "$work/long" --header 'Transfer-Encoding: chunked' | jq 'length') == 1 ]] ||
  fail 'a long log is not taken in chunks'
head --bytes 70000000 /dev/zero >"$work/long"
for how in 'Transfer-Encoding: chunked' 'Expect:'; do
  [[ $(send megatron-log "$work/long" --header "$how" | jq -r '"\(.status) \(.detail)"') == '413 the body is larger than 64 MiB,'* ]] ||
    fail "70 MB are taken, or the most is not said ($how)"
done
# One that is cut.
send megatron-log "$work/long" --limit-rate 100k --max-time 1 >"$work/answer" 2>/dev/null
for _ in $(seq 100); do
  [[ $(files_of_server) == 0 ]] && break
  sleep 0.05
done
[[ $(files_of_server) == 0 ]] || fail 'a file that was sent is still open'
rm "$work/long"
"$fmplan" serve --openapi | cmp - <(ask "$url/openapi.json") || fail 'the document that is printed is not the one that is served'

# ---- the lines of the page, as they stand there ----
sed -n '/^## A budget tool.s day/,/^## /p' docs/budget_tools.md | sed -n 's/^    //p' | grep -v '^fmplan serve' >"$work/lines"
[[ $(wc -l <"$work/lines") -ge 5 ]] || fail 'the page has no lines to try'
while IFS= read -r line; do
  (cd "$work" && ln -sfn "$root/scenarios" scenarios && ln -sfn "$root/programmes" programmes &&
    printf '%s\n' "${line//http:\/\/127.0.0.1:8080/$url}" >>"$work/script" &&
    bash -eu -o pipefail -c "$(cat "$work/script")" >"$work/out" 2>&1) || fail "$line: $(tail -3 "$work/out")"
done <"$work/lines"

# ---- killed in the middle of a job, and started again ----
port=${url##*:}
# A machine that is busy may kill the server only when the job is done: then a longer one is killed.
for trials in 400 1600 6400; do
  job=$(ask --data-binary "$(about "{set: {\"cluster.nodes\": \"8..1600:40\"}, answer: \"run\", trials: $trials}" |
    jq --compact-output '{kind: "sweep", question: .}')" "$url/v1/jobs" | jq --raw-output .id)
  for _ in $(seq 900); do
    [[ $(ask "$url/v1/jobs/$job" | jq '.rows > 5 or .state == "done"') == true ]] && break
    sleep 0.05
  done
  kill -9 "$server"
  wait "$server" 2>/dev/null
  start "$port"
  [[ $(ask "$url/v1/jobs/$job" | jq --raw-output .state) == done ]] || break
done
for _ in $(seq 900); do
  state=$(ask "$url/v1/jobs/$job" | jq --raw-output .state)
  [[ $state == done || $state == failed ]] && break
  sleep 0.1
done
[[ $state == done ]] || fail "the job is $state after the server was killed"
[[ $(ask "$url/v1/jobs/$job" | jq .attempts) == 2 ]] || fail "the job was not begun again: $(ask "$url/v1/jobs/$job")"
ask "$url/v1/jobs/$job/result" >"$work/answer"
"$fmplan" sweep "$scenario" --set cluster.nodes=8..1600:40 --answer run --trials "$trials" --format json |
  sed "s#\"$scenario\"#\"scenario\"#" >"$work/printed"
# The fingerprint is of the file's name, too.
sed --in-place 's/"fingerprint":"[^"]*"/"fingerprint":""/' "$work/answer" "$work/printed"
cmp "$work/answer" "$work/printed" || fail 'the job has another answer than the command line'
for form in jsonl csv html; do
  ask "$url/v1/jobs/$job/result?format=$form" >"$work/answer"
  "$fmplan" sweep "$scenario" --set cluster.nodes=8..1600:40 --answer run --trials "$trials" --quiet -o "$work/file.$form"
  sed "s#\"$scenario\"#\"scenario\"#; s#Sweep of $scenario#Sweep of scenario#; s#>llama3-70b-p5.json: #>scenario: #" \
    "$work/file.$form" >"$work/printed"
  sed --in-place 's/"fingerprint":"[^"]*"/"fingerprint":""/' "$work/answer" "$work/printed"
  cmp "$work/answer" "$work/printed" || fail "the job has another answer as $form than the command line"
done

# ---- other forms of answers that were jobs ----
# in_forms KIND QUESTION COMMAND…: csv, html and JSON lines as the command writes them to a file.
in_forms() {
  local kind=$1 question=$2 job form
  shift 2
  job=$(jq --compact-output --null-input --arg kind "$kind" --argjson question "$question" '{$kind, $question}' |
    ask --data-binary @- "$url/v1/jobs" | jq --raw-output .id)
  for _ in $(seq 100); do
    [[ $(ask "$url/v1/jobs/$job" | jq --raw-output .state) == done ]] && break
    sleep 0.05
  done
  for form in csv html jsonl; do
    "$fmplan" "$@" --quiet -o "$work/file.$form" >/dev/null
    ask "$url/v1/jobs/$job/result?format=$form" | cmp - "$work/file.$form" ||
      fail "a job of $kind is not told as fmplan $* -o FILE.$form"
  done
}
in_forms plan "$(about '{}')" plan "$scenario"
in_forms run "$(about '{trials: 50}')" run "$scenario" --trials 50
in_forms compare "$(about '{}' | jq '{sides: [.scenario], with: [{"cluster.nodes": 128}]}')" \
  compare "$scenario" --with cluster.nodes=128
in_forms programme "$(jq --compact-output . "$work/programme.json")" \
  programme "$teams" --trials 50 --no-proof --no-remedies

# ---- ended in good order, with a job under way ----
job=$(ask --data-binary "$(about '{trials: 1000000}' | jq --compact-output '{kind: "run", question: .}')" "$url/v1/jobs" |
  jq --raw-output .id)
SECONDS=0
kill -TERM "$server"
wait "$server"
code=$?
[[ $code == 0 ]] || fail "the server ended with $code"
((SECONDS <= 5)) || fail "the server took $SECONDS s to end"
server=
if ((failures > 0)); then exit 1; fi
