#!/usr/bin/env bash
# Fails if the pages say what the tree does not have.  usage: check_pages.sh ROOT
#
# - A link to a page, a file or a heading leads there.
# - A path like core/model/memory_use.h in a page's code text exists; without its ending it is a pair of files.
# - A function named on a page of docs/models, as `memory_use()`, is declared in a header named on its line, or, where the
#   line names none, in one named on the page.  Every such page names one at least.
# - Every page of docs/models is reached from README.md in two steps at most.
# - A table's cell has 20 words at most.
#
# Decisions and the changelog keep the paths of their day; what is generated (validation, bench) is held for its links alone.
set -euo pipefail
cd "${1:?usage: check_pages.sh ROOT}"

mapfile -t pages < <(find ./*.md docs validation bench -name '*.md' 2>/dev/null | sed 's|^\./||' | LC_ALL=C sort)
if [[ ! -e README.md || ! -d docs/models ]]; then
  echo "no README.md or no docs/models under $PWD" >&2
  exit 2
fi

LC_ALL=C awk '
  function complain(why) {
    printf "%s:%d: %s\n", FILENAME, FNR, why
    bad = 1
  }
  function folder(path) { return path ~ /\// ? substr(path, 1, match(path, /\/[^\/]*$/)) : "" }
  # "docs/models/../a.md" -> "docs/a.md"
  function plain(path) {
    while (sub(/[^\/]+\/\.\.\//, "", path)) {}
    sub(/\/$/, "", path)
    return path
  }
  function exists(path) { return system("test -e \"" path "\"") == 0 }
  function known(path) {
    if (!(path in found)) found[path] = exists(path)
    return found[path]
  }
  # The anchor that a heading gets: lower case, blanks to hyphens, no punctuation.
  function anchor_of(heading) {
    sub(/^#+ */, "", heading)
    sub(/ *$/, "", heading)
    heading = tolower(heading)
    gsub(/\342\200[\200-\277]/, "", heading)
    gsub(/[!-,.\/:-@\[-^`{-~]/, "", heading)
    gsub(/ /, "-", heading)
    return heading
  }
  function has_heading(page, anchor,    line, fenced) {
    if (!(page in read)) {
      read[page] = 1
      while ((getline line < page) > 0) {
        if (line ~ /^```/) fenced = !fenced
        else if (!fenced && line ~ /^#/) headings[page, anchor_of(line)] = 1
      }
      close(page)
    }
    return (page, anchor) in headings
  }
  # Whether a header declares the function: its name before a parenthesis, outside comments.
  function declares(header, name,    line) {
    if (!(header in loaded)) {
      loaded[header] = " "
      while ((getline line < header) > 0) {
        sub(/\/\/.*/, "", line)
        loaded[header] = loaded[header] line "\n"
      }
      close(header)
    }
    return match(loaded[header], "[^A-Za-z0-9_]" name "\\(") > 0
  }
  function any_declares(headers, name,    list, count, i) {
    count = split(headers, list, " ")
    for (i = 1; i <= count; i++)
      if (declares(list[i], name)) return 1
    return 0
  }
  # What is kept for the end of a page: functions of lines that name no header.
  function end_page(    i) {
    for (i = 1; i <= num_open; i++)
      if (!any_declares(page_headers, open_name[i])) {
        printf "%s:%d: no header named on the page declares %s()\n", page, open_line[i], open_name[i]
        bad = 1
      }
    if (is_model && page !~ /\/README\.md$/ && !num_functions) {
      printf "%s: names no function of what it explains\n", page
      bad = 1
    }
  }

  FNR == 1 {
    end_page()
    page = FILENAME
    is_model = page ~ /^docs\/models\//
    is_generated = page ~ /^(validation|bench)\//
    is_history = page ~ /^docs\/decisions\// || page == "CHANGELOG.md"
    fenced = num_open = num_functions = 0
    page_headers = ""
  }
  /^```/ { fenced = !fenced; next }
  fenced { next }

  # Links
  {
    rest = $0
    while (match(rest, /\]\([^)]*\)/)) {
      target = substr(rest, RSTART + 2, RLENGTH - 3)
      rest = substr(rest, RSTART + RLENGTH)
      if (target ~ /^[a-z]+:/) continue
      anchor = ""
      if (match(target, /#.*/)) {
        anchor = substr(target, RSTART + 1)
        target = substr(target, 1, RSTART - 1)
      }
      goal = target == "" ? page : plain(folder(page) target)
      if (!known(goal)) complain("no such page or file: " target)
      else if (anchor != "" && goal ~ /\.md$/ && !has_heading(goal, anchor)) complain("no such heading: " target "#" anchor)
      links[page] = links[page] " " goal
    }
  }

  # Paths and functions in code text
  !is_generated && !is_history {
    rest = $0
    line_headers = names = ""
    while (match(rest, /`[^`]+`/)) {
      code = substr(rest, RSTART + 1, RLENGTH - 2)
      rest = substr(rest, RSTART + RLENGTH)
      if (code ~ /^(core|cli|tests)\/[a-z0-9_\/]+(\.(h|cpp|sh|txt))?\/?$/) {
        path = plain(code)
        if (known(path)) line_headers = path ~ /\.h$/ ? line_headers " " path : line_headers
        else if (known(path ".h")) line_headers = line_headers " " path ".h"
        else complain("no such file: " code)
      } else if (is_model && match(code, /[a-z_0-9]+\([^)]*\)$/) && code ~ /^[A-Za-z_0-9:]+\([a-z_, ]*\)$/) {
        name = substr(code, RSTART)
        sub(/\(.*/, "", name)
        names = names " " name
      }
    }
    page_headers = page_headers line_headers
    count = split(names, name_list, " ")
    for (i = 1; i <= count; i++) {
      num_functions++
      if (line_headers == "") {
        open_name[++num_open] = name_list[i]
        open_line[num_open] = FNR
      } else if (!any_declares(line_headers, name_list[i])) {
        complain(name_list[i] "() is not declared in" line_headers)
      }
    }
  }

  # Cells of tables
  !is_generated && /^\|/ {
    count = split($0, cells, /\|/)
    for (i = 2; i < count; i++)
      if (split(cells[i], words, " ") > 20) complain("a cell of " split(cells[i], words, " ") " words; 20 at most")
  }

  END {
    end_page()
    near[1] = "README.md"
    reached["README.md"] = 1
    num_near = 1
    for (step = 1; step <= 2; step++) {
      num_before = num_near
      for (i = 1; i <= num_before; i++) {
        count = split(links[near[i]], goals, " ")
        for (k = 1; k <= count; k++)
          if (!(goals[k] in reached)) {
            reached[goals[k]] = 1
            near[++num_near] = goals[k]
          }
      }
    }
    for (i = 1; i < ARGC; i++)
      if (ARGV[i] ~ /^docs\/models\// && !(ARGV[i] in reached)) {
        printf "%s: not reached from README.md in two steps\n", ARGV[i]
        bad = 1
      }
    exit bad
  }
' "${pages[@]}"
