// Runs with failures as published, simulated: validation/published_reliability.json, whose settings are a run's as a
// scenario writes them, with the times of checkpoints in place of their size and storage.

#include "tests/validation/published_reliability.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/base/quantity_text.h"
#include "core/catalog/catalog.h"
#include "core/catalog/practice_items.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_hazards.h"
#include "core/scenario/scenario_parts.h"
#include "core/sim/run/run_simulation.h"
#include "core/text/json_text.h"
#include "tests/source_dir.h"

namespace fmplan {
namespace published_reliability_test {

using nlohmann::json;

const std::filesystem::path kRoot = source_dir();
constexpr double kDaysAMonth = 30;
/// Of the time, that a job may wait for a node in "99.9 % of availability".
constexpr double kMostStarved = 0.001;

struct Figure {
  std::string quantity;
  double published = 0, simulated = 0;
  std::optional<Range> range_80{};  ///< of luck, where it was simulated
  double expected_within = 0;       ///< 0: no claim is made
  bool at_least = false;            ///< published as a bound
  bool missed = false;              ///< known to be further off
  double window_days = 0;           ///< of a count

  bool holds() const {
    if (at_least) return simulated >= published;
    return expected_within == 0 || std::fabs(simulated / published - 1) <= expected_within;
  }
};

struct Case {
  std::string name, title, source, why;
  std::vector<std::string> assumed;
  sim::RunSettings settings{};
  double price_per_node_hour = 0;
  std::vector<Figure> figures{};
};

sim::CheckpointRule read_checkpoint_times(const json& object, Issues& issues) {
  text::ObjectReader reader(object, "/checkpoint", issues);
  sim::CheckpointRule rule;
  rule.interval = reader.optional_quantity<Seconds>("interval", time_units());
  rule.levels[0].name = "storage";
  rule.levels[0].stall = reader.quantity<Seconds>("stall", time_units());
  rule.levels[0].reload = reader.quantity<Seconds>("reload", time_units());
  reader.refuse_unknown_keys();
  return rule;
}

sim::FailurePreset read_rate(text::ObjectReader& reader, const catalog::Catalog& catalog, int accelerators_per_node) {
  if (reader.has("failures")) return catalog.failure_preset(reader.string("failures"));
  sim::FailurePreset preset;
  preset.name = "stated";
  if (reader.has("node_mtbf")) {
    const Seconds mtbf = reader.quantity<Seconds>("node_mtbf", time_units());
    preset.per_1000_node_days = 1000 * (day / mtbf) * 8 / accelerators_per_node;
  } else {
    preset.per_1000_node_days = reader.number("per_1000_node_days", 1e-6, 1e4);
  }
  return preset;
}

sim::RunSettings read_settings(const json& object, const catalog::Catalog& catalog, double& price) {
  Issues issues;
  std::vector<std::string> unread;
  plan::Scenario scenario;  // holds what the scenario's own readers read
  const scenario::ScenarioReading reading{catalog, std::nullopt, issues, unread, scenario};
  text::ObjectReader reader(object, "", issues);
  sim::RunSettings settings;
  settings.accelerators = reader.integer("accelerators", 1);
  settings.accelerators_per_node = reader.integer_or("accelerators_per_node", 8, 1, 1024);
  settings.mean_nodes = 1.0 * settings.accelerators / settings.accelerators_per_node;
  settings.productive = reader.number("days", 0.1, 1000) * day;
  settings.failures = read_rate(reader, catalog, settings.accelerators_per_node);
  settings.failures_while_down = scenario.failures_while_down;  // as a plan has it where nothing is said
  settings.recovery = scenario::named_or_inline<sim::Recovery>(
      *reader.require("recovery"), "/recovery", issues, [&](const std::string& name) { return catalog.recovery(name); },
      catalog::read_recovery);
  settings.spare_nodes = reader.integer_or("spare_nodes", 0, 0);
  settings.checkpoint = read_checkpoint_times(*reader.require("checkpoint"), issues);
  if (const json* hazards = reader.find("hazards")) scenario::read_hazards(*hazards, reading);
  settings.hazards = scenario.hazards;
  const json* continuation = reader.find("continuation");
  const json run = continuation ? json{{"continuation", *continuation}} : json::object();
  text::FieldReader run_reader(run, "", scenario::fields::kRun, issues);
  scenario::read_continuation(run_reader, reading);
  settings.continuation = {
      .kind = scenario.continuation, .replicas = reader.integer_or("replicas", 1, 1), .stall = scenario.replica_stall};
  settings.continuation.nodes_per_replica = settings.mean_nodes / settings.continuation.replicas;
  price = reader.number_or("price_per_node_hour", 0, 0, 1e6);
  reader.refuse_unknown_keys();
  for (const Issue& issue : check_run(settings)) issues.push_back(issue);
  if (!issues.empty()) throw InputError(std::move(issues));
  return settings;
}

sim::RunSimulation simulated(const sim::RunSettings& settings) {
  constexpr int kTrials = 1000;
  return simulate_run(settings, {.trials = kTrials, .seed = 1, .threads = 2});
}

double hours_of(const sim::RunSimulation& run, std::initializer_list<sim::RunTime> times) {
  double hours = 0;
  for (const sim::RunTime time : times) hours += run.time_h[static_cast<std::size_t>(time)].mean;
  return hours;
}

/// Hours in which no processes run, and no failure interrupts them.
double idle_hours(const sim::RunSimulation& run) {
  return hours_of(run, {sim::RunTime::kDetection, sim::RunTime::kReplacement, sim::RunTime::kPlanned});
}

/// Hours in which the job does not train.
double down_hours(const sim::RunSimulation& run) {
  return idle_hours(run) + hours_of(run, {sim::RunTime::kRestart, sim::RunTime::kColdStart});
}

/// The fewest spare nodes with which the job waits for a node no longer than kMostStarved of the time.
int fewest_spares(sim::RunSettings settings) {
  for (settings.spare_nodes = 1; settings.spare_nodes < settings.mean_nodes; ++settings.spare_nodes) {
    const sim::RunSimulation run = simulated(settings);
    if (run.finished == run.trials && run.starved_share.mean <= kMostStarved) break;
  }
  return settings.spare_nodes;
}

void simulate_figure(const Case& published, const sim::RunSimulation& run, Figure& figure) {
  const double wall_days = run.wall_clock_days.estimate.mean;
  const double overhead_hours = (1 - run.goodput.estimate.mean) * kDaysAMonth * 24;
  if (figure.quantity == "goodput") {
    figure.simulated = run.goodput.estimate.mean;
    figure.range_80 = {.low = run.goodput.p10, .high = run.goodput.p90};
  } else if (figure.quantity == "interruptions") {
    const double scale = figure.window_days / wall_days;
    figure.simulated = scale * run.interruptions.estimate.mean;
    figure.range_80 = {.low = scale * run.interruptions.p10, .high = scale * run.interruptions.p90};
  } else if (figure.quantity == "uptime") {
    figure.simulated = 1 - down_hours(run) / 24 / wall_days;
  } else if (figure.quantity == "mttf_hours") {
    figure.simulated = (24 * wall_days - idle_hours(run)) / run.interruptions.estimate.mean;
  } else if (figure.quantity == "overhead_hours_a_month") {
    figure.simulated = overhead_hours;
  } else if (figure.quantity == "overhead_cost_a_month") {
    figure.simulated = overhead_hours * published.settings.mean_nodes * published.price_per_node_hour;
  } else if (figure.quantity == "spare_accelerators") {
    figure.simulated = 1.0 * fewest_spares(published.settings) * published.settings.accelerators_per_node;
  } else {
    throw InputError("/quantity", figure.quantity + " is not known");
  }
}

Case read_case(const json& entry, const catalog::Catalog& catalog) {
  Case published{.name = entry.at("name"),
                 .title = entry.at("title"),
                 .source = entry.at("source"),
                 .why = entry.at("why"),
                 .assumed = entry.at("assumed")};
  published.settings = read_settings(entry.at("settings"), catalog, published.price_per_node_hour);
  for (const json& value : entry.at("figures"))
    published.figures.push_back({.quantity = value.at("quantity"),
                                 .published = value.at("published").get<double>(),
                                 .expected_within = value.value("expected_within", 0.0),
                                 .at_least = value.value("at_least", false),
                                 .missed = value.value("missed", false),
                                 .window_days = value.value("window_days", 0.0)});
  return published;
}

const std::vector<Case>& cases() {
  static const std::vector<Case> kCases = [] {
    const catalog::Catalog catalog({kRoot / "catalogs"});
    std::vector<Case> found;
    const json document = text::read_json_file(kRoot / "validation/published_reliability.json");
    for (const json& entry : document.at("cases")) {
      Case published = read_case(entry, catalog);
      // A search for spares simulates its own runs.
      const bool searched = published.figures.front().quantity == "spare_accelerators";
      const sim::RunSimulation run = searched ? sim::RunSimulation{} : simulated(published.settings);
      EXPECT_EQ(run.finished, run.trials) << published.name;
      for (Figure& figure : published.figures) simulate_figure(published, run, figure);
      found.push_back(std::move(published));
    }
    return found;
  }();
  return kCases;
}

std::string number_text(const Figure& figure, double value) {
  if (figure.quantity == "goodput" || figure.quantity == "uptime") return ratio_text(value);
  if (figure.quantity == "overhead_cost_a_month") return money_text(value * dollar);
  return value < 100 ? fmt::format("{:.1f}", value) : fmt::format("{:.0f}", value);
}

std::string quantity_title(const Figure& figure) {
  if (figure.quantity == "interruptions") return fmt::format("interruptions in {:.0f} days", figure.window_days);
  if (figure.quantity == "mttf_hours") return "hours between failures";
  if (figure.quantity == "overhead_hours_a_month") return "hours lost a month";
  if (figure.quantity == "overhead_cost_a_month") return "cost of that";
  if (figure.quantity == "spare_accelerators") return "spare accelerators";
  return figure.quantity;
}

std::string expectation_text(const Figure& figure) {
  const std::string within = figure.at_least                ? "at least"
                             : figure.expected_within > 0.0 ? "±" + ratio_text(figure.expected_within)
                                                            : "no claim";
  return within + (figure.missed ? ", **missed**" : "");
}

std::string results_page() {
  std::string page =
      "# Reliability\n\nRuns with failures, simulated with what is published of them, against what came of them. "
      "Nothing "
      "is fitted to any row: inputs that are not published are taken from elsewhere and named below. Means of 1,000 "
      "trials; in brackets P10 and P90 of luck. Made by the tests (`FMPLAN_UPDATE_RESULTS=1 scripts/test -R "
      "PublishedReliability`), which also hold it against this file.\n\n" +
      reliability_table() + "\n";
  for (const Case& published : cases()) {
    page += fmt::format("**{}** ({}). Assumed: ", published.title, published.source);
    for (std::size_t i = 0; i < published.assumed.size(); ++i)
      page += fmt::format("{}{}", i == 0 ? "" : "; ", published.assumed[i]);
    page += fmt::format(". Difference: {}.\n\n", published.why);
  }
  page.pop_back();
  return page;
}

// What misses is said to miss, until it does not.
TEST(PublishedReliability, IsMetWithinTheErrorStatedForEach) {
  EXPECT_GE(cases().size(), 17u);
  for (const Case& published : cases())
    for (const Figure& figure : published.figures)
      EXPECT_EQ(!figure.holds(), figure.missed)
          << published.name << " " << figure.quantity << ": " << figure.simulated << " against " << figure.published;
}

TEST(PublishedReliability, IsReportedAsItsPageSays) {
  const std::filesystem::path file = kRoot / "validation/RELIABILITY.md";
  const std::string page = results_page();
  if (std::getenv("FMPLAN_UPDATE_RESULTS")) text::write_text_file(file, page);
  EXPECT_EQ(text::read_text_file(file), page) << "run again with FMPLAN_UPDATE_RESULTS=1 if the change is meant";
}

}  // namespace published_reliability_test

std::string reliability_table() {
  using namespace published_reliability_test;
  std::string table = "| run | figure | published | simulated | ratio | expected within |\n|---|---|--:|--:|--:|--:|\n";
  for (const Case& published : cases())
    for (const Figure& figure : published.figures)
      table += fmt::format("| {} | {} | {}{} | {}{} | {:.2f} | {} |\n", published.title, quantity_title(figure),
                           figure.at_least ? "≥ " : "", number_text(figure, figure.published),
                           number_text(figure, figure.simulated),
                           figure.range_80 ? fmt::format(" ({} to {})", number_text(figure, figure.range_80->low),
                                                         number_text(figure, figure.range_80->high))
                                           : "",
                           figure.simulated / figure.published, expectation_text(figure));
  return table;
}

}  // namespace fmplan
