#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "core/answer/document.h"
#include "core/assessment/calibration.h"
#include "core/assessment/validation_groups.h"
#include "core/base/quantity_text.h"
#include "core/base/words.h"
#include "core/calibration/fit/fit_collectives.h"
#include "core/catalog/catalog.h"
#include "core/catalog/collective_profile.h"
#include "core/evidence/collective_question.h"
#include "core/text/json_conversion.h"
#include "core/text/json_text.h"
#include "core/text/json_writer.h"

namespace fmplan::assessment {

using answer::Align;
using answer::Document;
using answer::Table;

namespace {

using calibration::CollectiveFit;
using calibration::CollectiveObservation;

/// What is fitted, and what it was taken from.
struct FitInput {
  text::Json document;  ///< the item to be filled in
  catalog::CollectiveProfileItem item;
  std::vector<evidence::CollectiveRow> rows;
  std::vector<CollectiveObservation> observations;  ///< one for each of `rows`
  std::vector<CollectiveObservation> held_out;
  std::vector<CollectiveObservation> judges;        ///< of these, what nccl-tests itself measured
  std::optional<network::CollectiveProfile> known;  ///< what serves the machine now, if an item of one's own is made
  std::vector<std::string> warnings;
};

/// How the library chooses and waits on such machines.
void take_habits(const catalog::CollectiveProfileItem& known, text::Json& document) {
  const network::CollectiveProfile& profile = known.profile;
  if (!profile.net_protocols) document["protocols_across"] = false;
  if (!known.transport.empty()) document["transport"] = known.transport;
  if (!profile.flushes) document["flushes"] = false;
  if (!profile.tuner) return;
  document["tuner"] = {{"generation", network::kNvidiaGenerationNames.name(profile.tuner->generation)}};
  if (profile.tuner->net_latency > Seconds{})
    document["tuner"]["net_latency"] = fmt::format("{:.6g} us", profile.tuner->net_latency / microsecond);
}

/// An item of one's own for an instance: its line rates, and the habits of choosing of the item that serves it now.
text::Json document_of_instance(const hardware::Instance& instance, const catalog::CollectiveProfileItem* known,
                                const catalog::Catalog& catalog) {
  if (!instance.scale_up)
    throw InputError("--instance", fmt::format("{} states no link between its accelerators", instance.name));
  const auto rate = [](BytesPerSecond value) { return fmt::format("{:.6g} GB/s", value / gigabyte_per_second); };
  const std::string& accelerator = instance.accelerator.name;
  text::Json document = {{"version", 1},
                         {"kind", "calibration"},
                         {"name", instance.name + "-measured"},
                         {"title", fmt::format("Collectives measured on {}", instance.name)},
                         {"of", "collectives"},
                         {"gpus", text::Json::array({accelerator.substr(0, accelerator.find('-'))})},
                         {"systems", text::Json::array({instance.name})},
                         {"instances", text::Json::array({instance.name})}};
  const int ranks = known ? known->profile.ranks_per_accelerator : 1;
  document["machine"] = {{"scale_up", rate(instance.scale_up->bandwidth)},
                         {"node", ranks * instance.accelerators_per_node},
                         {"domain", ranks * instance.scale_up_domain}};
  if (instance.scale_out) document["machine"]["scale_out"] = rate(instance.scale_out->bandwidth / ranks);
  if (ranks > 1) document["machine"]["ranks_per_accelerator"] = ranks;
  document["in_switch_reduction"] = known && known->profile.in_switch_reduction;
  if (known && !known->profile.protocols) document["protocols"] = false;
  if (known) take_habits(*known, document);
  if (known && !known->profile.choices.empty())
    document["choices"] = text::json_of(catalog.raw("calibration", known->name).at("choices"));
  constexpr std::size_t kDate = 10;  // "YYYY-MM-DD", which a catalogue's version begins with
  document["provenance"] = {{"source", "fitted with fmplan calibrate collectives"},
                            {"date", catalog.version().substr(0, kDate)},
                            {"confirmed", true}};
  return document;
}

bool counts_for_fit(const evidence::CollectiveRow& row, const CollectiveCalibrationQuestion& question) {
  return row.healthy.empty() || row.healthy == "yes" || (question.unknown_health && row.healthy == "unknown");
}

/// The items that a row could be of: those of the catalogue, with the one to be filled in in the place of its namesake.
/// Of several whose words a system holds the longest is meant, so that one alone would take rows of others.
std::vector<catalog::CollectiveProfileItem> rivals(const catalog::CollectiveProfileItem& item,
                                                   const catalog::Catalog& catalog) {
  std::vector<catalog::CollectiveProfileItem> items = catalog::load_collective_profiles(catalog);
  std::erase_if(items, [&](const catalog::CollectiveProfileItem& other) { return other.name == item.name; });
  items.push_back(item);
  return items;
}

/// Another machine of the catalogue that the row's system is called by; the longest name of several.  Empty if there is
/// none, or if it is called by the one that is asked for too.
std::string other_instance(const evidence::CollectiveRow& row, const std::string& asked,
                           const catalog::Catalog& catalog) {
  const std::string system = lower_case(row.system);
  const auto called = [&system](const std::string& name) {
    return !name.empty() && system.find(lower_case(name)) != std::string::npos;
  };
  if (called(asked) || called(catalog.instance(asked).like)) return {};
  std::string longest;
  for (const std::string& name : catalog.names("instances"))
    if (name.size() > longest.size() && called(name)) longest = name;
  return longest;
}

void take_rows(const CollectiveCalibrationQuestion& question, const catalog::Catalog& catalog, FitInput& input) {
  const bool any_system = !question.instance.empty();
  const std::vector<catalog::CollectiveProfileItem> items = rivals(input.item, catalog);
  const auto is_of_item = [&](const evidence::CollectiveRow& row) {
    const catalog::CollectiveProfileItem* item = evidence::profile_of_row(items, row);
    return item != nullptr && item->name == input.item.name;
  };
  using enum evidence::RowMachine;
  const std::map<evidence::RowMachine, std::string> reasons = {
      {kOtherGpu, "of other GPUs"},
      {kOtherSize, "with more GPUs a node"},
      {kNoNetwork, "of several nodes, which the machine has no network between"},
      {kInSlots, "of cards in PCIe slots"},
      {kOtherLinks, "whose text states links of another rate"}};
  std::map<std::string, int> skipped;
  for (const std::string& file : question.files) {
    const evidence::CollectiveRows read =
        evidence::read_collective_rows(text::read_text_file(file), std::filesystem::path(file).filename().string());
    for (const text::RefusedRow& refused : read.refused)
      input.warnings.push_back(fmt::format("{}:{}: {}", file, refused.line, refused.reason));
    for (const evidence::CollectiveRow& row : read.rows) {
      const evidence::RowMachine machine = evidence::row_machine(input.item, row);
      if (any_system && machine != kSame) {
        ++skipped[reasons.at(machine)];
      } else if (const std::string other = any_system ? other_instance(row, question.instance, catalog) : "";
                 !other.empty()) {
        ++skipped["of " + other];
      } else if (!any_system && !is_of_item(row)) {
        ++skipped["of other systems"];
      } else if (!counts_for_fit(row, question) && row.healthy != "harness") {
        ++skipped["not marked healthy"];
      } else if (std::find(question.left_out.begin(), question.left_out.end(), row.source_id) !=
                 question.left_out.end()) {
        ++skipped["left out"];
      } else if (const auto observation = evidence::observation_of_row(row, input.item.machine); !observation) {
        ++skipped["of collectives that are not modelled"];
      } else if (!calibration::impossible_time(*observation, input.item.profile).empty()) {
        ++skipped["faster than the links allow"];
      } else if (input.item.node && observation->group.num_domains == 1) {
        ++skipped["inside one domain, which belong to " + *input.item.node];
      } else if (!counts_for_fit(row, question)) {
        input.held_out.push_back(*observation);
        ++skipped["whose harness has a floor of its own, for the interval only"];
      } else {
        input.rows.push_back(row);
        input.observations.push_back(*observation);
      }
    }
  }
  for (const auto& [reason, count] : skipped) input.warnings.push_back(fmt::format("{} rows {}", count, reason));
  if (!input.observations.empty()) return;
  std::string why;
  for (const std::string& warning : input.warnings) why += (why.empty() ? ": " : "; ") + warning;
  throw InputError("rows", fmt::format("none can be fitted to{}", why.empty() ? ": the files hold no rows" : why));
}

calibration::CollectiveFitOptions fit_options(const catalog::CollectiveProfileItem& item) {
  return {.fit_inside = !item.node, .fit_across = item.machine.scale_out.has_value()};
}

/// Keeps, for each kind of point (collective, ranks, what NCCL was told), the source with the most sizes; sources that
/// are kept for none go. What goes can judge the fit.
void hold_out_duplicates(FitInput& input) {
  using Block = std::tuple<int, int, int, bool, int>;
  std::map<Block, std::map<std::string, std::set<double>>> sizes;
  for (const CollectiveObservation& o : input.observations)
    sizes[{static_cast<int>(o.collective), o.group.num_ranks, o.group.num_domains, o.only.no_nvls,
           o.only.algorithm ? static_cast<int>(*o.only.algorithm) : -1}][o.source_id]
        .insert(o.bytes / byte);
  std::set<std::string> kept;
  for (const auto& [block, sources] : sizes) {
    const auto most = std::max_element(sources.begin(), sources.end(),
                                       [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    kept.insert(most->first);
  }
  std::set<std::string> gone;
  FitInput rest = input;
  rest.rows.clear();
  rest.observations.clear();
  for (std::size_t i = 0; i < input.rows.size(); ++i) {
    if (!kept.contains(input.rows[i].source_id)) {
      gone.insert(input.rows[i].source_id);
      rest.held_out.push_back(input.observations[i]);
      rest.judges.push_back(input.observations[i]);
      continue;
    }
    rest.rows.push_back(input.rows[i]);
    rest.observations.push_back(input.observations[i]);
  }
  const auto points = static_cast<int>(calibration::averaged(rest.observations).size());
  if (points < calibration::points_needed(rest.observations, rest.item.profile, fit_options(rest.item))) {
    input.warnings.push_back(fmt::format("nothing held out: {} points would be left, too few to fit to", points));
    return;
  }
  for (const std::string& source : gone) rest.warnings.push_back("held out: " + source);
  input = std::move(rest);
}

FitInput read_collective_input(const CollectiveCalibrationQuestion& question, const catalog::Catalog& catalog) {
  FitInput input;
  if (question.profile.empty() == question.instance.empty())
    throw InputError("--profile", "give either --profile with an item to be filled in or --instance with a machine");
  std::string where = question.instance;
  if (!question.instance.empty()) {
    const hardware::Instance& instance = catalog.instance(question.instance);
    const catalog::CollectiveProfileItem* known = catalog.collectives_of(instance.name);
    input.document = document_of_instance(instance, known, catalog);
    input.item = catalog::resolve_collective_profile(text::parsed(input.document), where + "#", catalog);
    if (known) {
      input.known = known->profile;
      input.item.profile.coefficients = known->profile.coefficients;
      input.item.profile.choices = known->profile.choices;
    }
  } else {
    where = catalog.has("calibration", question.profile) ? catalog.file("calibration", question.profile).string()
                                                         : question.profile;
    const std::string text = text::read_text_file(where);
    nlohmann::json checked = text::parse_json(text, where);
    input.document = text::json_of(nlohmann::ordered_json::parse(text));
    // The present coefficients are a fit's result, not its prior: a second run starts from the same place as the first.
    for (const char* key : {"inside", "across", "fit", "interval", "interval_below_1_mib"}) checked.erase(key);
    input.item = catalog::resolve_collective_profile(checked, where + "#", catalog);
  }
  take_rows(question, catalog, input);
  if (question.hold_out) hold_out_duplicates(input);
  return input;
}

Table error_table(const std::string& title) {
  return {.title = title,
          .header = {"", "points", "median", "90 % below", "bias"},
          .align = {Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kRight},
          .rows = {},
          .notes = {}};
}

void add_size_errors(Table& table, const std::string& name, const calibration::ErrorSummary& errors) {
  if (errors.num_rows > 0)
    table.rows.push_back({name, fmt::format("{}", errors.num_rows), percent(errors.median),
                          percent(errors.percentile_90), percent(errors.bias)});
}

/// Two lines, small and large, for every source.
Table errors_by_source(const std::string& title,
                       const std::map<std::string, std::vector<CollectiveObservation>>& sources,
                       const std::map<std::string, network::CollectiveProfile>& profiles) {
  Table table = error_table(title);
  std::vector<double> all_small;
  std::vector<double> all_large;
  for (const auto& [source, observations] : sources) {
    std::vector<double> small;
    std::vector<double> large;
    for (const CollectiveObservation& o : observations)
      (o.bytes < 1 * mebibyte ? small : large).push_back(calibration::relative_error(o, profiles.at(source)));
    all_small.insert(all_small.end(), small.begin(), small.end());
    all_large.insert(all_large.end(), large.begin(), large.end());
    add_size_errors(table, source + ", < 1 MiB", calibration::summarise_errors(small));
    add_size_errors(table, source + ", >= 1 MiB", calibration::summarise_errors(large));
  }
  add_size_errors(table, "all, < 1 MiB", calibration::summarise_errors(all_small));
  add_size_errors(table, "all, >= 1 MiB", calibration::summarise_errors(all_large));
  return table;
}

Table coefficient_table(const CollectiveFit& fit) {
  Table table{.title = "Coefficients",
              .header = {"", "value", "standard error", ""},
              .align = {Align::kLeft, Align::kRight, Align::kRight, Align::kLeft},
              .rows = {},
              .notes = {"standard errors are relative, from the covariance at the minimum"}};
  for (const calibration::FittedCoefficient& c : fit.coefficients) {
    const network::CoefficientInfo& info = network::coefficient_table()[static_cast<std::size_t>(c.id)];
    table.rows.push_back({std::string(info.name),
                          info.is_time ? time_text(c.value * second) : fmt::format("{:.3f}", c.value),
                          percent(c.relative_error), c.determined ? "" : "mostly the prior"});
  }
  return table;
}

Table cross_validation(const FitInput& input, const calibration::CollectiveFitOptions& options,
                       std::vector<std::string>& warnings) {
  std::map<std::string, std::vector<CollectiveObservation>> sources;
  for (const CollectiveObservation& o : input.observations) sources[o.source_id].push_back(o);
  std::map<std::string, network::CollectiveProfile> profiles;
  std::map<std::string, std::vector<CollectiveObservation>> predicted;
  for (const auto& [source, rows] : sources) {
    std::vector<CollectiveObservation> others;
    std::copy_if(input.observations.begin(), input.observations.end(), std::back_inserter(others),
                 [&source = source](const auto& o) { return o.source_id != source; });
    try {
      profiles[source] = calibration::fit_collectives(others, input.item.profile, options).profile;
      predicted[source] = rows;
    } catch (const InputError&) {
      warnings.push_back(fmt::format("without {} too few points are left to fit to", source));
    }
  }
  return errors_by_source("Left out, one source at a time", predicted, profiles);
}

/// One cluster's rows, of few collectives and numbers of nodes, say little of the others: the interval stays at least
/// as wide as that of the item which many such machines went into.
void widen_to(const network::CollectiveProfile& known, network::CollectiveProfile& profile) {
  const auto hull = [](network::TimeFactors& own, const network::TimeFactors& other) {
    own = {std::min(own.low, other.low), std::max(own.high, other.high)};
  };
  hull(profile.small_factors, known.small_factors);
  hull(profile.large_factors, known.large_factors);
}

/// Of cells that no fitted row lies in, what was held out tells; it judges the others.
void add_cells(const std::vector<network::MeasuredCell>& held_out, std::vector<network::MeasuredCell>& cells) {
  const auto same_place = [](const network::MeasuredCell& a, const network::MeasuredCell& b) {
    return a.collective == b.collective && a.size_band == b.size_band && a.num_domains == b.num_domains &&
           a.ranks_per_domain == b.ranks_per_domain;
  };
  for (const network::MeasuredCell& cell : held_out)
    if (std::ranges::none_of(cells, [&](const network::MeasuredCell& known) { return same_place(known, cell); }))
      cells.push_back(cell);
}

}  // namespace

Document calibrate_collectives(const CollectiveCalibrationQuestion& question, const catalog::Catalog& catalog) {
  FitInput input = read_collective_input(question, catalog);
  const calibration::CollectiveFitOptions what = fit_options(input.item);
  CollectiveFit fit = calibration::fit_collectives(input.observations, input.item.profile, what);
  calibration::widen_interval(fit.profile, input.held_out);
  using calibration::MeasuredAt;
  const MeasuredAt where = question.instance.empty() ? MeasuredAt::kOtherSites : MeasuredAt::kOwnMachine;
  fit.profile.cells = calibration::measured_cells(input.observations, fit.profile, where);
  add_cells(calibration::measured_cells(input.judges, fit.profile, where), fit.profile.cells);
  if (input.known) widen_to(*input.known, fit.profile);
  Document document;
  document.headline = fmt::format("{}: {} coefficients fitted to {} points of {} rows", input.item.name,
                                  fit.coefficients.size(), fit.num_points, input.rows.size());
  document.warnings = std::move(input.warnings);
  if (!fit.converged) document.warnings.push_back("the fit stopped before it converged");
  std::vector<catalog::FittedRow> fitted;
  for (const evidence::CollectiveRow& row : input.rows) fitted.push_back(evidence::fitted_row(row));
  document.json = catalog::fitted_profile_json(input.document, fit, fitted);
  document.tables.push_back(coefficient_table(fit));
  Table bands = error_table("Residuals by size");
  for (int band = 0; band < calibration::kNumSizeBands; ++band)
    add_size_errors(bands, std::string(calibration::size_band_name(band)),
                    fit.residuals[static_cast<std::size_t>(band)]);
  document.tables.push_back(std::move(bands));
  std::map<std::string, std::vector<CollectiveObservation>> sources;
  std::map<std::string, network::CollectiveProfile> profiles;
  for (const CollectiveObservation& o : calibration::averaged(input.observations)) {
    sources[o.source_id].push_back(o);
    profiles[o.source_id] = fit.profile;
  }
  document.tables.push_back(errors_by_source("Residuals by source", sources, profiles));
  if (!input.held_out.empty()) {
    std::map<std::string, std::vector<CollectiveObservation>> judges;
    for (const CollectiveObservation& o : calibration::averaged(input.held_out)) {
      judges[o.source_id].push_back(o);
      profiles[o.source_id] = fit.profile;
    }
    document.tables.push_back(errors_by_source("Held out", judges, profiles));
  }
  if (question.cross_validate) document.tables.push_back(cross_validation(input, what, document.warnings));
  return document;
}

}  // namespace fmplan::assessment
