#!/usr/bin/env bash
# Prints the command lines that golden_test.sh runs, one a line.  usage: commands.sh ROOT
#
# They are run from a folder with links to ROOT's catalogs, scenarios, tests and validation, where `fmplan` is the program
# and `on_terminal fmplan …` the program on a terminal.  What is slow is asked with few trials or in a small space.
set -euo pipefail
cd "${1:?usage: commands.sh ROOT}"
shopt -s nullglob
inputs=tests/golden/inputs
p5=scenarios/llama3-70b-p5.json
a100=scenarios/gpt3-175b-a100.json
scenarios=(scenarios/*.json "$inputs/everything.json" "$inputs/experts.json")

once() { printf 'fmplan%s\n' "${1:+ $1}"; }
at_80() { printf 'COLUMNS=80 fmplan %s\n' "$1"; }
# A table is laid out for the width of the terminal, for 100 columns where there is none.
widths() {
  for columns in 60 80 120; do printf 'COLUMNS=%d fmplan %s\n' "$columns" "$1"; done
  once "$1"
}
other_formats() { for format in json csv md; do once "$1 --format $format"; done; }
everywhere() {
  widths "$1"
  other_formats "$1"
}
json_and_80() {
  at_80 "$1"
  once "$1 --format json"
}
# What is laid out alike for every scenario is told in full of some, which between them have every kind of table.
in_full_or_not() {
  case $1 in
    *"$p5"* | *"$inputs"*) everywhere "$1" ;;
    *) json_and_80 "$1" ;;
  esac
}
names() { for item in catalogs/"$1"/*.json; do basename "$item" .json; done; }

many_scenarios() {
  local scenario
  for scenario in "${scenarios[@]}"; do
    in_full_or_not "sweep $scenario --set cluster.nodes=32..128:32 --set training.parallel.micro_batch_size=1,2"
    json_and_80 "solve $scenario --vary cluster.nodes=8..256:8 --until 'days<=200' --minimize cost"
    json_and_80 "solve $scenario --vary cluster.nodes=8,16 --until 'days<=1'"
  done
  everywhere "sweep $p5 $a100 --set cluster.nodes=64,96,128 --fail-if 'days>100 or cost>1M' --columns days,cost.p90,step.mfu"
  json_and_80 "sweep $p5 --set cluster.nodes=64..512:64 --where 'days<=300' --pareto days,cost"
  json_and_80 "sweep $p5 --set training.tokens=1T..4T:1T --set cluster.nodes=64..256:*2 --sort 'mfu desc'"
  json_and_80 "sweep $p5 --set training.tokens=1T,2T --set cluster.nodes=64,128 --zip --answer run --trials 50"
  json_and_80 "sweep $p5 --set cluster.nodes=32,64 --answer search"
  json_and_80 "sweep $p5 --set price.kind=on_demand,capacity_block --fail-if 'cost>1M' --fail-if-all"
  once "sweep $p5 --set cluster.nodes=64..512:64 -o sweep.svg && cat sweep.svg"
  once "sweep $p5 --set cluster.nodes=64..256:64 --set training.tokens=1T,2T -o sweep.html && cat sweep.html"
  once "plan $p5 -o plan.html && cat plan.html"
  once "compare $p5 --with cluster.nodes=128 -o compare.html && cat compare.html"
  once "solve $p5 --vary cluster.nodes=128..512:64 --until 'days<=100' -o solve.html && cat solve.html"
  once "init --model llama-3-8b --tokens 1T --on p5.48xlarge --nodes 16"
  printf 'FMPLAN_CONFIG=%s/settings.toml fmplan config --format json\n' "$inputs"
  once "sweep $p5 --set cluster.nodes=64..256:64 -o sweep.jsonl && head -n 2 sweep.jsonl > cut.jsonl && fmplan sweep $p5 --set cluster.nodes=64..256:64 --resume cut.jsonl && cmp sweep.jsonl cut.jsonl"
  once "sweep $p5 --set cluster.nodes=64..256:64 --shard 2/2 -o 2.jsonl && fmplan sweep $p5 --set cluster.nodes=64..256:64 --shard 1/2 -o 1.jsonl && fmplan merge 2.jsonl 1.jsonl --format csv"
  once "run $p5 --trials 200 --shard 1/2 -o 1.jsonl && fmplan run $p5 --trials 200 --shard 2/2 -o 2.jsonl && fmplan merge 2.jsonl 1.jsonl --format md && rm 1.jsonl 2.jsonl"
  once "search $p5 --space framework --nodes 64,96,128 --shard 1/2 -o 1.jsonl && fmplan search $p5 --space framework --nodes 64,96,128 --shard 2/2 -o 2.jsonl && fmplan merge 2.jsonl 1.jsonl --format csv && rm 1.jsonl 2.jsonl"
  once "search $p5 --space framework --nodes 64,96,128 --shard 3/5 -o 1.jsonl && fmplan merge 1.jsonl; rm 1.jsonl"
  json_and_80 "solve $p5 --vary cluster.nodes=8..512 --vary price.kind --until 'finish.p90<=2025-09-30' --minimize cost"
  json_and_80 "solve $p5 --vary cluster.instance=p5.48xlarge,p4d.24xlarge --set 'price.per_node_hour=25 \$/h' --until 'days<=400' --minimize cost"
  json_and_80 "solve $p5 --vary training.tokens --until 'cost<=\$6M' --maximize training.tokens"
  once "solve --budget '\$1M' --on p5.48xlarge --deadline '60 d' --law hoffmann-2022-3 --format json"
  at_80 "solve --budget '\$300k' --on p4d.24xlarge --set price.on=2026-02-01 --set training.global_batch_size=256"
  once "solve --budget '\$300k' --on p4d.24xlarge --set price.on=2026-02-01 --set training.global_batch_size=256 --format csv"
  json_and_80 "scale --budget '\$20k' --on p5.48xlarge --days 30"
  json_and_80 "solve --budget '\$5' --on p5.48xlarge"
  local mistake
  for mistake in "--budget 3" "--on p5.48xlarge" "--budget '\$1M' --on p5.48xlrage" "--budget '\$1M' --on dgx-h100" "--budget '\$1M' --on p5.48xlarge --deadline soon --law clark-2022 --set model=x"; do
    once "solve $mistake"
  done
  for mistake in "--set cluster.nodez=1,2" "--set cluster.nodes=" "--set cluster.nodes=64..32" "--set cluster.nodes=1..9:0" \
    "--set cluster.nodes=1,2 --set training.tokens=1T --zip --set price.kind=a,b,c" "--where days" "--where 'dyas<1'" "--sort 'days up'" \
    "--pareto days,csot" "--columns ''" "--points missing.csv" "--answer plam" "--trials 5" "--shard 3/2 -o s.jsonl" "--shard 1/2" \
    "--submit slurm" "--submit pbs -o s.csv" "--submit slurm -o s.csv --shards 0" "--shards 4 --dry-run" \
    "--resume missing.jsonl" "--set cluster.nodes=1..1e9" "--fail-if '(days>1'"; do
    once "sweep $p5 $mistake"
  done
  for mistake in "" "--vary cluster.nodes" "--vary a.b --until 'days<1'" "--vary cluster.nodes --until 'days<<1'" \
    "--vary cluster.nodes --until 'finish<=60'"; do
    once "solve $p5 $mistake"
  done
  # All numbers of nodes once; the other formats of a few.
  once "market $p5 --until 'finish.p90<=2025-09-30' --on 'p5*' --format json"
  everywhere "market $p5 --until 'finish.p90<=2025-09-30' --on 'p4d*,p5*,trn1*' --nodes 256..512:256"
  once "market $p5 --until 'finish.p90<=2025-09-30' --on 'p4d*,p5*,trn1*' --nodes 256..512:256 -o market.svg && cat market.svg"
  once "market $p5 --until 'days<=200' --on 'p5*' --nodes 128..256:32 -o market.html && cat market.html"
  json_and_80 "market $p5 --until 'cost<=\$80M' --minimize days --on 'p5*' --nodes 64..512:64 --set price.on=2026-02-01"
  json_and_80 "market $p5 --set run.deadline=2025-06-01 --on p5.48xlarge --nodes 8,16"
  for mistake in "" "--until 'days<<1'" "--until 'days<9' --on q*" "--until 'days<9' --regions mars --kinds gift --nodes 0"; do
    once "market $p5 $mistake"
  done
  once "merge $p5"
  everywhere "explain --list"
  everywhere "explain days step.mfu,cost"
  json_and_80 "explain all"
  once "explain"
  once "explain dyas"
  everywhere "plan $p5 --explain days,cost --explain step.mfu"
  json_and_80 "step $p5 --explain step_time,step.interval_80"
  json_and_80 "memory $p5 --explain memory,headroom"
  json_and_80 "plan $inputs/everything.json --explain all"
  json_and_80 "run $p5 --trials 50 --no-changes --explain days,cost,closed_form.goodput"
  once "run $p5 --trials 50 --no-changes --explain all --format json"
  json_and_80 "search $p5 --space framework --explain mfu"
  json_and_80 "compare $p5 --with cluster.nodes=128 --explain cost,step.mfu"
  once "plan $p5 --explain dyas"
  once "step $p5 --fail-if 'step_time>9 s or mfu<40%' --fail-if 'step.mfu<40%'"
  once "solve $p5 --vary cluster.nodes=8..512:8 --until 'days<=100' --fail-if 'cost>60M and step.mfu<50%'"
  once "compare $p5 --with cluster.nodes=128 --with cluster.nodes=512 --fail-if 'cost.ratio>102% or days.difference>3'"
  once "compare $p5 --with cluster.nodes=128 --fail-if 'csot.ratio>1.1'"
}

a_training_run() {
  local scenario
  for scenario in "${scenarios[@]}"; do
    for command in plan step memory trace; do in_full_or_not "$command $scenario"; done
    in_full_or_not "run $scenario --trials 100"
    in_full_or_not "search $scenario --space framework --schedules 1f1b --top 3"
    json_and_80 "memory $scenario --mode megatron_theoretical"
    json_and_80 "plan $scenario --set training.parallel=auto"
    json_and_80 "plan $scenario --seed 2 --fail-if 'days>1' --fail-if 'mfu<90%'"
    json_and_80 "trace $scenario --slow 0:1.1 --jitter 2% --seed 7"
    in_full_or_not "run $scenario --trials 100 --seed 3 --no-changes --spares auto"
    once "run $scenario --trials 50 --no-changes -o run.svg -o run.html --timeline trial.json"
    once "trace $scenario -o step.json -o step.svg"
    once "plan $scenario --format json -o before.json && fmplan compare before.json $scenario --set run.failures=rsc-1"
    once "plan - < $scenario"
    for command in "plan $scenario" "trace $scenario" "run $scenario --trials 20 --no-changes --quiet"; do
      printf 'COLUMNS=80 on_terminal fmplan %s\n' "$command"
    done
    printf 'LC_ALL=C fmplan run %s --trials 20 --no-changes\n' "$scenario"
    once "network $scenario --show"
  done
  json_and_80 "plan $p5 --set training.kind=lora --set training.adapter_rank=16"
  json_and_80 "plan $p5 --set training.kind=lora --set training.adapter_targets=all_linear --set training.framework=transformers"
  json_and_80 "plan $p5 --set training.document_length=512"
  once "plan $p5 --set training.adapter_rank=16"
  json_and_80 "plan $p5 --set training.precision=fp8 --set training.scaling_recipe=mxfp8"
  once "plan $p5 --set training.precision=fp8 --set training.scaling_recipe=nvfp4"
  once "plan $p5 --set training.scaling_recipe=mxfp8"
  everywhere "memory $p5 --set training.parallel.recompute=per_operation"
  json_and_80 "plan $p5 --set training.parallel.tensor=4"
  json_and_80 "run $p5 --trials 50 --set run.hazards.site_outage.mean_between='90 days' --set run.hazards.site_outage.repair='6 h'"
  for scenario in "$p5" "$inputs/experts.json"; do
    everywhere "plan $scenario --network flows"
    everywhere "trace $scenario --network flows"
  done
  once "plan scenarios/llama3-405b-16k.json --network flows --format json"
  at_80 "run $p5"
  once "run $p5 --jobs 1 --trials 300 --format json"
  once "run $p5 --jobs 3 --trials 300 --format json"
  once "run $p5 --trials 100 --timeline trial.json --trial 17 --fail-if 'cost_p90>1M' --fail-if 'days_p90>1'"
  once "trace $p5 --slow 1:1.2 --slow 5/3:1.5 -o step.json -o step.svg"
  once "trace $inputs/everything.json --phase long -o step.json -o step.svg"
  # In a table the absolute path that --anchor makes of its file would be wrapped.
  other_formats "plan $p5 --anchor validation/steps.csv"
  widths "plan $p5 --set training.anchor=../validation/steps.csv"
  everywhere "plan $p5 --set cluster.nodes=auto --set run.deadline=2025-09-30"
  everywhere "plan $a100 --catalog $inputs/my-catalog --set cluster.instance=our-node --set model=tiny \
--set training.parallel=auto"
  at_80 "compare $p5 $a100 scenarios/llama2-70b.json"
  other_formats "compare $p5 $a100 scenarios/llama2-70b.json"
  everywhere "compare $p5 --with cluster.nodes=128 --with 'price.kind=capacity_block; price.on=2026-02-01'"
  json_and_80 "compare $p5 --with 'cluster.nodes=100; training.global_batch_size=2000; training.parallel.tensor=4'"
  json_and_80 "compare $p5 --with training.parallel.tensor=1"
  json_and_80 "compare $p5 scenarios/llama2-70b.json --seed 3 --jobs 1"
  once "compare scenarios/llama3-405b-16k.json $p5 --format json"
  once "run $p5 --trials 100 --no-changes --format json > run.json && fmplan search $p5 --top 1 --space framework \
--format json > search.json && fmplan compare $p5 run.json search.json"
  for setting in NO_COLOR=1 TERM=dumb LC_ALL=C; do
    printf '%s on_terminal fmplan %s\n' "$setting" "trace $p5" "$setting" "run $p5 --trials 20 --no-changes --quiet"
  done
  printf 'on_terminal fmplan %s\n' "plan $p5 --no-color" "plan $inputs/wrong.json" "plan $p5 --format json"
  once "plan $p5 --output plan.txt"
  once "plan $p5 --format csv --quiet --no-color"
}

# Whatever of the catalogues and of its closed lists a scenario may name.
scenarios_by_value() {
  local auto="--set training.parallel=auto"
  # A plan that is found is laid out as one that is stated, above.
  # On so many nodes as the largest needs: of mixtures on 256 there are the most plans of all.
  for name in $(names models); do
    once "plan $p5 --set model=$name --set cluster.nodes=64 $auto --format json"
  done
  for name in $(names instances); do
    once "plan $a100 --set cluster.instance=$name --set model=llama-3-8b $auto --format json"
  done
  for name in $(names frameworks); do json_and_80 "plan $p5 --set training.framework=$name"; done
  for name in $(names failures); do json_and_80 "run $p5 --trials 50 --no-changes --set run.failures=$name"; done
  for name in $(names recoveries); do json_and_80 "run $p5 --trials 50 --set run.recovery=$name"; done
  for name in $(names storage); do
    json_and_80 "plan $p5 --set cluster.storage.checkpoint=$name"
    json_and_80 "plan $p5 --set 'run.checkpoint.levels=[{\"to\": \"local_nvme\"}, {\"to\": \"$name\", \"every\": 4, \
\"capacity\": \"100 TB\"}]'"
  done
  for name in $(names grid); do once "plan $p5 --set power.grid=$name --format json"; done
  for value in bf16 fp16 fp8 fp4 fp32; do json_and_80 "plan $p5 --set training.precision=$value"; done
  for value in adam adam_bf16_moments adam_8bit muon sgd; do json_and_80 "memory $p5 --set training.optimizer=$value"; done
  for value in flash unfused; do json_and_80 "memory $p5 --set training.attention=$value"; done
  for value in 6n palm megatron_causal non_causal; do json_and_80 "plan $p5 --set training.mfu_convention=$value"; done
  for value in 0 1 2 3; do json_and_80 "plan $p5 --set training.parallel.zero_stage=$value"; done
  for value in none selective full; do json_and_80 "step $p5 --set training.parallel.recompute=$value"; done
  for value in 1f1b gpipe breadth_first zb_h1 zb_v dualpipe; do
    for chunks in 1 2; do
      json_and_80 "trace $p5 --set training.parallel.schedule=$value --set training.parallel.virtual_pipeline=$chunks"
    done
  done
  local interleaved="--set training.parallel.schedule=1f1b --set training.global_batch_size=16384"
  for command in plan step memory trace; do
    json_and_80 "$command $inputs/experts.json --set 'training.parallel.layout=Et*4|(t*4|)*14tmL'"
    json_and_80 "$command $inputs/experts.json $interleaved --set 'training.parallel.layout=Et*3|(tt|)*29,m|L'"
  done
  once "plan $inputs/experts.json --set 'training.parallel.layout=Et*30|t*30L'"
  for value in sync async; do json_and_80 "run $p5 --trials 50 --set run.checkpoint.mode=$value"; done
  for value in restart elastic replica; do json_and_80 "run $p5 --trials 50 --set run.continuation=$value"; done
  for value in on_demand capacity_block reserved_1y reserved_3y spot spot_min spot_max; do
    json_and_80 "plan $p5 --set price.kind=$value --set price.on=2025-07-01"
  done
  for value in '"checkpoint":{"interval":"30 days"}' '"failures":"8 h"' '"failures":"6.5 per 1000 node-days"' \
    '"failures_while_down":0' '"recovery":{"like":"cold-spare","repair":"never"},"spare_nodes":4'; do
    for command in plan 'run --trials 50'; do json_and_80 "$command $p5 --set 'run={$value}'"; done
  done
  for value in '{"kind":"capacity_block"}' '{"region":"eu-west-2","on":"2026-07-01"}' '{"region":"us-west-2"}' '{}'; do
    json_and_80 "plan $p5 --set run.start=2025-05-01 --set 'price=$value' --fail-if 'cost>10M'"
  done
  json_and_80 "memory $p5 --set 'training.parallel.offload={\"optimizer\": true, \"activations\": true}'"
  json_and_80 "plan $p5 --set training.parallel.tensor=2"
  local experts='model=mixtral-8x7b --set training.parallel={\"expert\":8} --set training.expert_capacity_factor=1.25'
  json_and_80 "plan $p5 --set $experts"
  json_and_80 "plan $p5 --set cluster.instance=hls-gaudi3 --set training.expert_capacity_factor=1.25"
  local again="training.parallel.recompute"
  for command in plan memory step trace; do
    json_and_80 "$command $p5 --set $again=full --set ${again}_method=block --set ${again}_num_layers=2"
    json_and_80 "$command $inputs/experts.json --set $again=selective --set '${again}_modules=mla_up_proj, moe_act'"
    json_and_80 "$command $p5 --set training.kind=lora --set training.frozen_weights=nf4"
  done
}

searches() {
  local space="--schedules 1f1b --zero 1 --no-offload --context 1"
  for objective in step_time gpu_hours cost energy; do
    json_and_80 "search $a100 --space framework --objective $objective --top 2"
  done
  everywhere "search $a100 $space --top 3"
  everywhere "search $p5 --space framework --schedules 1f1b,zb_v --nodes 128..256:64 --top 5"
  once "search $a100 $space --top 3 --jobs 1"
  json_and_80 "search $a100 $space --tensor 8 --pipeline 1"
  json_and_80 "search $a100 $space --tensor 8 --pipeline 8 --fit-confidence 99%"
  once "search $a100 --fit-confidence 100%"
  json_and_80 "search $a100 --tensor 8 --pipeline 8 --virtual-pipeline 1 --micro-batch-size 1,2 --recompute none"
  once "search $inputs/experts.json --space framework --expert 8,64 --min-micro-batches 4"
  once "search $inputs/everything.json --space framework --phase long --top 2"
  once "search $a100 --max-plans 1000"
  once "search $a100 --pipeline 7 --tensor 5"
  once "search $p5 --objective speed --top 0 --zero 4"
}

what_to_train_on_what() {
  for question in '--compute 1e24 --on p5.48xlarge' '--params 70B' '--params 70B --tokens 15T' '--tokens 15T' \
    '--loss 2.0 --law sardana-2024 --inference-tokens 1T' "--budget '\$5M' --on p5.48xlarge --mfu 45%" \
    '--compute "100 PF-days"' '--params 1B --unique-tokens 1B --experts 8 --granularity 4' \
    '--compute 1e24 --on p5.48xlarge --region eu-west-2 --price-kind capacity_block --date 2025-07-01'; do
    everywhere "scale $question"
  done
  for law in besiroglu-2024 clark-2022 deepseek-llm-2024 gadre-2024 hoffmann-2022-1 hoffmann-2022-2 hoffmann-2022-3 \
    hoffmann-2022-3-table kaplan-2020 krajewski-2024 llama-3-2024 muennighoff-2023 sardana-2024 sardana-2024-refit; do
    for question in '--compute 5.76e23' '--params 70B --tokens 1.4T' '--loss 2.2'; do
      json_and_80 "scale $question --law $law"
    done
  done
  for question in '--params 70B --tokens 1.4T --law hoffmann-2022-3' '--compute 1e24 --law kaplan-2020' \
    '--loss 2.0 --law sardana-2024 --inference-tokens 1T' '--params 1B --tokens 1T --law clark-2022' \
    "--budget '\$5M' --on p5.48xlarge"; do
    once "scale $question -o loss.svg && cat loss.svg"
  done
  once "scale --compute 1e24 -o loss.html && cat loss.html"
  once "scale --budget '\$20k' --on p5.48xlarge --days 30 -o loss.svg"
  for question in '' '--compute 1e24 --params 70B' '--compute -1' '--compute 1e24 --law chinchilla' \
    "--budget '\$5M'" '--compute lots' '--compute 1e24 --mfu 0 --experts 0'; do
    once "scale $question"
  done
}

networks() {
  json_and_80 "network dgx-h100 --nodes 2 --gpus-per-node 4"
  once "network dgx-h100 --nodes 2 --gpus-per-node 9"
  json_and_80 "network $inputs/no_link.json --show"
  for name in $(names instances); do
    json_and_80 "network $name"
    json_and_80 "network $name --nodes 4 --expect"
    json_and_80 "network $name --nodes 16 --show"
    at_80 "network $name --nodes 20 --contention --bytes '256 MiB'"
  done
  for name in all_reduce all_gather reduce_scatter all_to_all broadcast reduce send_receive; do
    everywhere "network p5.48xlarge --nodes 2 --collective $name --bytes '1 KiB,1 MiB,1 GiB'"
    json_and_80 "network p5.48xlarge --nodes 8 --contention --collective $name --bytes '64 MiB'"
  done
  for name in $(grep -l '"role": "fabric"' catalogs/networks/*.json); do
    at_80 "network dgx-h100 --nodes 64 --show --fabric $(basename "$name" .json)"
  done
  everywhere "network p5.48xlarge --nodes 16 --expect"
  everywhere "network p5.48xlarge --nodes 16 --show"
  everywhere "network p5.48xlarge --nodes 16 --contention --oversubscription 2:1"
  for log in all_reduce odd_all_reduce; do
    everywhere "network p5.48xlarge --nodes 2 --log $inputs/$log.log"
  done
  once 'network p5.48xlarge --nodes 16 --expect -o busbw.svg'
  once "network p5.48xlarge --nodes 2 --log $inputs/odd_all_reduce.log -o busbw.svg"
  for shape in 'p5.48xlarge --nodes 16' 'dgx-h100 --nodes 64 --oversubscription 2:1' 'p6e-gb200.36xlarge --nodes 4' \
    'trn2.48xlarge --nodes 4' "$p5"; do
    once "network $shape --show --dot network.dot --svg network.svg"
  done
  once 'network dgx-h100 --nodes 16 --contention --routing d-mod-k --jobs-beside 2 --failed-nics 2 --oversubscription 3'
  for mistake in 'p5.48xlagre' 'p5.48xlarge --collective allreduce' 'p5.48xlarge --bytes 8,many' 'p5.48xlarge --nodes 0' \
    'p5.4xlarge --nodes 2' 'p5.48xlarge --nodes 2 --contention --show' 'p5.48xlarge --nodes 2 --show --fabric nvlink-4' \
    'p5.48xlarge --nodes 2 --contention --routing ecmp --failed-nics 99 --oversubscription 1:3' \
    'bm.gpu.b200.8 --nodes 2 --log nowhere.log' 'p5.4xlarge -o busbw.svg'; do
    once "network $mistake"
  done
}

facts_and_files() {
  everywhere 'catalog list'
  for kind in catalogs/*/; do
    kind=$(basename "$kind")
    everywhere "catalog list $kind"
    for name in $(names "$kind"); do json_and_80 "catalog show $kind/$name"; done
  done
  everywhere 'catalog show p5.48xlarge'
  everywhere 'catalog show accelerators/h100-sxm5-80gb'
  everywhere 'catalog check'
  everywhere "catalog check $inputs/my-catalog"
  once "catalog check $inputs/bad-catalog"
  once "catalog list models --catalog $inputs/my-catalog"
  at_80 "catalog show models/tiny --catalog $inputs/my-catalog"
  once "catalog show models/tiny --catalog $inputs/my-catalog --format md"
  once 'catalog show p5.48xlagre'
  everywhere 'catalog search h100'
  json_and_80 'catalog search llama 70b'
  once 'catalog search trainim1'
  once 'catalog show instance/p5.48xlarge'
  once 'catalog list modles'
  once 'catalog check nowhere'

  for config in tests/data/hf/*.json; do everywhere "import hf-config $config"; done
  once 'import hf-config tests/data/hf/qwen3-8b.json --name "my own" --format json -o model.json'
  once "import hf-config $inputs/everything.json"
  for log in megatron torchtitan nemo; do
    once "import $log-log tests/data/logs/$log.log"
    everywhere "import $log-log tests/data/logs/$log.log --instance p5.48xlarge"
    once "import $log-log tests/data/logs/$log.log --gpu H200 --model llama-3-8b --precision FP8 --source mine \
--format csv -o rows.csv"
    once "import $log-log tests/data/logs/$log.log --instance p5.48xlarge --num-gpus 24 --tp 3 --seq-len 0"
    once "import $log-log $inputs/all_reduce.log"
  done
  everywhere 'import nemo-log tests/data/logs/nemo1.log tests/data/logs/nemo.log --instance p5.48xlarge --num-gpus 16'
  everywhere "import nccl-tests $inputs/all_reduce.log --instance p5.48xlarge --nodes 2 --collective all_reduce"
  once "import nccl-tests $inputs/all_reduce.log"
  everywhere "import swf $inputs/jobs.swf"
  once "import swf $inputs/jobs.swf --start 2026-03-01 --processors-per-node 8 --instance p4d.24xlarge --name mine -o programme.json"
  everywhere "import sacct $inputs/jobs.sacct --nodes 16"
  everywhere "import demand $inputs/wishes.csv --start 2026-03-01"
  everywhere "import skypilot $inputs/vms.csv --on 2026-03-01"
  once "import skypilot $inputs/vms.csv --on 2026-03-01 --region us-east-1 --region us-west-2 --source mine --format json"
  once "import skypilot $inputs/vms.csv --on 2026-03-01 --region us-east-1 -o mine && cat mine/prices/p5.48xlarge.json && fmplan catalog check mine && fmplan plan $p5 --set run.start=2026-04-01 --catalog mine; rm -r mine"
  once "import skypilot $inputs/vms.csv"
  once "import skypilot $inputs/vms.csv --on 1999-01-01 --region us-esat-1"
  once "import skypilot $inputs/wishes.csv --on 2026-03-01"
  once "import skypilot $inputs/bill.csv --on 2026-03-01"
  once "import demand $inputs/wishes.csv"
  once "import demand $inputs/jobs.swf --start 2026-03-01"
  once "import swf $inputs/wishes.csv"
  once "import sacct $inputs/wishes.csv --nodes 2"
  once "import nccl-tests $inputs/odd_all_reduce.log --gpu H100 --nodes 2 --gpus-per-node 8 --collective all_reduce \
--source mine --format csv -o rows.csv"

  for shell in bash zsh fish tcsh; do once "completion $shell"; done
  for words in '""' p catalog\ '""' 'catalog list ""' 'catalog list a' 'catalog show p5' 'catalog show instances/p5' \
    'plan --' 'run --s' 'search --o' 'network p' 'network --' 'scale --on p4' 'scale --law ""' 'plan x --format ""' \
    'plan x --format=j' 'import ""' 'calibrate ""' 'validate ""' 'completion ""' 'calibrate steps --hold-out ""' \
    'probe --on p5' "network --catalog $inputs/my-catalog our"; do
    once "__complete $words"
  done
}

# Rows of some sources only: fits to all of them take too long.
rows_of() { printf "grep -E '^(source_id|%s),' %s >rows.csv && fmplan %s\n" "$1" "$2" "$3"; }

measurements() {
  local kernels="calibrate kernels $inputs/kernels.csv --accelerator h100-sxm5-80gb"
  everywhere "$kernels --fit-all"
  once "$kernels --fit-all -o kernels.json"
  once "$kernels"
  local steps='internevo_7b|nvidia_nemo_2407|megatron_sc21_table1|ibm_fms_fsdp'
  for held_out in none folds sources all; do
    rows_of "$steps" validation/steps.csv "calibrate steps rows.csv --hold-out $held_out -o steps.json"
  done
  for format in table json csv md; do
    rows_of "$steps" validation/steps.csv "calibrate steps rows.csv --leave-out ibm_fms_fsdp --format $format"
  done
  rows_of "$steps" validation/steps.csv 'calibrate steps rows.csv --jobs 1 -o steps.json'
  local memory=simumax_b200
  for format in table json csv md; do
    rows_of "$memory" validation/memory.csv "calibrate memory rows.csv --format $format"
  done
  rows_of "$memory" validation/memory.csv "calibrate memory rows.csv --source 'some rows' -o memory.json"
  local campaigns='eleutherai|ibm|bigscience'
  for format in table json csv md; do
    rows_of "$campaigns" validation/campaigns.csv "calibrate campaigns rows.csv --format $format"
  done
  local collectives=validation/collectives/nccl_tests.csv
  for format in table json csv md; do
    rows_of aws_awsome_nccltests "$collectives" "calibrate collectives rows.csv --instance p5.48xlarge --format $format"
  done
  rows_of aws_awsome_nccltests "$collectives" \
    'calibrate collectives rows.csv --profile p5-efa --cross-validate -o profile.json'
  rows_of 'aws_awsome_nccltests|oci_h100_2n' "$collectives" \
    'calibrate collectives rows.csv --profile p5-efa --hold-out -o profile.json'
  rows_of aws_eks_p5_points "$collectives" 'calibrate collectives rows.csv --instance p5.48xlarge -o profile.json'
  for kind in kernels steps memory collectives; do once "calibrate $kind $inputs/all_reduce.log"; done
  everywhere 'probe --model mixtral-8x7b --on p6-b200.48xlarge -o probe.sh'
  everywhere 'probe --model deepseek-v3 --on nd96isr-mi300x-v5 -o probe.sh'
  once 'probe --on p5.48xlarge'
  once 'probe --model llama-3-8b --on p5.48xlarge --format json'
  once 'probe --on trn2.48xlarge --model no-such'
  local probe="calibrate probe $inputs/probe_result.json"
  everywhere "$probe"
  once "$probe --on nd96isr-mi300x-v5"
  once "$probe -o p5.48xlarge-probe.json"
  once "calibrate probe $inputs/wrong.json"
  printf '%s\n' "mkdir -p mine/calibration && fmplan $probe -o mine/calibration/p5.48xlarge-probe.json && \
fmplan plan $p5 --catalog mine; rm -r mine"

  for rows in kernels steps campaigns memory collectives/nccl_tests collectives/one_node; do
    everywhere "validate ${rows%/*} validation/$rows.csv"
    once "validate ${rows%/*} validation/$rows.csv --rows --format json"
    once "validate ${rows%/*} validation/steps.csv"
    once "validate ${rows%/*} $inputs/kernels.csv"
  done
  everywhere 'validate steps validation/steps.csv --anchor validation/steps.csv'
  once 'validate memory validation/memory_trial.csv'
  local deltas='validate deltas validation/deltas/pairs.csv validation/deltas/rows.csv'
  # Each of these fits anew without the sources of its pairs: the other formats of a few.
  local few="head -n 2 validation/deltas/pairs.csv >pairs.csv && fmplan validate deltas pairs.csv validation/deltas/rows.csv"
  printf '%s\n' "$few --format md"
  once "$deltas --leave-out vtrain_single --leave-out nowhere --rows --format json"
  once 'validate deltas validation/deltas/rows.csv validation/deltas/pairs.csv'
}

# Keys of JSON answers, and nulls, that no other command gets.
rarely_in_json() {
  local nothing_divides='--set training.parallel=auto --set training.global_batch_size=1 --set cluster.nodes=512'
  nothing_divides+=' --set cluster.strict=true'
  for command in plan step memory trace 'run --trials 20'; do once "$command $p5 $nothing_divides --format json"; done
  once "run $p5 --trials 20 --set training.parallel.tensor=2 --format json"
  once "plan $inputs/experts.json --set training.parallel.expert_tensor=1 --format json"
  once "plan $p5 --set training.parallel.zero_stage=3 --set training.parallel.shard_group=8 --format json"
  once "trace $p5 -o step.json -o step.svg"
  once "trace $p5 -o step.svg --format json"
  once "trace $p5 -o step.json --format json"
  once 'network p5.48xlarge --nodes 512 --show --format json'
  printf '%s\n' "grep -v 'batch size' tests/data/logs/torchtitan.log >rates.log && \
fmplan import torchtitan-log rates.log --instance p5.48xlarge --format json"
  for rows in kernels steps campaigns memory; do
    printf 'head -n 1 validation/%s.csv >rows.csv && fmplan validate %s rows.csv --format json\n' $rows $rows
  done
}

# Where clasp is installed or not must not matter.
programmes() {
  local programme teams=programmes/two-teams.json
  for programme in programmes/*.json; do json_and_80 "programme $programme --trials 50 --no-proof --no-remedies"; done
  everywhere "programme $teams --trials 100 --no-proof --set pools.shared.deliveries.0.on=2026-03-05"
  json_and_80 "programme $teams --trials 20 --no-proof --no-remedies --set pools.shared.kind=capacity_block"
  once "programme $teams --trials 20 --no-proof --no-remedies --set 'currency={\"code\": \"JPY\", \"per_dollar\": 150, \"on\": \"2026-02-01\", \"source\": \"a test\"}' --format json"
  json_and_80 "sweep $teams --set pools.shared.deliveries.0.nodes=3..6"
  once "programme $teams --trials 50 --no-proof --no-remedies -o plan.svg && cat plan.svg"
  once "programme $teams --trials 50 --no-proof --no-remedies -o plan.html && cat plan.html"
  once "programme $teams --trials 50 --no-proof --no-remedies -o plan.ics && cat plan.ics"
  json_and_80 "compare $teams --with policy.kind=fifo --with pools.shared.deliveries.0.on=2026-03-05"
  for programme in programmes/*.json; do once "export focus $programme --trials 20 --no-proof"; done
  once "export focus $teams --trials 20 --no-proof --set 'currency={\"code\": \"JPY\", \"per_dollar\": 149.37, \"on\": \"2026-02-01\", \"source\": \"a test\"}'"
  once "export focus $teams --trials 20 --no-proof --set pools.shared.kind=capacity_block"
  once "export focus $teams --trials 20 --no-proof --set pools.shared.deliveries.0.on=2026-03-27"
  once "export aws-budgets programmes/geniac-cycle2.json --trials 20 --no-proof"
  once "export aws-budgets $teams --trials 20 --no-proof -o budget.json && cat budget.json"
  once "export ics $teams --trials 20 --no-proof"
  once "export vantage programmes/geniac-cycle2.json --trials 20 --no-proof"
  once "export focus $teams --trials 20 --no-proof --focus-version 1.4"
  everywhere "reconcile $teams $inputs/bill.csv --trials 20 --no-proof"
  for by in organisation pool; do json_and_80 "reconcile $teams $inputs/bill.csv --trials 20 --no-proof --by $by"; done
  once "export focus programmes/geniac-cycle2.json --trials 20 --no-proof -o plan.csv && sed '2,\$s/,forecast,/,actual,/' plan.csv | grep -v '2025-03-01T00:00:00Z,Usage' >bill.csv && fmplan reconcile plan.csv bill.csv --format json"
  json_and_80 "programme programmes/campus.json --trials 20 --no-proof --no-remedies --set policy.kind=fair_share"
  json_and_80 "programme $teams --trials 20 --no-proof --set pools.shared.deliveries.0.nodes=7 --set pools.shared.deliveries.0.on=+10d"
  json_and_80 "programme $teams --trials 20 --no-proof --explain all"
  json_and_80 "solve $teams --vary pools.shared.deliveries.0.nodes --until 'on_time>=90%' --trials 20"
  once "__complete programme $teams --set pools.shared."
  once "__complete programme $teams --fail-if o"
  for mistake in "programme $teams --explain cots" "solve $teams --vary pools.shared.deliveries.0.on --until 'on_time>=90%'" \
    "solve $p5 --vary cluster.nodes --until 'days<60' --trials 5"; do
    once "$mistake"
  done
  for mistake in "programme $p5" 'programme nowhere.json' "programme $teams --drop nobody" "programme $teams --only nobody" \
    "programme $teams --set pools.nowhere.spares=1" "programme $teams --trials 0" "programme $teams --fail-if 'days>3'" \
    "programme $teams --trials 20 --no-proof --no-remedies --fail-if 'on_time<101%'" \
    "programme $teams --set policy.kind=lottery" "export xlsx $teams" "export focus $teams -o plan.xlsx" \
    "export focus --format json $teams" "export focus $p5" "export focus $teams --focus-version 1.3" "export xlsx $p5 --trials 5 --drop alpha -o plan.xlsx" \
    "reconcile $teams $inputs/bill.csv --fail-if 'diference>1%'" \
    "reconcile $teams $inputs/bill.csv --trials 20 --no-proof --quiet --fail-if 'difference>2% and unplanned>\$1K' --fail-if 'efficiency>0'" "export aws-budgets $teams --set end=2027-03-29" \
    "export aws-budgets $teams --trials 20 --from 2027-01" "export aws-budgets programmes/campus.json --trials 20 --no-proof" \
    "export aws-budgets programmes/geniac-cycle2-catalogue-prices.json --trials 20 --no-proof" \
    "reconcile $teams $inputs/wishes.csv" "reconcile $p5 $inputs/bill.csv" "reconcile $inputs/bill.csv $inputs/bill.csv --trials 5" \
    "reconcile $inputs/wishes.csv $inputs/bill.csv" "reconcile $teams nowhere.csv" "reconcile $teams $inputs/bill.csv --by day"; do
    once "$mistake"
  done
}

help_and_mistakes() {
  once ''
  once '--version'
  once '--help'
  once 'help'
  once 'help plan'
  once 'no-such-command --help'
  once 'help pln'
  for command in plan step memory run trace search compare scale network catalog 'catalog list' 'catalog show' \
    'catalog search' 'catalog check' import 'import nccl-tests' 'import megatron-log' 'import torchtitan-log' 'import nemo-log' \
    'import hf-config' 'import swf' 'import sacct' 'import demand' 'import skypilot' calibrate 'calibrate kernels' 'calibrate steps' 'calibrate memory' 'calibrate collectives' \
    'calibrate campaigns' probe 'calibrate probe' \
    validate 'validate kernels' 'validate steps' 'validate campaigns' 'validate memory' 'validate collectives' \
    'validate deltas' \
    programme serve mcp export 'export focus' 'export xlsx' 'export aws-budgets' 'export vantage' 'export ics' reconcile completion; do
    once "$command --help"
    printf 'COLUMNS=60 on_terminal fmplan %s\n' "$command --help"
    # What serves waits for questions.
    [[ $command == serve ]] || once "$command"
    once "$command --no-such-option 3"
  done
  printf '%s\n' "fmplan serve --openapi -o openapi.json && rm openapi.json"
  for mistake in '--listen nowhere' '--listen 127.0.0.1:99999' '--listen 0.0.0.0:8080' '--token-file missing.txt' \
    "--token-file $inputs/wrong.json --jobs-file jobs" '--rate 0 --jobs-file jobs' '--jobs-file missing/jobs'; do
    once "serve $mistake"
  done
  for message in '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}' '{"jsonrpc":"2.0","method":"notifications/initialized"}' \
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"explain","arguments":{"keys":"days"}}}' '{"jsonrpc":"2.0","id":3,"method":"x"}' '{'; do
    printf "echo '%s' | fmplan mcp\n" "$message"
  done
  for mistake in plna "plan $p5 --format xml" "plan $p5 --frmat json" "plan $p5 $a100" 'plan nowhere.json' 'plan scenarios' \
    "plan $p5 --seed -1" "plan $p5 --jobs 2.5" "plan $p5 --catalog nowhere" "plan $p5 --set cluster.nodes" \
    "plan $p5 --set cluster.nodse=4" "plan $p5 --set cluster.nodes=many" "plan $p5 --set training.parallel.tensor=7" \
    "plan $p5 --set cluster.instance=p5.48xlagre" "plan $p5 --set training.parallel.virtual_pipeline=7" \
    "plan $p5 --set run.failures=often" "plan $p5 --set price.region=mars-east-1" "plan $p5 --set price.on=1999-01-01" \
    "plan $p5 --network flow" "plan $p5 --anchor nowhere.csv" "plan $p5 --anchor $inputs/all_reduce.log" \
    "plan $p5 --fail-if days" "plan $p5 --fail-if 'dyas>3'" "plan $p5 --fail-if 'days>soon'" "plan $p5 --fail-if 'cost>1M'" \
    "plan $p5 --fail-if 'cost>100M'" "plan $p5 -o missing/plan.txt" "plan $p5 >/dev/full" "plan $p5 --set cluster.nodes=auto" \
    "plan $p5 --set cluster.nodes=auto --set run.deadline=2025-03-02" "plan $inputs/wrong.json" \
    "plan $inputs/cut_short.json" "run $inputs/wrong.json" "compare $p5" "compare $p5 nowhere.json" \
    "compare $p5 $inputs/cut_short.json" "memory $p5 --mode exact" "run $p5 --trials 0 --spares some --trial x -o run.pdf" \
    "run $p5 --timeline trial.txt" "run $p5 --set training.parallel.tensor=2" "trace $p5 --slow 9:2" "trace $p5 --slow x" \
    "trace $p5 --jitter much --phase late -o step.png" "trace $p5 --phase late" 'validate steps nowhere.csv' \
    'import hf-config nowhere.json' 'import nccl-tests nowhere.log'; do
    once "$mistake"
  done
}

many_scenarios
a_training_run
scenarios_by_value
searches
what_to_train_on_what
networks
facts_and_files
measurements
rarely_in_json
programmes
help_and_mistakes
