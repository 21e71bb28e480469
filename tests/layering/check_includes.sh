#!/usr/bin/env bash
# Fails if a source file includes what its folder may not know.  usage: check_includes.sh ROOT
#
#   base <- model, hardware <- network <- sim <- calibration <- plan <- io <- cli, api, gui
#
# model and hardware do not see each other, nor do the three faces.  Third-party headers stay where they are used, and
# those that weigh most out of headers.
set -euo pipefail
cd "${1:?usage: check_includes.sh ROOT}"

mapfile -t sources < <(find core cli api gui -type f \( -name '*.h' -o -name '*.cpp' \) 2>/dev/null | LC_ALL=C sort)
if ((${#sources[@]} == 0)); then
  echo "no source files under $PWD" >&2
  exit 2
fi

LC_ALL=C awk '
  BEGIN {
    below["core/base"] = ""
    below["core/model"] = "core/base"
    below["core/hardware"] = "core/base"
    below["core/network"] = "core/base core/hardware"
    below["core/sim"] = "core/base core/model core/hardware core/network"
    below["core/calibration"] = below["core/sim"] " core/sim"
    below["core/plan"] = below["core/calibration"] " core/calibration"
    below["core/io"] = below["core/plan"] " core/plan"
    below["cli"] = below["api"] = below["gui"] = below["core/io"] " core/io"
    # Regular expression of a third-party header -> folders that may include it; "!" keeps it out of headers.
    allowed["^nlohmann/"] = "core/io cli api"
    allowed["^CLI/"] = "cli"
    allowed["^boost/math/"] = "!core/base"
    allowed["^boost/(graph|property_map)"] = "!core/network"
    allowed["^boost/(beast|asio)"] = "!api"
    allowed["^boost/"] = "core/base core/network api"
    allowed["^ceres/"] = "!core/calibration"
    allowed["^(Q[A-Z]|Qt)"] = "gui"
  }
  function home_of(path,    parts) {
    split(path, parts, "/")
    return parts[1] == "core" ? parts[1] "/" parts[2] : parts[1]
  }
  function holds(list, name) { return index(" " list " ", " " name " ") > 0 }
  function complain(why) {
    printf "%s:%d: %s\n", FILENAME, FNR, why
    bad = 1
  }
  FNR == 1 {
    home = home_of(FILENAME)
    if (!(home in below)) complain(home " is not in the order of layers; add it to tests/layering/check_includes.sh")
  }
  match($0, /^[ \t]*#[ \t]*include[ \t]*[<"][^>"]+[>"]/) {
    name = substr($0, RSTART, RLENGTH)
    sub(/^[^<"]*[<"]/, "", name)
    sub(/[>"]$/, "", name)
    if (name ~ /^\.\.?\//) complain("include from the root instead of " name)
    target = home_of(name)
    if (name ~ /^(tests|bench|validation)\//) complain(home " may not include " name)
    if (target in below && target != home && !holds(below[home], target)) complain(home " may not include " name)
    for (header in allowed) {
      if (name !~ header) continue
      homes = allowed[header]
      only_sources = sub(/^!/, "", homes)
      if (!holds(homes, home)) complain(home " may not include " name)
      else if (only_sources && FILENAME ~ /\.h$/) complain("keep " name " out of headers")
    }
  }
  END { exit bad }
' "${sources[@]}"
