#include <memory>
#include <utility>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/explain.h"
#include "cli/scenario_arguments.h"
#include "cli/search_output.h"
#include "cli/shard_output.h"
#include "cli/submit.h"
#include "cli/watch.h"
#include "core/answer/search_document.h"
#include "core/answer/search_question.h"
#include "core/what_if/search_part.h"

namespace fmplan::cli {
namespace {

struct CommandArguments {
  ScenarioOptions scenario;
  answer::SearchArguments search;
  std::vector<std::string> fail_if, explain;
  std::string shard;  ///< empty: all of it
  SubmitArguments submit;
};

what_if::PartHead search_shard_head(const CommandArguments& arguments, const LoadedScenario& loaded,
                                    const catalog::Catalog& catalog, const Options& options) {
  return what_if::signed_head(
      {.kind = what_if::PartKind::kSearch,
       .asked = {.name = arguments.scenario.file, .document = loaded.document, .folder = loaded.folder},
       .arguments = what_if::argument_texts(arguments.search),
       .fail_if = arguments.fail_if,
       .seed = options.seed,
       .shard = arguments.shard.empty() ? what_if::Shard() : what_if::parse_shard(arguments.shard)},
      catalog);
}

int run_search_shard(const SearchAsked& asked, const what_if::PartHead& head, const Options& options) {
  plan::SearchResult result;
  {
    InterruptibleProgress watch(options, "searching plans");
    result = search(asked.scenario, asked.phase(), part_of(asked.question, head.shard), watch);
  }
  if (result.stopped) return stopped_part(head, options);
  write_part(options.output, head, what_if::search_part_json(result));
  return kOk;
}

int run_search(const CommandArguments& arguments, const Options& options) {
  if (!arguments.shard.empty()) check_shard_file(options.output);
  check_submit(arguments.submit);
  const std::vector<answer::Condition> gates =
      answer::parse_conditions(arguments.fail_if, answer::search_figures(), "--fail-if");
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  const LoadedScenario loaded = load_scenario(arguments.scenario, catalog);
  SearchAsked asked{{answer::search_asked(loaded.scenario, arguments.search)}, gates};
  if (!arguments.shard.empty())
    return run_search_shard(asked, search_shard_head(arguments, loaded, catalog, options), options);
  if (arguments.submit.is_asked()) {
    const auto num_counts = static_cast<std::int64_t>(asked.question.node_counts.size());
    return submit(arguments.submit,
                  {.command = "search",
                   .fingerprint = search_shard_head(arguments, loaded, catalog, options).fingerprint,
                   .num_items = num_counts,
                   .items = "node counts",
                   .most_shards = num_counts,
                   .files = {arguments.scenario.file}},
                  options);
  }

  asked.explain = [&](const plan::Report& best) {
    return print_explanations(arguments.explain, best, loaded.document, catalog, options);
  };
  plan::SearchResult result;
  {
    InterruptibleProgress watch(options, "searching plans");
    result = search(asked.scenario, asked.phase(), asked.question, watch);
  }
  return print_search(asked, std::move(result), catalog.version(), options);
}

void add_space_options(Command& command, answer::SearchArguments& arguments) {
  const auto list = [&command](const char* label, std::string* text, const char* what) {
    command.add_option(label, text, what).problem = [](const std::string& given) {
      return given.empty() ? "is empty; leave it out for all" : "";
    };
  };
  command.add_option("--space NAME", &arguments.space,
                     "whole: what the scenario's framework can be told; all: what a plan can say, whatever runs it; "
                     "framework: what \"parallel\": \"auto\" varies [default: whole]");
  list("--nodes LIST", &arguments.nodes, "numbers of nodes: 32,64 or 32..128 or 32..128:8 [default: the scenario's]");
  list("--tensor LIST", &arguments.tensor, "tensor-parallel degrees, those alone: 4,8");
  command.add_option("--tensor-across-domains", &arguments.tensor_across_domains,
                     "also tensor parallelism that leaves the scale-up domain");
  list("--pipeline LIST", &arguments.pipeline, "pipeline stages, those alone");
  list("--virtual-pipeline LIST", &arguments.virtual_pipeline,
       "model chunks a stage of 1F1B and breadth-first, those alone");
  list("--context LIST", &arguments.context, "context-parallel degrees, those alone");
  list("--expert LIST", &arguments.expert, "expert-parallel degrees, those alone");
  list("--micro-batch-size LIST", &arguments.micro_batch_sizes, "sequences of a micro-batch, those alone");
  list("--min-micro-batches LIST", &arguments.min_micro_batches, "micro-batches of a pipeline in a step, at least");
  list("--schedules LIST", &arguments.schedules, "1f1b, gpipe, breadth_first, zb_h1, zb_v, dualpipe");
  list("--zero LIST", &arguments.zero_stages, "ZeRO stages: 0 to 3");
  list("--recompute LIST", &arguments.recompute, "none, selective, full");
  command.add_option("--no-offload", &arguments.no_offload, "nothing lies in the host's memory");
}

}  // namespace

void add_search_command(Command& app, const Options& options) {
  Command& command = app.add_command("search", "the best of all parallel plans, by time, money or energy");
  auto given = std::make_shared<CommandArguments>();
  answer::SearchArguments* const arguments = &given->search;
  add_scenario_arguments(command, given->scenario);
  command.add_option("--objective NAME", &arguments->objective,
                     "step_time, gpu_hours, cost or energy [default: step_time]");
  command.add_option("--top K", &arguments->top, "plans to show [default: 10]");
  command.add_option("--fit-confidence CHANCE", &arguments->fit_confidence,
                     "chance of fitting in memory that a plan must have [default: the scenario's, 90%]");
  command.add_option("--phase NAME", &arguments->phase, "phase to search for [default: the one with most tokens]");
  command.add_option("--max-plans N", &arguments->max_plans, "refuse larger spaces [default: 2B]");
  command.add_option("--shard I/N", &given->shard, "only the I-th of N parts of --nodes, for fmplan merge");
  command.add_option("--fail-if CONDITION", &given->fail_if,
                     "exit with 4 if it holds of the best plan, for instance 'step_time>10 s'; may be repeated");
  add_space_options(command, *arguments);
  add_explain_option(command, given->explain);
  add_submit_options(command, given->submit);
  command.footer =
      "Examples:\n"
      "  fmplan search scenarios/gpt3-175b-a100.json\n"
      "  fmplan search scenarios/gpt3-175b-a100.json --nodes 32..128:8 --objective gpu_hours\n"
      "  fmplan search scenarios/llama3-70b-p5.json --space framework --schedules 1f1b,zb_v --top 5\n"
      "Ctrl-C ends the search and shows the best so far.";
  command.run = [given, &options] { return run_search(*given, options); };
}

}  // namespace fmplan::cli
