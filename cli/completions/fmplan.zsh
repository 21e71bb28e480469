#compdef fmplan
# zsh completion for fmplan:  source <(fmplan completion zsh)
_fmplan() {
  local -a candidates more
  candidates=("${(@f)$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  # A path is followed by its value, so by no blank.
  more=("${(@M)candidates:#*=}")
  candidates=("${(@)candidates:#*=}")
  if [[ -n "${more[1]}" ]]; then compadd -S '' -- "${more[@]}"; fi
  if [[ -n "${candidates[1]}" ]]; then
    compadd -- "${candidates[@]}"
  elif [[ -z "${more[1]}" ]]; then
    _files
  fi
}
compdef _fmplan fmplan
