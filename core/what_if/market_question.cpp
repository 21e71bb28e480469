#include "core/what_if/market_question.h"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/issue.h"
#include "core/base/quantity_text.h"
#include "core/base/suggestion.h"
#include "core/hardware/price.h"
#include "core/plan/node_choice.h"
#include "core/scenario/programme_scenario.h"
#include "core/scenario/scenario_json.h"
#include "core/scenario/scenario_parts.h"
#include "core/what_if/sweep_question.h"

namespace fmplan::what_if {
namespace {

using hardware::PriceList;

/// Whether `text` is the pattern, whose stars stand for any letters.
bool matches(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, star))) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t at = star; at <= text.size(); ++at)
    if (matches(rest, text.substr(at))) return true;
  return false;
}

/// The catalogue's own words, which know machines by their accelerators too.
std::string no_such_machine(const std::string& pattern, const catalog::Catalog& catalog) {
  try {
    // In another spelling.
    return fmt::format("\"{}\" is none of the catalogue; did you mean \"{}\"?", pattern,
                       catalog.instance(pattern).name);
  } catch (const InputError& error) {
    return error.issues().front().message;
  }
}

/// A list of names with stars.
class Patterns {
 public:
  /// @throws InputError for patterns that match none of `names`: `why_not` of each.
  Patterns(const std::string& list, const std::vector<std::string>& names, const std::string& option,
           const std::function<std::string(const std::string&)>& why_not) {
    Issues issues;
    for (std::size_t begin = 0; begin <= list.size() && !list.empty();) {
      const std::size_t comma = std::min(list.find(',', begin), list.size());
      const std::string pattern = list.substr(begin, comma - begin);
      begin = comma + 1;
      // A few stars are enough for any name, and many take for ever.
      constexpr int kMostStars = 4;
      if (std::ranges::count(pattern, '*') > kMostStars)
        issues.push_back({option, fmt::format("\"{}\" has more than {} stars", pattern, kMostStars)});
      else if (std::ranges::none_of(names, [&](const std::string& name) { return matches(pattern, name); }))
        issues.push_back({option, why_not(pattern)});
      else
        patterns_.push_back(pattern);
    }
    if (!issues.empty()) throw InputError(std::move(issues));
  }

  bool are_given() const { return !patterns_.empty(); }
  bool hold(std::string_view name) const {
    return patterns_.empty() ||
           std::ranges::any_of(patterns_, [&](const std::string& pattern) { return matches(pattern, name); });
  }
  /// Whether a pattern that says more than everything holds it.
  bool name(std::string_view text) const {
    return std::ranges::any_of(patterns_,
                               [&](const std::string& pattern) { return pattern != "*" && matches(pattern, text); });
  }
  /// Whether everything is asked for.
  bool are_all() const { return patterns_.empty() || std::ranges::find(patterns_, "*") != patterns_.end(); }

 private:
  std::vector<std::string> patterns_;
};

/// What is asked of offers.
struct Wanted {
  Patterns machines, regions, kinds;
};

std::vector<std::string> all_of_prices(const catalog::Catalog& catalog, bool kinds) {
  std::vector<std::string> names;
  const auto add = [&names](const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const std::string& list : catalog.names("prices"))
    for (const hardware::PricePoint& point : catalog.price_list(list)->points) add(kinds ? point.kind : point.region);
  return names;
}

class Offers {
 public:
  Offers(const plan::Scenario& scenario, const nlohmann::json& document, const Wanted& wanted,
         const catalog::Catalog& catalog)
      : scenario_(scenario), document_(document), wanted_(wanted), catalog_(catalog) {
    const nlohmann::json::json_pointer instance("/cluster/instance");
    by_hand_ = states("/cluster/machine") || (document.contains(instance) && document.at(instance).is_object());
  }

  /// A machine that the scenario describes itself, which no list of names has.
  void add_own() {
    if (!by_hand_) return;
    const plan::PriceTerms& price = scenario_.price;
    const hardware::Instance& instance = scenario_.cluster.instance;
    own_unpriced_ = !price.chosen || !price.chosen->price;
    if (own_unpriced_) return;
    offers_.push_back({.instance = instance.name,
                       .region = price.region,
                       .kind = price.kind,
                       .sets = common(instance, true),
                       .by_hand = true});
  }

  void add_machine(const std::string& name) {
    const hardware::Instance& instance = catalog_.instance(name);
    if (is_own(instance) && scenario_.price.is_own) {
      offers_.push_back({.instance = name,
                         .region = scenario_.price.region,
                         .kind = scenario_.price.kind,
                         .sets = common(instance, true)});
      return;
    }
    const PriceList* prices = catalog_.price_list(name);
    const std::size_t before = offers_.size();
    if (prices)
      for (const std::string& region : regions_of(*prices, instance))
        for (const std::string& kind : kinds_of(*prices, region)) add(instance, region, kind);
    if (offers_.size() > before) return;
    // Of a way of buying that was asked for by name nothing else is an answer.
    if (wanted_.kinds.are_all() && wanted_.regions.are_all())
      add(instance, at_home(instance) ? scenario_.price.region : "", "on_demand");
    else
      without_.push_back(name);
  }

  const std::vector<Offer>& offers() const { return offers_; }
  const std::vector<std::string>& without() const { return without_; }
  std::string left_out() const {
    std::vector<std::string> words;
    if (own_unpriced_)
      words.push_back(fmt::format("{}, the scenario's own machine, whose price nothing states (price.per_node_hour)",
                                  scenario_.cluster.instance.name));
    if (reserved_)
      words.emplace_back(
          "reservations, of whose one or three years the run's days alone are counted (--kinds 'reserved*')");
    if (spot_)
      words.emplace_back(
          "spot, whose preemption the closed form leaves out (--kinds 'spot*' with run.hazards.preemption; "
          "fmplan run simulates it)");
    return words.empty() ? "" : fmt::format("left out: {}", fmt::join(words, "; "));
  }

 private:
  bool is_own(const hardware::Instance& instance) const {
    return !by_hand_ && instance.name == scenario_.cluster.instance.name;
  }

  bool at_home(const hardware::Instance& instance) const {
    return instance.provider == scenario_.cluster.instance.provider;
  }

  /// The scenario's own first.
  std::vector<std::string> regions_of(const PriceList& prices, const hardware::Instance& instance) const {
    std::vector<std::string> regions = price_regions(prices);
    if (regions.size() > 1) std::erase(regions, hardware::kAnyRegion);
    if (regions == std::vector<std::string>{std::string(hardware::kAnyRegion)} && at_home(instance))
      regions = {scenario_.price.region};
    std::erase_if(regions, [&](const std::string& region) {
      return wanted_.regions.are_given() ? !wanted_.regions.hold(region) : hardware::is_government(region);
    });
    std::stable_partition(regions.begin(), regions.end(),
                          [&](const std::string& region) { return region == scenario_.price.region; });
    return regions;
  }

  /// On demand first.
  std::vector<std::string> kinds_of(const PriceList& prices, const std::string& region) {
    std::vector<std::string> kinds;
    for (const hardware::PricePoint& point : prices_on(prices, region, *scenario_.price.on)) {
      if (!wanted_.kinds.hold(point.kind)) continue;
      if (hardware::is_spot(point.kind) && (!scenario_.hazards.preemption || !wanted_.kinds.name(point.kind))) {
        spot_ = true;
      } else if (point.kind.starts_with("reserved") && !wanted_.kinds.name(point.kind)) {
        reserved_ = true;
      } else {
        kinds.push_back(point.kind);
      }
    }
    std::stable_partition(kinds.begin(), kinds.end(), [](const std::string& kind) { return kind == "on_demand"; });
    return kinds;
  }

  bool states(const char* pointer) const {
    const nlohmann::json::json_pointer at(pointer);
    return document_.contains(at) && !document_.at(at).is_null();
  }

  using Sets = std::vector<std::pair<std::string, std::string>>;

  /// Takes back what the scenario states under a section's keys.
  void unset(Sets& sets, const std::string& section, std::initializer_list<const char*> keys) const {
    for (const char* key : keys)
      if (states(fmt::format("/{}/{}", section, key).c_str()))
        sets.emplace_back(fmt::format("{}.{}", section, key), "null");
  }

  /// What every offer of a machine replaces: what the scenario states of its own machine is of no other.
  Sets common(const hardware::Instance& instance, bool own) const {
    Sets sets;
    if (!own) {
      unset(sets, "cluster", {"machine"});
      sets.emplace_back("cluster.instance", instance.name);
      unset(sets, "power", {"node", "waiting"});
    }
    const std::string framework = scenario::framework_on(scenario_.framework, instance.accelerator.vendor, catalog_);
    if (framework != scenario_.framework.name) sets.emplace_back("training.framework", framework);
    if (!scenario_.search_parallel) sets.emplace_back("training.parallel", "auto");
    return sets;
  }

  void add(const hardware::Instance& instance, const std::string& region, const std::string& kind) {
    Offer offer{.instance = instance.name, .region = region, .kind = kind, .sets = common(instance, is_own(instance))};
    // Cooling and the grid are the site's.
    if (!at_home(instance) || region != scenario_.price.region)
      unset(offer.sets, "power", {"pue", "grid", "grid_kg_per_kwh"});
    if (states("/price/per_node_hour")) offer.sets.emplace_back("price.per_node_hour", "null");
    if (states("/run/hazards/preemption") && !hardware::is_spot(kind))
      offer.sets.emplace_back("run.hazards.preemption", "null");
    if (states("/run/hazards/capacity_block") && kind != hardware::kCapacityBlock)
      offer.sets.emplace_back("run.hazards.capacity_block", "null");
    if (!region.empty()) {
      offer.sets.emplace_back("price.region", region);
    } else if (states("/price/region")) {
      // Another provider's region is none of this one.
      const PriceList* prices = catalog_.price_list(instance.name);
      offer.sets.emplace_back("price.region",
                              scenario::buying_region(instance.provider, prices, kind, *scenario_.price.on));
    }
    offer.sets.emplace_back("price.kind", kind);
    offers_.push_back(std::move(offer));
  }

  const plan::Scenario& scenario_;
  const nlohmann::json& document_;
  const Wanted& wanted_;
  const catalog::Catalog& catalog_;
  std::vector<Offer> offers_;
  std::vector<std::string> without_;  ///< machines without an offer that was asked for
  bool reserved_ = false, spot_ = false;
  bool by_hand_ = false;       ///< the scenario's own machine
  bool own_unpriced_ = false;  ///< and there is one by hand
};

/// Of phases that all state their own nodes the most is the one number that there is.  @pre a list of phases
int most_stated_nodes(const nlohmann::json& document) {
  int most = 1;
  for (const nlohmann::json& phase : document.at("training").at("phases"))
    if (phase.at("nodes").is_number_integer()) most = std::max(most, phase.at("nodes").get<int>());
  return most;
}

std::vector<int> read_nodes(const std::string& list, const nlohmann::json& document) {
  if (scenario::phases_state_nodes(document)) {
    if (!list.empty())
      throw InputError("--nodes",
                       "are the number of no phase: each states its own; leave the option out, or \"nodes\" out of "
                       "phases that are to have the numbers tried");
    return {most_stated_nodes(document)};
  }
  if (list.empty()) return plan::searched_numbers(plan::kMostSearchedNodes);
  std::vector<int> numbers;
  for (const std::string& value : parse_axis("cluster.nodes=" + list, "--nodes").values) {
    const auto number = parse_count(value);
    if (!number || *number < 1 || *number > sim::kMostNodes)
      throw InputError("--nodes", fmt::format("\"{}\" is not a whole number from 1 to {}", value, sim::kMostNodes));
    numbers.push_back(static_cast<int>(*number));
  }
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

/// The scenario on some of the numbers of nodes, which are the market's to say; its plan is, too.
plan::Scenario readable(const MarketQuestion& question, const catalog::Catalog& catalog) {
  nlohmann::json asked = question.scenario.document;
  scenario::set_value(asked, "training.parallel", "auto");
  std::optional<InputError> first;
  for (const int nodes : {question.nodes.back(), question.nodes[question.nodes.size() / 2], question.nodes.front()}) {
    scenario::set_value(asked, "cluster.nodes", std::to_string(nodes));
    try {
      return scenario::read_scenario(asked, catalog, question.scenario.folder);
    } catch (const InputError& error) {
      if (!first) first = error;
    }
  }
  throw InputError(first->issues());
}

}  // namespace

MarketQuestion market_question(const MarketOptions& options, const catalog::Catalog& catalog) {
  MarketQuestion question;
  question.sets = options.sets;
  question.scenario = options.scenario ? *options.scenario : read_asked(options.file);
  scenario::set_values(question.scenario.document, options.sets, catalog);
  Issues issues;
  std::optional<Wanted> wanted;
  collect(issues, [&] {
    const std::vector<std::string> regions = all_of_prices(catalog, false), kinds = all_of_prices(catalog, true);
    const auto none_of = [](const std::vector<std::string>& names) {
      return [&names](const std::string& pattern) {
        return fmt::format("\"{}\" is none of the catalogue{}", pattern, did_you_mean(pattern, names));
      };
    };
    wanted = Wanted{.machines = Patterns(options.on, catalog.names("instances"), "--on",
                                         [&](const std::string& pattern) { return no_such_machine(pattern, catalog); }),
                    .regions = Patterns(options.regions, regions, "--regions", none_of(regions)),
                    .kinds = Patterns(options.kinds, kinds, "--kinds", none_of(kinds))};
  });
  collect(issues, [&] { question.nodes = read_nodes(options.nodes, question.scenario.document); });
  question.refines = options.nodes.empty() && question.nodes.size() > 1;
  // One number that is asked for is the scenario's own.
  if (options.nodes.empty() || question.nodes.size() > 1)
    collect(issues, [&] { scenario::require_nodes_of_failures(question.scenario.document); });
  const answer::FigureSet& figures = answer::plan_figures();
  collect(issues, [&] {
    if (!options.until.empty()) question.until = {parse_condition(options.until, figures, "--until")};
  });
  if (!options.minimize.empty() && !options.maximize.empty())
    issues.push_back({"--maximize", "cannot be asked together with --minimize; leave one out"});
  question.goal = options.maximize.empty() ? Goal::kMinimize : Goal::kMaximize;
  collect(issues, [&] {
    const std::string& asked = options.maximize.empty() ? options.minimize : options.maximize;
    const std::vector<answer::Figure> named =
        read_figures(asked.empty() ? "cost" : asked, figures, options.maximize.empty() ? "--minimize" : "--maximize");
    if (named.size() > 1) throw InputError("--minimize", "takes one figure, for instance cost.p90");
    question.objective = named.front();
  });
  std::optional<plan::Scenario> base;
  if (!question.nodes.empty()) collect(issues, [&] { base = readable(question, catalog); });
  if (!issues.empty()) throw InputError(std::move(issues));
  // The least cost of all is that of a few nodes for years, which is seldom what is meant.
  const bool states_goal = !options.minimize.empty() || !options.maximize.empty();
  if (question.until.empty() && !base->deadline && !states_goal)
    throw InputError("--until",
                     "says what to meet, for instance --until 'days<=90', where there is no run.deadline; "
                     "without a bound say --minimize cost, or --minimize days");
  base->search_parallel = question.scenario.document.value("training", nlohmann::json::object())
                              .value("parallel", nlohmann::json("auto")) == "auto";
  Offers offers(*base, question.scenario.document, *wanted, catalog);
  offers.add_own();
  for (const std::string& name : catalog.names("instances")) {
    const bool is_wanted = wanted->machines.are_given()
                               ? wanted->machines.hold(name)
                               : catalog.instance(name).provider == base->cluster.instance.provider;
    if (is_wanted) offers.add_machine(name);
  }
  question.left_out = offers.left_out();
  question.offers = offers.offers();
  question.without_offers = offers.without();
  if (question.offers.empty())
    throw InputError("--on", "no machine is left to look at; widen --on, --regions or --kinds");
  std::vector<std::string> changed = {"cluster.nodes"};
  for (const Offer& offer : question.offers)
    for (const auto& [path, value] : offer.sets)
      if (scenario::changes_nodes(path)) changed.push_back(path);
  scenario::check_failures_of_changed_nodes(options.sets, changed);
  return question;
}

}  // namespace fmplan::what_if
