#include "core/catalog/step_profile.h"
#include "core/text/json_writer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/catalog/item_fields.h"
#include "core/catalog/item_part.h"
#include "core/text/json_text.h"
#include "core/text/object_reader.h"

namespace fmplan::catalog {
namespace {

using calibration::ErrorQuantiles;
using calibration::StepCorrelation;
using calibration::StepErrorModel;
using calibration::StepProfile;
using nlohmann::json;
using text::Json;

struct Bounds {
  double least = 0;
  double most = 0;
};

/// Habits reach from microseconds to factors; none that a fit can find lies outside.
constexpr Bounds kHabits{0, 100};
/// A pace of 0 would never end a step.
constexpr Bounds kPaces{0.01, 100};
/// A spread of a factor of e⁵ says nothing any more.
constexpr Bounds kUncertainties{0, 5};
constexpr double kMostDeviations = 1e3;
constexpr int kMostMeasured = 1'000'000'000;

template <class Values, class NameOf>
void read_values(const json& object, const std::string& where, Issues& issues, Bounds bounds, Values& values,
                 const NameOf& name_of) {
  text::ObjectReader reader(object, where, issues);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = reader.number_or(std::string(name_of(i)), values[i], bounds.least, bounds.most);
  reader.refuse_unknown_keys();
}

std::string_view habit_name(std::size_t i) { return sim::kStepHabitNames.texts[i]; }
std::string_view name_of_pace(std::size_t i) { return hardware::kPaceNames.texts[i]; }
std::string_view cause_name(std::size_t i) { return calibration::kErrorCauseNames.texts[i]; }
std::string difference_name(std::size_t i) { return calibration::difference_cause_name(i); }
std::string_view distance_name(std::size_t i) { return calibration::kStepDistanceNames.texts[i]; }

/// {"generic": {…}, "<name>": {…}}: what a name leaves out is the generic one's.
template <class Item, class NameOf>
void read_table(text::ObjectReader& parent, const char* key, Issues& issues, Bounds bounds, Item& generic,
                std::map<std::string, Item>& by_name, const NameOf& name_of) {
  const json* table = parent.require(key);
  if (!table) return;
  text::ObjectReader reader(*table, parent.where(key), issues);
  const std::string unknown(calibration::kUnknownFramework);
  if (const json* common = reader.require(unknown))
    read_values(*common, reader.where(unknown), issues, bounds, generic.values, name_of);
  if (!table->is_object()) return;
  for (const auto& [name, entry] : table->items()) {
    if (name == unknown) continue;
    Item& item = by_name.try_emplace(name, generic).first->second;
    read_values(entry, parent.where(key) + "/" + text::pointer_token(name), issues, bounds, item.values, name_of);
  }
}

ErrorQuantiles read_quantiles(text::ObjectReader& parent, const char* key, Issues& issues) {
  ErrorQuantiles q;
  const json* object = parent.require(key);
  if (!object) return q;
  text::ObjectReader reader(*object, parent.where(key), issues);
  q.low_80 = reader.number("low_80", -kMostDeviations, 0);
  q.high_80 = reader.number("high_80", 0, kMostDeviations);
  q.low_95 = reader.number("low_95", -kMostDeviations, q.low_80);
  q.high_95 = reader.number("high_95", q.high_80, kMostDeviations);
  reader.refuse_unknown_keys();
  return q;
}

StepCorrelation read_correlation(text::ObjectReader& parent, Issues& issues) {
  StepCorrelation c;
  const json* object = parent.require("correlation");
  if (!object) return c;
  text::ObjectReader reader(*object, parent.where("correlation"), issues);
  c.noise = reader.number("noise", 0, 1);
  c.floor = reader.number("floor", 0, 1);
  c.other_machine = reader.number("other_machine", 0, 1);
  c.other_precision = reader.number("other_precision", 0, 1);
  c.other_model = reader.number("other_model", 0, 1);
  if (const json* rates = reader.require("rates"))
    read_values(*rates, reader.where("rates"), issues, Bounds{0, kMostDeviations}, c.rates, distance_name);
  reader.refuse_unknown_keys();
  return c;
}

calibration::SiteExchange read_exchange(const json& object, const std::string& where, Issues& issues) {
  text::ObjectReader reader(object, where, issues);
  calibration::SiteExchange exchange{.network = reader.string("network"),
                                     .log_shift = reader.number("log_shift", -kMostDeviations, kMostDeviations),
                                     .uncertainty = reader.number("uncertainty", 0, kMostDeviations),
                                     .num_sources = reader.integer("sources", 1, kMostMeasured)};
  reader.refuse_unknown_keys();
  return exchange;
}

StepErrorModel read_error_model(const json& object, const std::string& where, Issues& issues) {
  text::ObjectReader reader(object, where, issues);
  StepErrorModel model;
  if (const json* uncertainty = reader.require("uncertainty"))
    read_values(*uncertainty, reader.where("uncertainty"), issues, kUncertainties, model.uncertainty, cause_name);
  reader.each("exchanges", [&](const json& entry, const std::string& place) {
    model.exchanges.push_back(read_exchange(entry, place, issues));
  });
  model.quantiles = read_quantiles(reader, "quantiles", issues);
  model.anchored = read_quantiles(reader, "anchored_quantiles", issues);
  model.correlation = read_correlation(reader, issues);
  reader.refuse_unknown_keys();
  return model;
}

calibration::StepDifferenceModel read_difference(const json& object, const std::string& where, Issues& issues) {
  text::ObjectReader reader(object, where, issues);
  calibration::StepDifferenceModel model;
  if (const json* uncertainty = reader.require("uncertainty"))
    read_values(*uncertainty, reader.where("uncertainty"), issues, kUncertainties, model.uncertainty, difference_name);
  model.within_80 = reader.number("within_80", 0, kMostDeviations);
  model.within_95 = reader.number("within_95", model.within_80, kMostDeviations);
  reader.refuse_unknown_keys();
  return model;
}

calibration::MeasuredSteps read_measured(const json& object, const std::string& where, Issues& issues) {
  text::ObjectReader reader(object, where, issues);
  calibration::MeasuredSteps entry;
  entry.source = reader.string("source_id");
  entry.place = {.framework = reader.string("framework"),
                 .chip = reader.string("chip"),
                 .architecture = reader.string_or("architecture", {}),
                 .precision = reader.string("precision"),
                 .kind = reader.string("model"),
                 .interconnect = reader.string("interconnect")};
  entry.num_rows = reader.integer("rows", 1, kMostMeasured);
  entry.most_accelerators = reader.integer("most_accelerators", 1, kMostMeasured);
  entry.oldest = reader.optional_date("oldest_software");
  entry.newest = reader.optional_date("newest_software");
  if (entry.oldest.has_value() != entry.newest.has_value() || entry.newest < entry.oldest)
    reader.report("newest_software", "must be given with an oldest_software that is no later, or neither be given");
  reader.refuse_unknown_keys();
  return entry;
}

Json short_number(double value) {
  if (!std::isfinite(value)) return nullptr;
  const double result = text::rounded(value, 6);
  return result == 0 ? Json(0) : Json(result);
}

template <class Values, class NameOf>
Json values_json(const Values& values, const NameOf& name_of) {
  Json object = Json::object();
  for (std::size_t i = 0; i < values.size(); ++i) object[std::string(name_of(i))] = short_number(values[i]);
  return object;
}

/// Only what differs from the generic one's at the digits written.
template <class Item, class NameOf>
Json table_json(const Item& generic, const std::map<std::string, Item>& by_name, const NameOf& name_of) {
  const Json common = values_json(generic.values, name_of);
  Json table = {{std::string(calibration::kUnknownFramework), common}};
  for (const auto& [name, item] : by_name) {
    const Json own = values_json(item.values, name_of);
    Json entry = Json::object();
    for (const auto& [key, value] : own.members())
      if (value != common.at(key)) entry[key] = value;
    table[name] = std::move(entry);
  }
  return table;
}

Json quantiles_json(const ErrorQuantiles& q) {
  return {{"low_95", short_number(q.low_95)},
          {"low_80", short_number(q.low_80)},
          {"high_80", short_number(q.high_80)},
          {"high_95", short_number(q.high_95)}};
}

Json error_model_json(const StepErrorModel& model) {
  const StepCorrelation& c = model.correlation;
  Json exchanges = Json::array();
  for (const calibration::SiteExchange& exchange : model.exchanges)
    exchanges.push_back({{"network", exchange.network},
                         {"log_shift", short_number(exchange.log_shift)},
                         {"uncertainty", short_number(exchange.uncertainty)},
                         {"sources", exchange.num_sources}});
  return {{"uncertainty", values_json(model.uncertainty, cause_name)},
          {"exchanges", std::move(exchanges)},
          {"quantiles", quantiles_json(model.quantiles)},
          {"anchored_quantiles", quantiles_json(model.anchored)},
          {"correlation",
           {{"noise", short_number(c.noise)},
            {"floor", short_number(c.floor)},
            {"other_machine", short_number(c.other_machine)},
            {"other_precision", short_number(c.other_precision)},
            {"other_model", short_number(c.other_model)},
            {"rates", values_json(c.rates, distance_name)}}}};
}

Json difference_json(const calibration::StepDifferenceModel& model) {
  return {{"uncertainty", values_json(model.uncertainty, difference_name)},
          {"within_80", short_number(model.within_80)},
          {"within_95", short_number(model.within_95)}};
}

Json summary_json(const calibration::ErrorSummary& errors) {
  if (errors.num_rows == 0) return nullptr;
  return {{"rows", errors.num_rows},
          {"mape", short_number(errors.mean)},
          {"median_ape", short_number(errors.median)},
          {"bias", short_number(errors.bias)}};
}

Json summary_json(const calibration::ErrorSummary& errors, const calibration::StepCoverage& coverage) {
  Json object = summary_json(errors);
  if (coverage.num_rows == 0) return object;
  object["coverage_80"] = short_number(coverage.coverage_80);
  object["coverage_95"] = short_number(coverage.coverage_95);
  object["median_width_80"] = short_number(coverage.median_width_80);
  return object;
}

/// {"megatron": {"head": "prior 1, standard error 0.2"}}: of what rows say something of.  For people, as text: a
/// program that starts reads past it.
Json evidence_json(const calibration::StepFit& fit, bool habits) {
  Json table = Json::object();
  for (const calibration::FittedStepCoefficient& c : fit.coefficients) {
    if (c.is_habit != habits || !c.from_rows) continue;
    // A prior of 0 stands for what the framework's item states.
    std::string text = c.prior > 0 ? fmt::format("prior {:.6g}, ", c.prior) : std::string("prior of the item, ");
    text += fmt::format("standard error {:.3g}", c.relative_error);
    if (c.at_bound) text += ", at its bound";
    constexpr double kMostOfThem = 0.8;  // chosen: where the source's own level cannot be told from the coefficient
    if (c.of_one_source >= kMostOfThem)
      text += fmt::format(", {:.0f} % of the rows of one source", 100 * c.of_one_source);
    table[c.of.empty() ? std::string(calibration::kUnknownFramework) : c.of][std::string(c.name)] = text;
  }
  return table;
}

Json rows_json(const std::vector<FittedRow>& rows) {
  std::map<std::string, std::vector<std::string>> by_source;
  for (const FittedRow& row : rows) by_source[row.source_id].push_back(row.fingerprint);
  Json list = Json::array();
  for (const auto& [source, of_source] : by_source) {
    std::string fingerprints;
    for (const std::string& fingerprint : of_source) fingerprints += (fingerprints.empty() ? "" : " ") + fingerprint;
    list.push_back({{"source_id", source}, {"rows", of_source.size()}, {"fingerprints", fingerprints}});
  }
  return list;
}

/// What tells of the fit, three quarters of the file: a program that starts reads past it.
const std::initializer_list<std::string_view> kOfTheFit = {"fit",     "evidence", "by_source",
                                                           "by_kind", "left_out", "rows"};

}  // namespace

StepProfile read_step_profile(const json& item, const std::string& where, Issues& issues) {
  text::ObjectReader reader(item, where, issues);
  StepProfile profile;
  profile.name = read_envelope(reader);
  profile.source = reader.string_or("title", profile.name);
  if (reader.string("of") != "steps") reader.report("of", "write \"steps\"");
  read_table(reader, "habits", issues, kHabits, profile.habits, profile.framework_habits, habit_name);
  read_table(reader, "paces", issues, kPaces, profile.paces, profile.accelerator_paces, name_of_pace);
  reader.each("measured", [&](const json& entry, const std::string& place) {
    profile.measured.push_back(read_measured(entry, place, issues));
  });
  std::sort(profile.measured.begin(), profile.measured.end());
  if (const json* errors = reader.require("errors"))
    profile.errors = read_error_model(*errors, reader.where("errors"), issues);
  // What is believed serves a profile that was written before differences were fitted.
  if (const json* difference = reader.find("difference"))
    profile.difference = read_difference(*difference, reader.where("difference"), issues);
  for (const std::string_view key : kOfTheFit) reader.find(std::string(key));
  reader.refuse_unknown_keys();
  return profile;
}

std::optional<StepProfile> load_step_profile(const Documents& documents) {
  const ItemFile* item = documents.find("calibration", kStepProfileName);
  if (!item) return std::nullopt;
  return load_item_without(kOfTheFit, *item, read_step_profile);
}

std::set<std::string> fitted_fingerprints(const Documents& documents) {
  std::set<std::string> result;
  const ItemFile* item = documents.find("calibration", kStepProfileName);
  if (!item) return result;
  Issues issues;
  text::ObjectReader reader(documents.raw(*item), item->where(), issues);
  reader.each("rows", [&](const json& entry, const std::string& where) {
    text::ObjectReader source(entry, where, issues);
    const std::string text = source.string("fingerprints");
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find(' ', begin), text.size());
      result.insert(text.substr(begin, end - begin));
      begin = end + 1;
    }
  });
  if (!issues.empty()) throw InputError(std::move(issues));
  return result;
}

Json step_profile_json(const calibration::StepCalibration& found, const std::vector<FittedRow>& rows, Date date) {
  const StepProfile& profile = found.fit.profile;
  std::set<std::string> sources;
  for (const FittedRow& row : rows) sources.insert(row.source_id);
  const std::string title =
      fmt::format("Habits and paces fitted to {} steps of {} sources", rows.size(), sources.size());
  Json document = {{"version", 1},
                   {"kind", "calibration"},
                   {"name", kStepProfileName},
                   {"title", title},
                   {"of", "steps"},
                   {"fit",
                    {{"rows", rows.size()},
                     {"sources", sources.size()},
                     {"converged", found.fit.converged},
                     {"cost", short_number(found.fit.cost)}}}};
  document["habits"] = table_json(profile.habits, profile.framework_habits, habit_name);
  document["paces"] = table_json(profile.paces, profile.accelerator_paces, name_of_pace);
  const auto software = [](const std::optional<Date>& day) { return day ? Json(date_text(*day)) : Json(nullptr); };
  document["measured"] = Json::array();
  for (const calibration::MeasuredSteps& entry : profile.measured) {
    Json object = {{"source_id", entry.source}, {"framework", entry.place.framework}, {"chip", entry.place.chip}};
    if (!entry.place.architecture.empty()) object["architecture"] = entry.place.architecture;
    object.update({{"precision", entry.place.precision},
                   {"model", entry.place.kind},
                   {"interconnect", entry.place.interconnect},
                   {"rows", entry.num_rows},
                   {"most_accelerators", entry.most_accelerators},
                   {"oldest_software", software(entry.oldest)},
                   {"newest_software", software(entry.newest)}});
    document["measured"].push_back(std::move(object));
  }
  document["errors"] = error_model_json(profile.errors);
  document["difference"] = difference_json(profile.difference);
  document["evidence"] = {{"habits", evidence_json(found.fit, true)}, {"paces", evidence_json(found.fit, false)}};
  document["by_source"] = Json::array();
  for (const calibration::StepSourceErrors& source : found.sources)
    document["by_source"].push_back({{"source_id", source.source},
                                     {"fitted", summary_json(source.fitted)},
                                     {"folds", summary_json(source.folds)},
                                     {"held_out", summary_json(source.held_out, source.coverage)},
                                     {"anchored", summary_json(source.anchored, source.anchored_coverage)}});
  document["by_kind"] = Json::array();
  for (const calibration::StepKindErrors& kind : found.kinds)
    document["by_kind"].push_back({{"kind", kind.kind},
                                   {"fitted", summary_json(kind.fitted)},
                                   {"folds", summary_json(kind.folds)},
                                   {"held_out", summary_json(kind.held_out)}});
  document["left_out"] = Json::array();
  for (const calibration::StepSplitErrors& split : found.splits) {
    // By source they stand above.
    if (split.split == calibration::StepSplit::kSource) continue;
    Json entry = {{"split", calibration::kStepSplitNames.name(split.split)}, {"left_out", split.left_out}};
    entry["errors"] = summary_json(split.errors, split.coverage);
    document["left_out"].push_back(std::move(entry));
  }
  document["rows"] = rows_json(rows);
  document["provenance"] = {{"source", "fitted with fmplan calibrate steps to the rows whose fingerprints it lists"},
                            {"date", date_text(date)},
                            {"confirmed", true}};
  return document;
}

}  // namespace fmplan::catalog
