#!/usr/bin/env bash
# Fails if a number has a name but no word of what it is of and whence it comes.  usage: check_constants.sh ROOT
#
# Every `constexpr` or `const` kName of core/ and of the faces whose value holds a number needs a comment: above it, above the
# unbroken run of constants it stands in, or at the end of one of its lines.  Counts (kNum…) and what is worked out of another
# constant say it themselves.
set -euo pipefail
cd "${1:?usage: check_constants.sh ROOT}"

mapfile -t sources < <(find core cli api gui -type f \( -name '*.h' -o -name '*.cpp' \) 2>/dev/null | LC_ALL=C sort)
if ((${#sources[@]} == 0)); then
  echo "no source files under $PWD" >&2
  exit 2
fi

LC_ALL=C awk '
  function trimmed(text) {
    sub(/^[ \t]+/, "", text)
    return text
  }
  # The line without what is text, so that neither a colour nor a slash in a string is taken for something else.
  function without_strings(text) {
    gsub(/\\./, "", text)
    gsub(/"[^"]*"/, "S", text)
    gsub(/\x27[^\x27]*\x27/, "S", text)
    return text
  }
  # What stands right of the name: its extent is left out, other constants and digits of names stay.
  function end_statement(    value, name) {
    name = statement
    sub(/[ \t]*(\[[^\]]*\][ \t]*)*[={].*/, "", name)
    sub(/.*[^A-Za-z0-9_]/, "", name)
    value = statement
    sub(/^[^={]*/, "", value)
    is_number = value ~ /(^|[^A-Za-z0-9_])\.?[0-9]/
    is_derived = value ~ /(^|[^A-Za-z0-9_:])k[A-Z]/
    if (is_number && !is_derived && name !~ /^kNum[A-Z]/ && !has_word && !block_has_word) {
      printf "%s:%d: %s has no word of what it is of and whence\n", FILENAME, first_line, name
      bad = 1
    }
    inside = 0
  }

  FNR == 1 { inside = in_block = after_comment = 0 }
  !inside {
    line = trimmed($0)
    if (line ~ /^\/\//) {
      in_block = 0
      after_comment = 1
      next
    }
    if (line !~ /^((inline|static) )*(constexpr|const) [^()]*[^A-Za-z0-9_()]k[A-Z][A-Za-z0-9_]*[ \t]*(\[[^\]]*\])*[ \t]*[={]/) {
      in_block = after_comment = 0
      next
    }
    if (!in_block) block_has_word = after_comment
    inside = in_block = 1
    after_comment = has_word = 0
    first_line = FNR
    statement = ""
  }
  inside {
    line = without_strings($0)
    if (line ~ /\/\//) has_word = 1
    sub(/[ \t]*\/\/.*/, "", line)
    statement = statement " " line
    if (line ~ /;[ \t]*$/) end_statement()
  }
  END { exit bad }
' "${sources[@]}"
