#!/usr/bin/env bash
# Fails if a source file includes what its folder may not know, or if files include each other in a circle.
# usage: check_includes.sh ROOT
#
#   base <- text, model, hardware, sim/run <- network <- sim/step <- calibration <- plan <- catalog <- evidence <- scenario
#   text, database <- document <- scenario  sim/run <- sim/programme <- plan        base <- plan/placement <- plan <- picture
#   scenario, picture <- answer <- programme <- export <- what_if <- cli, api, gui        answer <- imports <- cli, api, gui
#   answer, calibration/fit <- assessment <- cli
#
# model, hardware, sim/run and plan/placement do not see each other, nor do the three faces, which app alone joins.  Third-party headers stay where they are used,
# and those that weigh most out of headers.  A header and the source of its name count as one file.
set -euo pipefail
cd "${1:?usage: check_includes.sh ROOT}"

mapfile -t sources < <(find core cli api gui app -type f \( -name '*.h' -o -name '*.cpp' \) 2>/dev/null | LC_ALL=C sort)
if ((${#sources[@]} == 0)); then
  echo "no source files under $PWD" >&2
  exit 2
fi

one_way=0
LC_ALL=C awk '
  BEGIN {
    below["core/base"] = ""
    below["core/text"] = below["core/database"] = below["core/model"] = below["core/hardware"] = below["core/sim/run"] = "core/base"
    below["core/plan/placement"] = "core/base"
    below["core/sim/programme"] = "core/base core/sim/run"
    below["core/network"] = "core/base core/hardware"
    below["core/sim/step"] = below["core/network"] " core/model core/network"
    below["core/calibration"] = below["core/sim/step"] " core/sim/step"
    below["core/calibration/fit"] = below["core/calibration"] " core/calibration"
    below["core/plan"] = below["core/calibration"] " core/sim/run core/sim/programme core/calibration core/plan/placement"
    below["core/catalog"] = below["core/plan"] " core/text core/plan"
    below["core/evidence"] = below["core/catalog"] " core/catalog"
    below["core/document"] = "core/base core/text core/database"
    below["core/scenario"] = below["core/evidence"] " core/evidence core/database core/document"
    below["core/picture"] = below["core/plan"] " core/text core/plan"
    below["core/answer"] = below["core/scenario"] " core/scenario core/picture"
    below["core/imports"] = below["core/programme"] = below["core/answer"] " core/answer"
    below["core/assessment"] = below["core/imports"] " core/calibration/fit"
    below["core/export"] = below["core/programme"] " core/programme"
    below["core/what_if"] = below["core/export"] " core/export"
    below["api"] = below["gui"] = below["core/what_if"] " core/imports core/what_if"
    below["cli"] = below["api"]
    below["cli/measurements"] = below["cli"] " cli core/assessment"
    below["app"] = below["cli/measurements"] " cli/measurements api gui"
    # Regular expression of a third-party header -> folders or files that may include it; "!" keeps it out of headers.
    allowed["^nlohmann/"] = "core/text core/document core/catalog core/evidence core/scenario core/picture core/answer core/programme core/what_if core/export core/imports core/assessment cli api gui"
    allowed["^CLI/"] = "cli/command_line.cpp"
    allowed["^boost/math/"] = "!core/base"
    allowed["^boost/(graph|property_map)"] = "!core/network"
    allowed["^boost/(beast|asio)"] = "api/http_server.cpp"
    allowed["^spdlog/"] = "app/request_log.cpp"
    allowed["^boost/"] = "core/base core/network api"
    allowed["^ceres/"] = "!core/calibration/fit"
    allowed["^simdjson"] = "core/text/plain_json.cpp"
    allowed["^sqlite3"] = "core/database/database.cpp"
    allowed["^xlsxwriter"] = "core/export/workbook.cpp"
    allowed["^libical/"] = "core/picture/calendar.cpp"
    allowed["^(Q[A-Z]|Qt|qcustomplot)"] = "gui"
  }
  function home_of(path,    parts) {
    split(path, parts, "/")
    if (parts[1] == "cli" && parts[2] == "measurements") return "cli/measurements"
    if (parts[1] != "core") return parts[1]
    if (parts[2] == "sim" || (parts[2] == "plan" && parts[3] == "placement") || (parts[2] == "calibration" && parts[3] == "fit")) return parts[1] "/" parts[2] "/" parts[3]
    return parts[1] "/" parts[2]
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
      if (!holds(homes, home) && !holds(homes, FILENAME)) complain(home " may not include " name)
      else if (only_sources && FILENAME ~ /\.h$/) complain("keep " name " out of headers")
    }
  }
  END { exit bad }
' "${sources[@]}" || one_way=1

# Every file above what it includes; tsort names the files of a circle, one a line behind its own name.
loops=$(LC_ALL=C awk '
  match($0, /^[ \t]*#[ \t]*include[ \t]*"[^"]+"/) {
    name = substr($0, RSTART, RLENGTH)
    sub(/^[^"]*"/, "", name)
    sub(/\.[a-z]*"$/, "", name)
    file = FILENAME
    sub(/\.[a-z]*$/, "", file)
    if (name != file) print file, name
  }
' "${sources[@]}" | tsort 2>&1 >/dev/null) || true
if [[ -n $loops ]]; then
  sed -E 's/^tsort: -: input contains a loop:$/files that include each other in a circle:/; s/^tsort: /  /' <<<"$loops"
  exit 1
fi
exit "$one_way"
