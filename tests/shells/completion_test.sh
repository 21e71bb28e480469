#!/usr/bin/env bash
# completion_test.sh FMPLAN: types into bash, zsh and fish, presses the tab key, and looks at what the line became.  A
# shell that is not there is skipped aloud; without any of them the test is skipped (77).
set -euo pipefail
fmplan=$(readlink -f "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ln -s "$fmplan" "$folder/fmplan"
export PATH=$folder:$PATH HOME=$folder TERM=xterm LC_ALL=C.UTF-8 PS1='$ '
cd "$folder"

# What is typed before the tab key, and what the line is to hold after it.
cases=(
  'fmplan pla|fmplan plan'
  'fmplan catalog show p5.48x|fmplan catalog show p5.48xlarge'
  'fmplan plan s.json --set cluster.nod|--set cluster.nodes='
  'fmplan plan s.json --set cluster.instance=p5.48x|--set cluster.instance=p5.48xlarge'
  'fmplan sweep s.json --columns cost.p9|--columns cost.p90'
  'fmplan plan s.json --format=jsonl --fail-if cost.p9|--fail-if cost.p90'
)

# A terminal of its own, typed into slowly enough that the shell reads each line as a person's.
typed_into() { # TYPED SHELL SETUP SECONDS
  { sleep "$4"; printf '%s\n' "$3"; sleep "$4"; printf '%s\t' "$1"; sleep "$4"; printf '\003'; sleep 0.1; printf '\004exit\n'; } |
    timeout 60 script -qec "$2" /dev/null | tr -d '\r' | sed 's/\x1b\[[0-9;?]*[a-zA-Z]//g; s/\x07//g'
}

# Whether the line became what is wanted; on a machine that has much else to do a shell may need more time.
check() { # SHELL TYPED WANTED
  local got wanted=$3 seconds
  for seconds in 1.5 6; do
    case $1 in
      bash) got=$(typed_into "$2" 'bash --norc --noprofile -i' 'source <(fmplan completion bash)' "$seconds") || true ;;
      zsh)
        got=$(typed_into "$2" 'zsh -f -i' 'autoload -U compinit && compinit -u -D && source <(fmplan completion zsh)' \
          "$seconds") || true
        ;;
      fish)
        got=$(fish --no-config -c "fmplan completion fish | source; complete -C '$2'") || true
        wanted=${3##* } # fish gives the last word alone
        ;;
    esac
    if [[ $got == *"$wanted"* ]]; then return 0; fi
  done
  printf '%s: "%s" and the tab key do not give "%s" but:\n%s\n' "$1" "$2" "$3" "$got" >&2
  return 1
}

failed=0 tried=0
for shell in bash zsh fish; do
  if ! command -v "$shell" >/dev/null || { [[ $shell != fish ]] && ! command -v script >/dev/null; }; then
    printf 'skipped: there is no %s here\n' "$shell" >&2
    continue
  fi
  tried=$((tried + 1))
  jobs=()
  for entry in "${cases[@]}"; do
    check "$shell" "${entry%%|*}" "${entry#*|}" &
    jobs+=($!)
  done
  for job in "${jobs[@]}"; do wait "$job" || failed=1; done
done
if ((tried == 0)); then exit 77; fi
exit $failed
