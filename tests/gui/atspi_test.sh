#!/usr/bin/env bash
# The window as a screen reader has it, without a screen: the guided example to its end by the names and actions of buttons alone, and its
# answer held against the command line's.
#   tests/gui/atspi_test.sh FMPLAN-GUI FMPLAN
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
gui=$1 fmplan=$2
launcher=/usr/libexec/at-spi-bus-launcher
python=/usr/bin/python3  # another one earlier in the path may lack Debian's pyatspi

if [[ ${3:-} != inside ]]; then
  skip() {
    printf 'Skipped: %s; apt-get install python3-pyatspi at-spi2-core dbus dbus-x11 xvfb xauth\n' "$*"
    exit 77
  }
  for command in xvfb-run xauth dbus-run-session dbus-send; do
    command -v "$command" >/dev/null || skip "there is no $command"
  done
  [[ -x $launcher ]] || skip "there is no $launcher"
  [[ -x $python ]] && "$python" -c 'import pyatspi' 2>/dev/null || skip "$python has no pyatspi"
  exec dbus-run-session -- xvfb-run --auto-servernum --server-args='-screen 0 1400x900x24' bash "$0" "$gui" "$fmplan" inside
fi

# Nobody's own settings and documents.
home=$(mktemp -d)
export HOME=$home XDG_CONFIG_HOME=$home/config XDG_DATA_HOME=$home/data XDG_CACHE_HOME=$home/cache XDG_RUNTIME_DIR=$home/run
mkdir -m 700 "$XDG_RUNTIME_DIR"
children=()
cleanup() {
  kill "${children[@]}" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$home"
}
trap cleanup EXIT

"$launcher" --launch-immediately &
children+=($!)
enable() {
  dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus org.freedesktop.DBus.Properties.Set \
    string:org.a11y.Status string:IsEnabled variant:boolean:true >/dev/null 2>&1
}
for ((i = 0; i < 100; ++i)); do
  if enable; then break; fi
  sleep 0.1
done

QT_QPA_PLATFORM=xcb QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1 "$gui" &
children+=($!)
"$python" "$here/atspi_test.py" "$fmplan" "$here/../../programmes/geniac-cycle2.json"
