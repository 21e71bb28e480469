#!/usr/bin/env bash
# Fails if a header does not compile alone, because it leans on what its users include before it.  Precompiled headers hide
# that from the build, and an installed header has users of its own.  With a COMMIT, those that changed since, and those
# that include one of them, for what they lean on may have gone.  usage: headers_compile_alone.sh ROOT [COMMIT]
set -euo pipefail
cd "${1:?usage: headers_compile_alone.sh ROOT [COMMIT]}"
compiler=${CXX:-c++}

# Where Qt is not installed there is no desktop program, and its headers are left out.
folders=(core cli api)
read -ra qt < <(pkg-config --cflags Qt6Widgets Qt6PrintSupport Qt6Svg 2>/dev/null | sed 's/-I/-isystem /g') || true
if ((${#qt[@]} > 0)); then folders+=(gui); fi

mapfile -t headers < <(find "${folders[@]}" -type f -name '*.h' 2>/dev/null | LC_ALL=C sort)
if ((${#headers[@]} == 0)); then
  echo "no headers under $PWD" >&2
  exit 2
fi
if [[ -n ${2:-} ]] && changed=$(git diff --name-only --diff-filter=d "$2" -- '*.h' 2>/dev/null); then
  mapfile -t headers < <({
    printf '%s\n' "$changed"
    sed '/^$/d; s/.*/#include "&"/' <<<"$changed" | grep -lFxf - "${headers[@]}" || true
  } | grep -E "^($(IFS='|'; echo "${folders[*]}"))/" | LC_ALL=C sort -u)
  if ((${#headers[@]} == 0)); then exit 0; fi
fi

if ! printf '%s\0' "${headers[@]}" |
  xargs -0 -P "$(nproc)" -I HEADER "$compiler" -std=c++20 -fsyntax-only -fPIC -DQT_NO_KEYWORDS -I. "${qt[@]}" -Wall -include HEADER -x c++ /dev/null; then
  exit 1
fi
