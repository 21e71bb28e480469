#include "core/answer/search_question.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/base/suggestion.h"

namespace fmplan::answer {
namespace {

using plan::Objective;
using plan::SearchQuestion;
using plan::SearchSpace;

/// Everything that a plan can say, what of it the framework offers, or what "auto" varies.
enum class Space { kAll, kWhole, kFramework };
constexpr auto kSpaces =
    names<Space>({{"all", Space::kAll}, {"whole", Space::kWhole}, {"framework", Space::kFramework}});
/// Numbers of one list, a degree and leaders at most: chosen, more than clusters or readers have.
constexpr std::size_t kMostNumbers = 20'000;
constexpr int kLargestDegree = 1'000'000;
constexpr int kMostLeaders = 1000;

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ',')
      parts.emplace_back();
    else if (c != ' ')
      parts.back() += c;
  }
  return parts;
}

std::optional<int> whole_number(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

struct Stretch {
  int first = 0, last = 0, step = 1;
};

/// "8", "32..128" or "32..128:8".
std::optional<Stretch> parse_stretch(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) {
    const auto number = whole_number(text);
    return number ? std::optional(Stretch{*number, *number}) : std::nullopt;
  }
  const std::size_t colon = text.find(':', dots);
  const auto first = whole_number(text.substr(0, dots));
  const auto last = whole_number(text.substr(dots + 2, colon == std::string_view::npos ? colon : colon - dots - 2));
  const auto step = colon == std::string_view::npos ? std::optional(1) : whole_number(text.substr(colon + 1));
  if (!first || !last || !step || *step < 1 || *last < *first) return std::nullopt;
  return Stretch{*first, *last, *step};
}

/// The values of a closed list, in the order typed; nothing where none was typed.
template <class E, std::size_t N>
std::vector<E> parse_names(const char* option, const std::string& text, const NameTable<E, N>& names, Issues& issues) {
  std::vector<E> values;
  if (text.empty()) return values;
  for (const std::string& word : split(text)) {
    const std::optional<E> value = names.parse(word);
    if (!value) {
      const std::vector<std::string> known(names.texts.begin(), names.texts.end());
      issues.push_back(
          {option, fmt::format("\"{}\" is none of {}{}", word, fmt::join(known, ", "), did_you_mean(word, known))});
      continue;
    }
    if (std::find(values.begin(), values.end(), *value) == values.end()) values.push_back(*value);
  }
  return values;
}

/// A list that was typed takes the place of the space's.
template <class T>
void restrict_to(std::vector<T>& choices, std::vector<T> typed) {
  if (!typed.empty()) choices = std::move(typed);
}

void restrict_space(SearchSpace& space, const SearchArguments& arguments, Issues& issues) {
  const auto degrees = [&](const char* option, const std::string& text) {
    return parse_numbers(option, text, 1, kLargestDegree, issues);
  };
  restrict_to(space.tensor, degrees("--tensor", arguments.tensor));
  restrict_to(space.pipeline, degrees("--pipeline", arguments.pipeline));
  restrict_to(space.virtual_pipeline, degrees("--virtual-pipeline", arguments.virtual_pipeline));
  restrict_to(space.context, degrees("--context", arguments.context));
  restrict_to(space.expert, degrees("--expert", arguments.expert));
  if (!arguments.context.empty()) space.fewest_context_tokens = 1;
  restrict_to(space.micro_batch_sizes, degrees("--micro-batch-size", arguments.micro_batch_sizes));
  const std::vector<int> fewest = degrees("--min-micro-batches", arguments.min_micro_batches);
  if (fewest.size() > 1)
    issues.push_back({"--min-micro-batches", "is one number, for instance 8"});
  else if (!fewest.empty())
    space.fewest_micro_batches = fewest.front();
  restrict_to(space.schedules, parse_names("--schedules", arguments.schedules, model::kPipelineScheduleNames, issues));
  restrict_to(space.zero_stages, parse_names("--zero", arguments.zero_stages, model::kZeroStageNames, issues));
  if (!arguments.zero_stages.empty()) space.zero_stages_in_pipeline.clear();
  const std::vector<model::Recompute> kinds =
      parse_names("--recompute", arguments.recompute, model::kRecomputeNames, issues);
  restrict_to(space.recompute, std::vector<model::Recomputation>(kinds.begin(), kinds.end()));
  if (arguments.no_offload) space.offloads = {{}};
  space.tensor_across_domains = arguments.tensor_across_domains;
}

void check_tensor(const plan::Scenario& scenario, const SearchSpace& space, Issues& issues) {
  const hardware::Instance& instance = scenario.cluster.instance;
  const int domain = instance.scale_up ? instance.scale_up_domain : 1;
  if (space.tensor.empty() || space.tensor_across_domains || space.tensor.back() <= domain) return;
  issues.push_back({"--tensor", fmt::format("{} is more than the {} accelerators of a scale-up domain of {}; add "
                                            "--tensor-across-domains, or use at most {}",
                                            space.tensor.back(), domain, instance.name, domain)});
}

void check_experts(const plan::Scenario& scenario, const SearchSpace& space, Issues& issues) {
  const auto& moe = scenario.model.moe;
  for (const int expert : space.expert) {
    if (!moe && expert != 1)
      issues.push_back({"--expert", fmt::format("{} needs a mixture of experts, but {} is dense; leave it out", expert,
                                                scenario.model.name)});
    else if (moe && moe->num_experts % expert != 0)
      issues.push_back({"--expert", fmt::format("{} does not divide the {} experts", expert, moe->num_experts)});
  }
}

/// Chunks must divide the layers of some pipeline's stages.
void check_chunks(const plan::Scenario& scenario, const SearchSpace& space, const std::vector<int>& node_counts,
                  Issues& issues) {
  const int layers = scenario.model.num_layers;
  for (const int chunks : space.virtual_pipeline) {
    if (chunks == 1) continue;
    const bool fits = std::any_of(node_counts.begin(), node_counts.end(), [&](int num_nodes) {
      const std::vector<int> pipelines = plan::divisors(num_nodes * scenario.cluster.instance.accelerators_per_node);
      return std::any_of(pipelines.begin(), pipelines.end(), [&](int pipeline) {
        return pipeline > 1 && pipeline * std::int64_t{chunks} <= layers &&
               model::layers_per_stage(layers, pipeline) % chunks == 0;
      });
    });
    if (!fits)
      issues.push_back({"--virtual-pipeline", fmt::format("{} divides the layers of no stage that {} layers on such "
                                                          "machines make; see the divisors of {} / pipeline",
                                                          chunks, layers, layers)});
  }
}

/// The machine must hold so many nodes.
void check_nodes(const plan::Scenario& scenario, const std::vector<int>& node_counts, Issues& issues) {
  plan::Scenario sized = scenario;
  sized.search_nodes = false;
  sized.search_parallel = true;
  for (plan::Phase& phase : sized.phases) {
    phase.num_nodes.reset();
    phase.parallel.reset();
  }
  for (const int num_nodes : node_counts) {
    sized.cluster.num_nodes = num_nodes;
    const Issues found = check_scenario(sized);
    if (found.empty()) continue;
    issues.push_back({"--nodes", found.front().message});
    return;
  }
}

void check_objective(const plan::Scenario& scenario, Objective objective, Issues& issues) {
  const bool priced = scenario.price.chosen && scenario.price.chosen->price;
  if (objective == Objective::kCost && !priced)
    issues.push_back(
        {"--objective", fmt::format("cost: no {} price of {} in {} is known{}; set price.per_node_hour, another "
                                    "price.kind or price.region, or use gpu_hours",
                                    scenario.price.kind, scenario.cluster.instance.name, scenario.price.region,
                                    scenario.price.on ? " on " + date_text(*scenario.price.on) : "")});
  if (objective == Objective::kEnergy && !scenario.cluster.instance.accelerator.power)
    issues.push_back({"--objective", fmt::format("energy: the power of {} is not published; use gpu_hours",
                                                 scenario.cluster.instance.accelerator.name)});
}

/// A change of the options, by the words that make it.
struct Change {
  std::string option;
  std::function<void(SearchArguments&)> apply;
};

std::optional<std::int64_t> num_plans_with(const plan::Scenario& scenario, const plan::Phase& phase,
                                           SearchArguments arguments, const Change& change) {
  change.apply(arguments);
  try {
    return num_plans(scenario, phase, search_question(scenario, phase, arguments));
  } catch (const InputError&) {
    return std::nullopt;
  }
}

std::vector<Narrowing> sizes_with(const plan::Scenario& scenario, const plan::Phase& phase,
                                  const SearchArguments& arguments, const std::vector<Change>& changes) {
  std::vector<Narrowing> sizes;
  for (const Change& change : changes)
    if (const auto num = num_plans_with(scenario, phase, arguments, change); num && *num > 0)
      sizes.push_back({change.option, *num});
  return sizes;
}

Change set(const std::string& option, std::string SearchArguments::*member, const std::string& value) {
  return {option + " " + value, [member, value](SearchArguments& arguments) { arguments.*member = value; }};
}

}  // namespace

std::vector<int> parse_numbers(const char* option, const std::string& text, int least, int most, Issues& issues) {
  std::set<int> numbers;
  if (text.empty()) return {};
  for (const std::string& part : split(text)) {
    const std::optional<Stretch> stretch = parse_stretch(part);
    if (!stretch) {
      issues.push_back({option, fmt::format("cannot read \"{}\"; write 8, or 4,8, or 4..8, or 32..128:8", part)});
      continue;
    }
    if (stretch->first < least || stretch->last > most) {
      issues.push_back({option, fmt::format("\"{}\" is not from {} to {}", part, least, most)});
      continue;
    }
    if ((stretch->last - stretch->first) / stretch->step >= static_cast<int>(kMostNumbers)) {
      issues.push_back(
          {option, fmt::format("\"{}\" has more than {} numbers; write a step, for instance {}..{}:{}", part,
                               kMostNumbers, stretch->first, stretch->last, (stretch->last - stretch->first) / 100)});
      continue;
    }
    for (std::int64_t number = stretch->first; number <= stretch->last; number += stretch->step)
      numbers.insert(static_cast<int>(number));
  }
  if (numbers.size() > kMostNumbers) {
    issues.push_back({option, fmt::format("has {} numbers, more than {}", numbers.size(), kMostNumbers)});
    return {};
  }
  return {numbers.begin(), numbers.end()};
}

const plan::Phase& searched_phase(const plan::Scenario& scenario, const SearchArguments& arguments) {
  const auto& phases = scenario.phases;
  if (arguments.phase.empty())
    return *std::max_element(phases.begin(), phases.end(),
                             [](const auto& a, const auto& b) { return a.tokens < b.tokens; });
  std::vector<std::string> names;
  for (const plan::Phase& phase : phases) {
    if (phase.name == arguments.phase) return phase;
    names.push_back(phase.name);
  }
  throw InputError("--phase", fmt::format("\"{}\" is no phase of the scenario; there are {}{}", arguments.phase,
                                          fmt::join(names, ", "), did_you_mean(arguments.phase, names)));
}

SearchQuestion search_question(const plan::Scenario& scenario, const plan::Phase& phase,
                               const SearchArguments& arguments) {
  Issues issues;
  SearchQuestion question;
  const auto spaces = parse_names("--space", arguments.space, kSpaces, issues);
  const Space asked = spaces.empty() ? Space::kWhole : spaces.front();
  const model::ParallelPlan stated = phase.parallel.value_or(scenario.parallel);
  question.space = asked == Space::kFramework ? plan::framework_space(stated, scenario) : plan::whole_space(scenario);
  if (asked != Space::kAll) question.space = within(std::move(question.space), scenario.framework.offers);
  restrict_space(question.space, arguments, issues);
  check_tensor(scenario, question.space, issues);

  const auto objectives = parse_names("--objective", arguments.objective, plan::kObjectiveNames, issues);
  if (objectives.size() > 1) issues.push_back({"--objective", "is one of them at a time"});
  if (!objectives.empty()) question.objective = objectives.front();
  check_objective(scenario, question.objective, issues);

  question.fit_confidence = scenario.fit_confidence;
  if (!arguments.fit_confidence.empty()) {
    const std::optional<double> chance = parse_ratio(arguments.fit_confidence);
    if (!chance || !(*chance >= plan::kLeastFitConfidence && *chance <= plan::kMostFitConfidence))
      issues.push_back({"--fit-confidence",
                        fmt::format("cannot read \"{}\" as a chance from 50 % to 99 %; write it like 0.95 or 95%",
                                    arguments.fit_confidence)});
    question.fit_confidence = chance.value_or(question.fit_confidence);
  }

  const std::vector<int> top = parse_numbers("--top", arguments.top, 1, kMostLeaders, issues);
  if (top.size() == 1)
    question.num_best = top.front();
  else if (!top.empty())
    issues.push_back({"--top", "is one number, for instance 10"});

  const int per_node = scenario.cluster.instance.accelerators_per_node;
  const int most_nodes = static_cast<int>(plan::kMostAccelerators / per_node);
  question.node_counts = parse_numbers("--nodes", arguments.nodes, 1, most_nodes, issues);
  if (arguments.nodes.empty()) {
    if (scenario.search_nodes && !phase.num_nodes)
      issues.push_back({"--nodes", "the scenario leaves the nodes open; write for instance --nodes 32..128"});
    else
      question.node_counts = {phase_nodes(scenario, phase)};
  } else if (issues.empty()) {
    check_nodes(scenario, question.node_counts, issues);
  }
  check_experts(scenario, question.space, issues);
  if (issues.empty()) check_chunks(scenario, question.space, question.node_counts, issues);
  if (!issues.empty()) throw InputError(std::move(issues));
  return question;
}

std::vector<Narrowing> narrowings(const plan::Scenario& scenario, const plan::Phase& phase,
                                  const SearchArguments& arguments) {
  const SearchQuestion question = search_question(scenario, phase, arguments);
  const std::int64_t all = num_plans(scenario, phase, question);
  std::vector<Change> changes = {set("--space", &SearchArguments::space, "framework"),
                                 set("--schedules", &SearchArguments::schedules, "1f1b"),
                                 set("--zero", &SearchArguments::zero_stages, "1"),
                                 set("--recompute", &SearchArguments::recompute, "selective"),
                                 set("--micro-batch-size", &SearchArguments::micro_batch_sizes, "1,2,4"),
                                 set("--context", &SearchArguments::context, "1"),
                                 {"--no-offload", [](SearchArguments& changed) { changed.no_offload = true; }}};
  if (arguments.tensor_across_domains)
    changes.push_back(
        {"no --tensor-across-domains", [](SearchArguments& changed) { changed.tensor_across_domains = false; }});
  if (question.node_counts.size() > 1)
    changes.push_back(set("--nodes", &SearchArguments::nodes,
                          fmt::format("{},{}", question.node_counts.front(), question.node_counts.back())));
  std::vector<Narrowing> sizes = sizes_with(scenario, phase, arguments, changes);
  std::erase_if(sizes, [all](const Narrowing& size) { return size.num_plans >= all; });
  std::stable_sort(sizes.begin(), sizes.end(),
                   [](const Narrowing& a, const Narrowing& b) { return a.num_plans < b.num_plans; });
  return sizes;
}

std::vector<Narrowing> widenings(const plan::Scenario& scenario, const plan::Phase& phase,
                                 const SearchArguments& arguments) {
  const std::pair<const char*, std::string SearchArguments::*> kLists[] = {
      {"--tensor", &SearchArguments::tensor},
      {"--pipeline", &SearchArguments::pipeline},
      {"--virtual-pipeline", &SearchArguments::virtual_pipeline},
      {"--context", &SearchArguments::context},
      {"--expert", &SearchArguments::expert},
      {"--schedules", &SearchArguments::schedules},
      {"--nodes", &SearchArguments::nodes}};
  std::vector<Change> changes;
  for (const auto& [option, member] : kLists)
    if (!(arguments.*member).empty())
      changes.push_back({std::string(option) + " " + arguments.*member,
                         [member = member](SearchArguments& changed) { (changed.*member).clear(); }});
  return sizes_with(scenario, phase, arguments, changes);
}

}  // namespace fmplan::answer
