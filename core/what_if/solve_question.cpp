#include "core/what_if/solve_question.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/issue.h"
#include "core/base/quantity_text.h"
#include "core/hardware/price.h"
#include "core/programme/edit.h"
#include "core/scenario/scenario_json.h"
#include "core/what_if/sweep_question.h"

namespace fmplan::what_if {
namespace {

using nlohmann::json;

/// Places at which a continuous value is tried first: a factor of 1.09 from a sixteenth to sixteen times.
constexpr int kFirstPlaces = 65;

/// What stands at a path of the scenario; empty where nothing does or it is no text or number.
std::string stated(const json& document, const std::string& path) {
  std::string pointer = "/" + path;
  std::ranges::replace(pointer, '.', '/');
  const json::json_pointer at(pointer);
  if (!document.contains(at)) return {};
  const json& value = document.at(at);
  return value.is_string() ? value.get<std::string>() : value.is_primitive() ? value.dump() : "";
}

std::string instance_of(const AskedScenario& asked) { return stated(asked.document, "cluster.instance"); }

std::string usual_list_of_programme(const std::string& path, const AskedScenario& asked) {
  const std::string_view last = std::string_view(path).substr(path.find_last_of("./") + 1);
  const std::optional<json> value = programme::programme_value(asked.document, path, asked.folder);
  if (last == "spares") return "0..16";
  if (last == "nodes" && value && value->is_number_integer() && value->get<int>() > 0)
    return fmt::format("1..{}", 2 * value->get<int>());
  return {};
}

/// The list that a path is tried at where none is given; empty: there is no usual one.
std::string usual_list(const std::string& path, const AskedScenario& asked, const catalog::Catalog& catalog) {
  if (usual_answer(asked) == AnswerKind::kProgramme) return usual_list_of_programme(path, asked);
  if (path == "cluster.nodes") return "1..2048";
  if (path == "run.spare_nodes") return "0..64";
  if (path == "training.parallel.tensor" || path == "training.parallel.expert") return "1..64:*2";
  if (path == "training.parallel.pipeline" || path == "training.parallel.context") return "1..64:*2";
  if (path == "training.parallel.micro_batch_size") return "1..8:*2";
  if (path == "training.parallel.zero_stage") return "0..3";
  if (path == "training.parallel.recompute") return "none,selective,full";
  if (path == "training.precision") return "bf16,fp8";
  if (path == "training.tokens") {
    const auto tokens = parse_count(stated(asked.document, path));
    if (!tokens) return "0.01T..100T";
    // In the suffix in which the scenario's own would be written.
    const auto own = static_cast<double>(*tokens);
    const auto [unit, suffix] = own < 1e9    ? std::pair(1e6, "M")
                                : own < 1e11 ? std::pair(1e9, "B")
                                             : std::pair(1e12, "T");
    return fmt::format("{0:.4g}{2}..{1:.4g}{2}", own / 16 / unit, own * 16 / unit, suffix);
  }
  if (path == "cluster.instance") return fmt::format("{}", fmt::join(catalog.names("instances"), ","));
  const hardware::PriceList* const prices =
      instance_of(asked).empty() ? nullptr : catalog.price_list(instance_of(asked));
  if (path == "price.region" && prices) return fmt::format("{}", fmt::join(price_regions(*prices), ","));
  if (path == "price.kind" && prices) {
    const std::string region = stated(asked.document, "price.region");
    return fmt::format("{}", fmt::join(price_kinds(*prices, region.empty() ? "us-east-1" : region), ","));
  }
  return {};
}

/// A figure of a plan, or the path of an unknown.
answer::Figure objective_of(const SolveOptions& options, const std::vector<Unknown>& unknowns,
                            const answer::FigureSet& figures) {
  const std::string option = options.minimize.empty() ? "--maximize" : "--minimize";
  const std::string& asked = options.minimize.empty() ? options.maximize : options.minimize;
  if (!asked.empty()) {
    const std::vector<answer::Figure> named = read_figures(asked, figures, option);
    if (named.size() > 1) throw InputError(option, "takes one figure, for instance cost");
    return named.front();
  }
  const answer::Figure first = *figures.find(unknowns.front().axis.path);
  const bool is_number = std::ranges::all_of(
      unknowns.front().axis.values, [&](const std::string& value) { return read_figure(first, value).has_value(); });
  return is_number ? first : *figures.find("cost");
}

}  // namespace

Unknown parse_unknown(const std::string& text, const AskedScenario& asked, const catalog::Catalog& catalog) {
  const std::size_t equals = text.find('=');
  const std::string path = text.substr(0, equals);
  const std::string list = equals == std::string::npos ? usual_list(path, asked, catalog) : text.substr(equals + 1);
  if (list.empty() && !path.empty()) check_paths(asked, {path}, {"1"}, catalog);
  if (path.empty() || list.empty())
    throw InputError("--vary " + text,
                     fmt::format("has no usual values; write what to try, for instance --vary {}",
                                 usual_answer(asked) == AnswerKind::kProgramme ? "pools.p5.deliveries.0.nodes=64..160"
                                                                               : "cluster.nodes=8..512"));
  const auto ends = stepless_range(list);
  if (ends && ends->is_whole && ends->width > kMostWhole)
    throw InputError("--vary " + path,
                     fmt::format("{} has more than {:.0f} whole numbers; write a step ({}:*2), or ends with a unit "
                                 "(1T..15T), between which places are tried",
                                 list, kMostWhole, list));
  if (ends && !ends->is_whole && ends->width > 0)
    return {.axis = {path, places_between(ends->low, ends->high, kFirstPlaces)}, .continuous = true};
  return {.axis = parse_axis(path + "=" + list, "--vary")};
}

SolveQuestion solve_question(const SolveOptions& options, const catalog::Catalog& catalog) {
  Issues issues;
  SolveQuestion question;
  question.sets = options.sets;
  collect(issues, [&] {
    question.scenario = options.scenario ? *options.scenario : read_asked(options.file);
    set_values(question.scenario, options.sets, catalog);
  });
  question.settings.answer = usual_answer(question.scenario);
  question.settings.seed = options.seed;
  collect(issues, [&] { question.settings.trials = read_trials(options.trials); });
  if (!options.trials.empty() && question.settings.answer != AnswerKind::kProgramme)
    issues.push_back({"--trials", "are of programmes; the days of a scenario are solved for in closed form"});
  constexpr std::size_t kMostUnknowns = 3;  // chosen: beyond, a scan is a life's work
  if (options.vary.empty() || options.vary.size() > kMostUnknowns)
    issues.push_back({"--vary", fmt::format("{} paths are varied; one to {} can be, for instance --vary cluster.nodes",
                                            options.vary.size(), kMostUnknowns)});
  for (const std::string& vary : options.vary)
    collect(issues, [&] { question.unknowns.push_back(parse_unknown(vary, question.scenario, catalog)); });
  std::vector<std::string> paths;
  std::vector<Axis> axes;
  // Of a list that cannot be read too: what asks for the path is not wrong by that.
  for (const std::string& vary : options.vary) paths.push_back(vary.substr(0, vary.find('=')));
  for (const Unknown& unknown : question.unknowns) axes.push_back(unknown.axis);
  collect(issues, [&] { check_varied_nodes(question.scenario, axes, "--vary"); });
  if (issues.empty()) collect(issues, [&] { check_varied_failures(options.sets, axes); });
  collect(issues, [&] { const Grid grid(std::move(axes), false); });
  const answer::FigureSet figures = point_figures(question.settings.answer, paths);
  if (options.until.empty())
    issues.push_back({"--until", "says what to meet, for instance --until 'days<=60'"});
  else
    collect(issues, [&] { question.until = parse_condition(options.until, figures, "--until"); });
  if (!options.minimize.empty() && !options.maximize.empty())
    issues.push_back({"--maximize", "cannot be asked together with --minimize; leave one out"});
  if (!options.maximize.empty()) question.goal = Goal::kMaximize;
  question.states_goal = !options.minimize.empty() || !options.maximize.empty();
  if (!question.unknowns.empty() && question.unknowns.size() == options.vary.size())
    collect(issues, [&] { question.objective = objective_of(options, question.unknowns, figures); });
  if (!issues.empty()) throw InputError(std::move(issues));
  constexpr double kMostSolved = 2e6;  // chosen: minutes of work
  double num_points = 1;
  for (const Unknown& unknown : question.unknowns) num_points *= static_cast<double>(unknown.axis.values.size());
  if (num_points > kMostSolved)
    throw InputError("--vary",
                     fmt::format("makes {:.3g} points, more than {:.0e}; narrow the lists", num_points, kMostSolved));
  std::vector<std::string> first;
  for (const Unknown& unknown : question.unknowns) first.push_back(unknown.axis.values.front());
  check_paths(question.scenario, paths, first, catalog);
  return question;
}

}  // namespace fmplan::what_if
