#!/usr/bin/env bash
# Requests a second, latency and memory of `fmplan serve` on the loopback, all of it bounded in time: /v1/plan from 64
# connections for SECONDS_EACH (10) seconds, once with the same question all along and once with another in every
# request; then what a new request waits with and without 500 idle connections.  Wants wrk and curl.
#   bench/serve.sh [FMPLAN [SCENARIO]]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=$(realpath "${1:-$root/build/release/app/fmplan}")
scenario=$(realpath "${2:-$root/scenarios/llama3-70b-p5.json}")
seconds=${SECONDS_EACH:-10}
for tool in wrk curl; do command -v "$tool" >/dev/null || { echo "$tool is not installed" >&2; exit 1; }; done

work=$(mktemp -d)
server=
trap '[[ -z $server ]] || kill -9 "$server"; wait 2>/dev/null; rm -rf "$work"' EXIT
cd "$work"
"$program" serve --quiet --listen 127.0.0.1:0 --jobs-file "$work/jobs.sqlite" 2>log &
server=$!
for _ in $(seq 100); do
  url=$(sed -n 's/^fmplan serve: \(http:[^ ]*\) .*/\1/p' log)
  [[ -z $url ]] || ! curl --silent --fail --max-time 5 "$url/readyz" >/dev/null || break
  sleep 0.1
done
port=${url##*:}

memory() { awk '/^VmRSS|^VmHWM/ {printf "%s %.0f MB  ", $1, $2 / 1024}' "/proc/$server/status"; }

# Of the server, its threads together, in milliseconds: tells something where others use the processors too.
processor_ms() { awk -v hz="$(getconf CLK_TCK)" '{print ($14 + $15) * 1000 / hz}' "/proc/$server/stat"; }

# The first answer reads the catalogues; every other is compared with it.
curl --silent --fail --header 'Content-Type: application/json' --data-binary "@$scenario" "$url/v1/plan" >first
"$program" plan "$scenario" --format json | cmp - first
cat >post.lua <<'LUA'
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
local scenario, first = io.open(os.getenv("SCENARIO"), "rb"), io.open("first", "rb")
wrk.body = scenario:read("*a")
local expected, others = first:read("*a"), 0
-- wrk's threads share nothing: each tells for itself.
function response(status, headers, body)
  if status ~= 200 or body ~= expected then
    others = others + 1
    if others == 1 then io.stderr:write("an answer with other bytes: ", status, "\n") end
  end
end
LUA
cat >others.lua <<'LUA'
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
local file = io.open(os.getenv("SCENARIO"), "rb")
local scenario = file:read("*a")
local threads, asked, refused = 0, 0, 0
function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end
-- Tokens by the million, which no two requests have alike.
function request()
  asked = asked + 1
  local tokens = string.format("%dM", 10000000 + asked * 2 + number)
  return wrk.format(nil, nil, nil, string.format('{"scenario": %s, "set": {"training.tokens": "%s"}}', scenario, tokens))
end
function response(status)
  if status ~= 200 then
    refused = refused + 1
    if refused == 1 then io.stderr:write("an answer that is none: ", status, "\n") end
  end
end
LUA
# load SCRIPT: requests a second, latencies, and the server's processor time.
load() {
  local before
  before=$(processor_ms)
  SCENARIO=$scenario wrk --threads 2 --connections 64 --duration "${seconds}s" --latency --script "$1" "$url/v1/plan" >wrk
  grep -E 'Requests/sec|50%|99%|requests in|Non-2xx|Socket' wrk
  awk -v spent="$(processor_ms)" -v before="$before" '/requests in/ {printf "  processor time: %.2f ms a request\n", (spent - before) / $1}' wrk
  echo "memory: $(memory)"
}
echo "/v1/plan of $(basename "$scenario"), 64 connections, $seconds s: the same question, every answer compared"
load post.lua
echo "every request with other tokens"
load others.lua

# waits: the median and the 99th percentile of 200 requests, each on a connection of its own, in milliseconds.
waits() {
  for _ in $(seq 200); do
    curl --silent --max-time 10 --output /dev/null --write-out '%{time_total}\n' \
      --header 'Content-Type: application/json' --data-binary "@$scenario" "$url/v1/plan"
  done | sort -n | awk '{wait[NR] = $1 * 1000} END {printf "median %.2f ms, 99th percentile %.2f ms\n", wait[NR / 2], wait[NR - 2]}'
}
echo "a new request, nobody else: $(waits)"
ulimit -n 1024
idle=()
for _ in $(seq 500); do
  exec {connection}<>"/dev/tcp/127.0.0.1/$port"
  printf 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n' >&"$connection"
  idle+=("$connection")
done
sleep 1
echo "connections open: $(curl --silent "$url/metrics" | sed -n 's/^fmplan_http_connections //p')"
echo "a new request, beside 500 idle connections: $(waits)"
echo "memory: $(memory)"
