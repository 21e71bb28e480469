#!/usr/bin/env bash
# Holds every JSON answer among the transcripts that golden_test.sh left in a folder against its schema in docs/schema, and
# every property of these schemas against the answers: one of them has it.
#
# usage: schema_test.sh TRANSCRIPTS SCHEMA_CHECK ROOT
set -euo pipefail
usage="usage: schema_test.sh TRANSCRIPTS SCHEMA_CHECK ROOT"
transcripts=${1:?$usage}
check=${2:?$usage}
root=${3:?$usage}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/answers"

# The name of the schema of what a command answers; TRANSCRIPT tells what kind of calibration an item is.
schema_of() {
  local command=${1##*fmplan } transcript=$2 words
  read -r -a words <<<"$command"
  case $command in
    *' --explain '* | 'explain '[a-z]*) echo explanations ;;
    'plan '*) echo report ;;
    'programme '*) echo programme_report ;;
    'compare programmes/'*) echo programme_comparison ;;
    'solve --budget'* | 'scale '*--days*) echo solve_budget ;;
    'network '*--show*) echo topology ;;
    'network '*--contention*) echo contention ;;
    'catalog list --format'*) echo catalog_kinds ;;
    'catalog show models/'* | 'import hf-config '*) echo model ;;
    'catalog show calibration/'*) sed -n 's/^  "of": "\(.*\)",$/calibrate_\1/p' "$transcript" ;;
    'import nccl-tests '*) echo collective_rows ;;
    'import skypilot '*) echo import_skypilot ;;
    # Its schema is of a question: tests/answer/schema_test.cpp.
    'import swf '* | 'import sacct '* | 'import demand '*) ;;
    'import '*) echo training_logs ;;
    'catalog '* | 'validate '* | 'calibrate '*) echo "${words[0]}_${words[1]}" ;;
    *) echo "${words[0]}" ;;
  esac
}

for transcript in "$transcripts"/*; do
  command=$(sed -n '1s/^\$ //p' "$transcript")
  if ! [[ $command =~ ^(FMPLAN_CONFIG=[^ ]* )?(fmplan|grep|head)\ .*--format\ json$ ]]; then continue; fi
  schema=$(schema_of "$command" "$transcript")
  if [[ -z $schema ]]; then continue; fi
  folder=$work/answers/$schema
  answer=$folder/$(basename "$transcript")
  mkdir -p "$folder"
  # What differs from run to run is masked.
  awk 'NR > 1 && /^(\[stderr\]|\[exit [0-9]+\])$/ { exit } NR > 1' "$transcript" | sed 's/: MASKED/: 0/' >"$answer"
  if [[ ! -s $answer ]]; then rm "$answer"; fi  # a mistake has no answer
done

status=0
"$check" "$root/docs/schema" "$work/answers" >"$work/problems" || status=$?
while IFS= read -r line; do
  transcript=$transcripts/$(basename "${line%% *}")
  if [[ -f $transcript ]]; then line="$(sed -n 1p "$transcript"): ${line#* }"; fi
  printf '%s\n' "$line"
done < <(sed -n 1,100p "$work/problems")
echo "$(find "$work/answers" -type f | wc -l) answers, $(wc -l <"$work/problems") problems"
exit "$status"
