#!/usr/bin/env bash
# The published document holds what the server takes and answers, and cannot drift from it: it is linted, requests go through
# a proxy that refuses what it does not have, every answer is held against its schema, and its examples are sent.  The
# official client of the Model Context Protocol asks `fmplan mcp`, and promtool reads the metrics.
#   contract_test.sh FMPLAN ROOT TOOLS    TOOLS: a folder where the npm packages are installed, once
# Exits with 77, and says so, where node 20, npm or the packages cannot be had.
set -uo pipefail
[[ -n ${FMPLAN_CONTRACT_TEST:-} ]] || FMPLAN_CONTRACT_TEST=1 exec timeout --foreground 500 "$0" "$@"
fmplan=$(realpath "$1")
root=$(realpath "$2")
tools=$3
skip() {
  echo "SKIPPED, the document is held against nothing: $*" >&2
  exit 77
}
for tool in node npm curl jq; do command -v "$tool" >/dev/null || skip "$tool is not installed"; done
# What Redocly's linter asks for.
node --eval 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' ||
  skip "node $(node --version) is older than 20.19"

mkdir -p "$tools"
tools=$(realpath "$tools")
here=$root/tests/api/contract
if ! cmp --silent "$here/package.json" "$tools/installed.json"; then
  cp "$here/package.json" "$tools/" &&
    npm install --prefix "$tools" --ignore-scripts --no-audit --no-fund --no-package-lock >"$tools/npm.log" 2>&1 ||
    skip "the npm packages cannot be installed: $(tail -3 "$tools/npm.log")"
  cp "$here/package.json" "$tools/installed.json"
fi
# Beside the packages, where node looks for them.
cp "$here"/*.mjs "$tools/"
bin=$tools/node_modules/.bin

export FMPLAN_CONFIG=/dev/null REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
work=$(mktemp -d)
children=()
trap 'for child in "${children[@]}"; do kill -9 "$child"; wait "$child"; done 2>/dev/null; rm -rf "$work"' EXIT
cd "$root" || exit 1
failures=0
fail() {
  printf 'FAILED: %s\n' "$*" >&2
  failures=$((failures + 1))
}

# ---- the document alone: no error and no warning ----
document=$work/openapi.json
"$fmplan" serve --openapi >"$document" || fail 'the document cannot be printed'
(cd "$work" && "$bin/redocly" lint openapi.json --extends=recommended --format=json 2>/dev/null) >"$work/redocly"
jq --exit-status '.totals.errors == 0 and .totals.warnings == 0' "$work/redocly" >/dev/null ||
  fail "redocly: $(jq --raw-output '.problems[] | "\(.ruleId): \(.message) \(.location[0].pointer)"' "$work/redocly" | head -20)"
echo 'extends: ["spectral:oas"]' >"$work/spectral.yaml"
"$bin/spectral" lint --ruleset "$work/spectral.yaml" --fail-severity hint "$document" >"$work/spectral" 2>&1 ||
  fail "spectral: $(head -20 "$work/spectral")"

# ---- a server, and the proxy before it ----
"$fmplan" serve --quiet --listen 127.0.0.1:0 --jobs-file "$work/jobs.sqlite" 2>"$work/log" &
children+=($!)
for _ in $(seq 100); do
  url=$(sed -n 's/^fmplan serve: \(http:[^ ]*\) .*/\1/p' "$work/log")
  [[ -n $url ]] && curl --silent --fail --max-time 5 "$url/readyz" >/dev/null && break
  sleep 0.1
done
# A port that is free now.
free_port() { node --eval 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'; }
# prism DOCUMENT: sets `proxy`.
prism() {
  local port
  port=$(free_port)
  "$bin/prism" proxy "$1" "$url" --errors --host 127.0.0.1 --port "$port" >"$work/prism" 2>&1 &
  children+=($!)
  proxy=http://127.0.0.1:$port
  for _ in $(seq 300); do
    curl --silent --max-time 10 --output /dev/null "$proxy/healthz" && return
    sleep 0.1
  done
  fail "the proxy did not start: $(tail -5 "$work/prism")"
}
prism "$document"
node "$tools/ask.mjs" "$document" "$url" "$proxy" "$root" || fail 'something lies outside of the document'
# The proxy is no idle one: with a document that says otherwise it refuses the same answer, and a request with a stray key.
code() { curl --silent --max-time 30 --output /dev/null --write-out '%{http_code}' "$@"; }
[[ $(code --header 'Content-Type: application/json' --data '{"compte": "1e24"}' "$proxy/v1/scale") == 422 ]] ||
  fail 'the proxy lets a request pass that lies outside of the document'
jq '.components.schemas.health.properties.status.enum = ["fine"]' "$document" >"$work/other.json"
prism "$work/other.json"
[[ $(code "$proxy/healthz") == 500 ]] || fail 'the proxy lets an answer pass that lies outside of the document'

# ---- agents, and what reads the metrics ----
node "$tools/agent.mjs" "$fmplan" "$root" || fail 'the official client of MCP is not served'
if command -v promtool >/dev/null; then
  curl --silent "$url/metrics" | promtool check metrics >"$work/promtool" 2>&1 || fail "promtool: $(cat "$work/promtool")"
else
  echo 'SKIPPED, the metrics: promtool (package prometheus) is not installed' >&2
fi
if ((failures > 0)); then exit 1; fi
