# fish completion for fmplan:  fmplan completion fish | source
function __fmplan_complete
  set -l words (commandline -opc) (commandline -ct)
  command $words[1] __complete $words[2..-1] 2>/dev/null
end
complete -c fmplan -a '(__fmplan_complete)'
