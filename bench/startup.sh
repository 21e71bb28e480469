#!/usr/bin/env bash
# Time and memory of `fmplan plan` from process start to answer: the median of RUNS runs (200) and the largest resident set.
#   bench/startup.sh [FMPLAN [SCENARIO]]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=${1:-$root/build/release/app/fmplan}
scenario=${2:-$root/scenarios/llama3-70b-p5.json}
runs=${RUNS:-200}

# The first run reads the catalogues from disk; the others find them in the page cache.
"$program" plan "$scenario" >/dev/null

times=()
for ((i = 0; i < runs; ++i)); do
  begin=${EPOCHREALTIME/[.,]/}
  "$program" plan "$scenario" >/dev/null
  end=${EPOCHREALTIME/[.,]/}
  times+=($((end - begin)))
done
mapfile -t sorted < <(printf '%s\n' "${times[@]}" | sort -n)

# GNU time, where it is installed (package "time").
resident_kb=unknown
if [[ -x /usr/bin/time ]]; then
  resident_kb=$({ /usr/bin/time --format %M "$program" plan "$scenario" --quiet >/dev/null; } 2>&1)
fi
printf 'fmplan plan %s: median %d.%02d ms, 90th percentile %d.%02d ms of %d runs; largest resident set %s KiB\n' \
  "$(basename "$scenario")" \
  $((sorted[runs / 2] / 1000)) $((sorted[runs / 2] % 1000 / 10)) \
  $((sorted[runs * 9 / 10] / 1000)) $((sorted[runs * 9 / 10] % 1000 / 10)) "$runs" "$resident_kb"
