#!/usr/bin/env bash
# fmplan-gui with 200 projects in 24 months on an X server of its own: time to a window that can be used, frames a second, memory.
#   bench/gui/run.sh [GUI_BENCH [RUNS]]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
program=${1:-$root/build/release/bench/gui/gui_bench}
runs=${2:-5}
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export HOME=$home XDG_CONFIG_HOME=$home XDG_DATA_HOME=$home XDG_RUNTIME_DIR=$home QT_QPA_PLATFORM=xcb
chmod 700 "$home"
for ((i = 0; i < runs; ++i)); do
  xvfb-run --auto-servernum --server-args='-screen 0 1400x900x24' "$program"
done
