# Shared by scripts/fmplan, scripts/fmplan-gui and scripts/test: sets up what is missing and builds.  Everything it says goes to stderr, and
# where there is nothing to do it says nothing.  To be sourced; expects `set -euo pipefail`.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build_dir=$root/build/release

# "a|b": either will do, and the first that can be had is installed.
packages=(g++ cmake ninja-build ccache libfmt-dev nlohmann-json3-dev libcli11-dev 'libboost1.81-dev|libboost-dev'
  libeigen3-dev libgtest-dev libgmock-dev libbenchmark-dev librapidcheck-dev libceres-dev librandom123-dev libical-dev libxlsxwriter-dev
  libsqlite3-dev libsimdjson-dev libspdlog-dev libjemalloc-dev)

# Of the desktop program, some 100 MB.
gui_packages=(qt6-base-dev 'qt6-svg-dev|libqt6svg6-dev' qt6-l10n-tools libqcustomplot-dev fonts-dejavu-core)

# Of its tests: Japanese letters, which have to have room, and what reads the window as a screen reader does.
gui_test_packages=(fonts-noto-cjk python3-pyatspi at-spi2-core dbus dbus-x11 xvfb xauth)

say() { printf '%s\n' "$*" >&2; }

die() {
  say "$*"
  exit 1
}

# The entries of `packages` of which nothing is installed, one per line.
missing_packages() {
  local status name entry
  declare -A installed=()
  while IFS=' ' read -r status name; do
    if [[ $status == installed ]]; then installed[$name]=1; fi
  done < <(IFS='|' && dpkg-query --show --showformat '${db:Status-Status} ${Package}\n' ${packages[*]} 2>/dev/null)
  for entry in "${packages[@]}"; do
    local found=0
    for name in ${entry//|/ }; do
      if [[ -n ${installed[$name]:-} ]]; then found=1; fi
    done
    if ((!found)); then printf '%s\n' "$entry"; fi
  done
}

# The first alternative of each entry that apt knows, else the last.
chosen_packages() {
  local entry name
  for entry in "$@"; do
    for name in ${entry//|/ }; do
      if [[ $entry != *'|'* ]] || apt-cache show "$name" >/dev/null 2>&1; then break; fi
    done
    printf '%s\n' "$name"
  done
}

install_packages() {
  local as_root=() names
  if [[ $(id -u) != 0 ]]; then
    command -v sudo >/dev/null || die "Missing packages: ${*//|/ or }
Install them as root, then run this again:  apt-get install ${*%%|*}"
    as_root=(sudo)
  fi
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300)
  # The package lists may be missing (a fresh container) or old; they are fetched when the plain attempt fails.
  mapfile -t names < <(chosen_packages "$@")
  say "Installing ${names[*]}"
  if ! "${apt[@]}" install --yes --no-install-recommends "${names[@]}" >/dev/null 2>&1; then
    "${apt[@]}" update >&2 || true
    mapfile -t names < <(chosen_packages "$@")
    "${apt[@]}" install --yes --no-install-recommends "${names[@]}" >&2 ||
      die "The packages could not be installed.  By hand:  apt-get update && apt-get install ${names[*]}"
  fi
}

# On other systems CMake says what it does not find.
ensure_packages() {
  command -v dpkg-query >/dev/null || return 0
  local missing
  mapfile -t missing < <(missing_packages)
  if ((${#missing[@]})); then install_packages "${missing[@]}"; fi
}

# Passes on what the build says, its progress on one line where stderr is a terminal, and nothing when nothing was done.
show_build() {
  local line terminal=0 pending=0
  if [[ -t 2 ]]; then terminal=1; fi
  while IFS= read -r line; do
    case $line in
      'ninja: no work to do.' | 'ninja: Entering directory'* | *'Re-checking globbed directories'*) ;;
      '['*/*']'*)
        if ((terminal)); then
          printf '\r\033[K%.*s' "$((${COLUMNS:-80} - 1))" "$line" >&2
          pending=1
        else
          say "$line"
        fi
        ;;
      *)
        if ((pending)); then printf '\r\033[K' >&2; fi
        pending=0
        say "$line"
        ;;
    esac
  done
  if ((pending)); then printf '\r\033[K' >&2; fi
}

# FMPLAN_WERROR=ON|OFF and FMPLAN_BUILD_GUI=AUTO|ON|OFF in the environment decide; else a build directory keeps what it was
# configured with.
switches=(FMPLAN_WERROR FMPLAN_BUILD_GUI)

configure() {
  local options=() switch
  for switch in "${switches[@]}"; do
    if [[ -n ${!switch:-} ]]; then options+=("-D$switch=${!switch}"); fi
  done
  say "Configuring $build_dir"
  local log
  log=$(cd "$root" && cmake --preset release "${options[@]}" 2>&1) || die "$log"
}

configured() {
  [[ -f $build_dir/build.ninja ]] || return 1
  local switch
  for switch in "${switches[@]}"; do
    if [[ -n ${!switch:-} ]]; then grep -q "^$switch:[A-Z]*=${!switch}\$" "$build_dir/CMakeCache.txt" || return 1; fi
  done
}

# build TARGET: one at a time in this directory, whoever else is building.
build() {
  mkdir -p "$build_dir"
  exec 9>"$build_dir/.lock"
  if ! flock --nonblock 9; then
    say "Waiting for another build in $build_dir"
    flock 9
  fi
  ensure_packages
  configured || configure
  ninja -C "$build_dir" "$@" 2>&1 9>&- | show_build || die "The build failed; its messages are above."
  exec 9>&-
}
