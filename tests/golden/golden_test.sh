#!/usr/bin/env bash
# Runs every command of commands.sh and of texts/ and compares what it prints (both streams), its exit code and the files
# it writes with what is kept here, byte for byte.
#
#   golden_test.sh FMPLAN ROOT                     compare; FMPLAN is run from a folder with links into ROOT
#   golden_test.sh FMPLAN ROOT --keep DIR          the same, and leave the transcripts in DIR, emptied before
#   golden_test.sh FMPLAN ROOT --update            keep what it prints now
#   golden_test.sh FMPLAN ROOT --transcripts DIR   only write all of it to DIR, one file a command; with `--only PATTERN`
#                                                  after that, of the commands in which `grep -E PATTERN` finds something
#
# digests.txt has a line for every command: 16 hex digits of the SHA-256 of its transcript, its exit code, the command.
# texts/ has whole transcripts of some, to be read and to show where they differ; the first line of such a file is its
# command, so that --update fills a new file that has nothing but this line.
#
# The bytes are those of one toolchain: where a figure lies on the edge of rounding, another compiler or library may print its
# last digit differently.
set -euo pipefail
export FMPLAN_CONFIG=/dev/null # not what the user has set
usage="usage: golden_test.sh FMPLAN ROOT [--keep DIR | --update | --transcripts DIR [--only PATTERN]]"

# The width of tables, colours and the characters of pictures depend on the environment: it is the same everywhere.
if [[ -z ${FMPLAN_GOLDEN:-} ]]; then
  exec env -i FMPLAN_GOLDEN=1 PATH="$PATH" TMPDIR="${TMPDIR:-/tmp}" LC_ALL=C.UTF-8 "$BASH" "$0" "$@"
fi

golden=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$(realpath "${1:?$usage}")
root=$(realpath "${2:?$usage}")
mode=${3:-}
pattern=
case $mode in
  '' | --update) ;;
  --keep)
    kept=${4:?$usage}
    rm -rf "$kept" && mkdir -p "$kept"
    ;;
  --transcripts)
    kept=$(realpath "${4:?$usage}")
    if [[ ${5:-} == --only ]]; then pattern=${6:?$usage}; fi
    ;;
  *) echo "$usage" >&2 && exit 2 ;;
esac
work=$(realpath "$(mktemp -d)")
trap 'rm -rf "$work"' EXIT
mkdir "$work/lists" "$work/rooms" "$work/transcripts"
export program root work

fmplan() { "$program" "$@"; }

# on_terminal fmplan …: with a terminal as its output, which has both streams.
on_terminal() {
  local words
  printf -v words '%q ' "$program" "${@:2}"
  script --quiet --return --command "$words" /dev/null
}

# Runs the commands of a list, each in an empty room but for links into ROOT.
run_list() {
  local number command code file room=$work/rooms/$1
  mkdir "$room"
  cd "$room"
  for file in catalogs scenarios programmes tests validation; do
    if [[ -e $root/$file ]]; then ln -s "$root/$file" .; fi
  done
  shopt -s nullglob
  while IFS=$'\t' read -r -u 3 number command; do
    code=0
    printf '$ %s\n' "$command" >"$work/transcripts/$number"
    eval "$command" >>"$work/transcripts/$number" 2>"$room.err" </dev/null || code=$?
    {
      if [[ -s $room.err ]]; then echo '[stderr]' && cat "$room.err"; fi
      echo "[exit $code]"
      for file in *; do
        if [[ ! -L $file ]]; then echo "[file $file]" && cat "$file" && rm "$file"; fi
      done
    } >>"$work/transcripts/$number"
    printf '%s\t%s\t%s\n' "$number" "$code" "$command" >>"$room.codes"
  done 3<"$work/lists/$1"
}
export -f fmplan on_terminal run_list

# What differs from run to run: how long a search would take, and where the rooms are.
mask() {
  find "$work/transcripts" -type f -print0 | xargs -0 sed -i -E \
    -e 's/to search it takes about [0-9.]+ [^ .]+\./to search it takes about TIME./' \
    -e "s#$work/rooms/[0-9]+/#ROOM/#g"
}

shopt -s nullglob
texts=("$golden"/texts/*.txt)
{
  "$golden/commands.sh" "$root"
  sed --separate --quiet '1s/^\$ //p' "${texts[@]}" </dev/null
} | sed '/^$/d' | { grep -E -e "$pattern" || true; } | sort -u | awk '{ printf "%05d\t%s\n", NR, $0 }' >"$work/commands"
if [[ ! -s $work/commands ]]; then echo "no commands" >&2 && exit 1; fi
cores=$(nproc)
split --number "r/$((16 * cores))" --numeric-suffixes --suffix-length 4 "$work/commands" "$work/lists/"
find "$work/lists" -type f -size +0 -printf '%f\n' | sort | xargs -P "$cores" -I LIST "$BASH" -c 'run_list LIST'
mask

if [[ $mode == --transcripts ]]; then
  mkdir -p "$kept"
  cp "$work"/transcripts/* "$kept"
  exit
fi

if [[ $mode == --keep ]]; then cp "$work"/transcripts/* "$kept"; fi
(cd "$work/transcripts" && sha256sum -- *) >"$work/sums"
awk '
  FILENAME == ARGV[1] { sum[$2] = substr($1, 1, 16); next }
  { number = $1; code = $2; sub(/^[^\t]*\t[^\t]*\t/, ""); print sum[number], code, $0 }
' "$work/sums" "$work"/rooms/*.codes | sort -k 3 >"$work/digests"

# The transcript of the command that a file of texts/ begins with.
transcript_of() {
  awk -v text="$1" 'BEGIN { getline line <text } "$ " substr($0, 7) == line { print substr($0, 1, 5) }' "$work/commands"
}

if [[ $mode == --update ]]; then
  cp "$work/digests" "$golden/digests.txt"
  for text in "${texts[@]}"; do cp "$work/transcripts/$(transcript_of "$text")" "$text"; done
  echo "$(wc -l <"$work/digests") commands kept, ${#texts[@]} of them in full"
  exit
fi

awk '
  { command = $0; sub(/^[^ ]+ [^ ]+ /, "", command) }
  FILENAME == ARGV[1] { digest[command] = $1; code[command] = $2; next }
  !(command in digest) { print "nothing kept of it: " command; next }
  { seen[command] = 1 }
  code[command] != $2 { print "exit code " $2 " instead of " code[command] ": " command; next }
  digest[command] != $1 { print "other output: " command }
  END { for (command in digest) if (!(command in seen)) print "kept, but not run: " command }
' "$golden/digests.txt" "$work/digests" | sort >"$work/differences"
for text in "${texts[@]}"; do
  diff -u --label "texts/$(basename "$text")" --label "what it prints" "$text" \
    "$work/transcripts/$(transcript_of "$text")" || true
done >"$work/diffs" 2>&1
num_differences=$(wc -l <"$work/differences")
echo "$(wc -l <"$work/commands") commands, $num_differences differ"
if ((num_differences == 0)) && [[ ! -s $work/diffs ]]; then exit; fi

# The beginning of FILE.
show() {
  head -n 200 "$1"
  if (($(wc -l <"$1") > 200)); then echo "… and $(($(wc -l <"$1") - 200)) more lines"; fi
}
show "$work/differences"
show "$work/diffs"
cat <<'END'
To see what changed, write the transcripts of the program before and after, and compare:
  tests/golden/golden_test.sh FMPLAN ROOT --transcripts DIR
If it is meant to change: tests/golden/golden_test.sh FMPLAN ROOT --update, and the commit explains the bytes that changed.
END
exit 1
