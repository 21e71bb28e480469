# bash completion for fmplan:  source <(fmplan completion bash)
_fmplan() {
  local IFS=$'\n' words=() piece joined=0 quoted=0 current cut
  # bash splits at "=" and ":": "cluster.nodes=12" comes in three pieces, of which only the last is completed.
  for piece in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ "$piece" == [=:]* && ${#words[@]} -gt 0 ]]; then
      words[-1]+="$piece"
      joined=1
    elif ((joined)); then
      words[-1]+="$piece"
      joined=0
    else
      words+=("$piece")
    fi
  done
  current="${words[-1]}"
  if [[ "$current" == [\'\"]* ]]; then
    quoted=1
    current="${current:1}"
    words[-1]="$current"
  fi
  COMPREPLY=($("${COMP_WORDS[0]}" __complete "${words[@]}" 2>/dev/null))
  if ((!quoted)); then
    cut="${current%"${current##*[=:]}"}"
    COMPREPLY=("${COMPREPLY[@]#"$cut"}")
  fi
  if [[ ${#COMPREPLY[@]} -gt 0 && "${COMPREPLY[0]}" == *= ]]; then compopt -o nospace; fi
}
complete -o default -F _fmplan fmplan
