#include "core/catalog/memory_profile.h"
#include "core/text/json_writer.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/calibration/step_profile.h"
#include "core/catalog/item_fields.h"
#include "core/text/json_text.h"
#include "core/text/object_reader.h"

namespace fmplan::catalog {
namespace {

using model::MemoryHabits;
using model::MemoryInterval;
using nlohmann::json;
using text::Json;

MemoryInterval read_memory_interval(text::ObjectReader& parent, const char* key, Issues& issues) {
  MemoryInterval interval;
  const json* object = parent.require(key);
  if (!object) return interval;
  text::ObjectReader reader(*object, parent.where(key), issues);
  interval.low_80 = reader.number("low_80", 0.01, 1);
  interval.high_80 = reader.number("high_80", 1, 100);
  interval.low_95 = reader.number("low_95", 0.01, interval.low_80);
  interval.high_95 = reader.number("high_95", interval.high_80, 1000);
  reader.refuse_unknown_keys();
  return interval;
}

MemoryHabits read_habits(const json& object, const std::string& where, Issues& issues) {
  text::ObjectReader reader(object, where, issues);
  MemoryHabits habits;
  habits.activation_factor = reader.number("activation_factor", 0.1, 10);
  habits.gathered_copies = reader.number("gathered_copies", 0, 10);
  habits.bytes_per_logit = reader.number("bytes_per_logit", 0, 100);
  habits.retained_logit_bytes = reader.number("retained_logit_bytes", 0, 100);
  habits.extra_bytes_per_parameter = reader.number("extra_bytes_per_parameter", 0, 100);
  habits.reserved_share = reader.number("reserved_share", 0, 1);
  habits.interval = read_memory_interval(reader, "interval", issues);
  // What is told of a fit and not computed with.
  for (const char* key : {"rows", "errors", "standard_errors", "at_bounds"}) reader.find(key);
  reader.refuse_unknown_keys();
  return habits;
}

/// As many as a fit on another machine gives again.
constexpr int kMemoryDigits = 6;

Json memory_interval_json(const MemoryInterval& interval) {
  return {{"low_80", text::rounded(interval.low_80, kMemoryDigits)},
          {"high_80", text::rounded(interval.high_80, kMemoryDigits)},
          {"low_95", text::rounded(interval.low_95, kMemoryDigits)},
          {"high_95", text::rounded(interval.high_95, kMemoryDigits)}};
}

Json error_summary_json(const calibration::ErrorSummary& errors) {
  return {{"rows", errors.num_rows},
          {"mean", text::rounded(errors.mean, kMemoryDigits)},
          {"median", text::rounded(errors.median, kMemoryDigits)},
          {"p90", text::rounded(errors.percentile_90, kMemoryDigits)},
          {"bias", text::rounded(errors.bias, kMemoryDigits)}};
}

/// Errors of the rows of `framework`, of all rows if it is empty.
Json all_errors_json(const calibration::MemoryCalibration& found, const std::string& framework) {
  const auto of = [&](const std::vector<calibration::MemoryRatio>& ratios) {
    std::vector<calibration::MemoryRatio> own;
    for (const calibration::MemoryRatio& ratio : ratios)
      if (framework.empty() || ratio.row->framework == framework) own.push_back(ratio);
    return error_summary_json(summarise(own));
  };
  return {{"fitted", of(found.fitted)}, {"folds", of(found.folds)}, {"source_held_out", of(found.source)}};
}

Json memory_fit_json(const calibration::MemoryFit& fit) {
  Json object = Json::object();
  for (const calibration::FittedMemoryNumber& n : fit.numbers)
    object[std::string(n.name)] = text::rounded(n.value, kMemoryDigits);
  object["interval"] = memory_interval_json(fit.habits.interval);
  object["rows"] = fit.num_rows;
  object["standard_errors"] = Json::object();
  object["at_bounds"] = Json::array();
  for (const calibration::FittedMemoryNumber& n : fit.numbers) {
    if (n.at_bound)
      object["at_bounds"].push_back(n.name);
    else if (std::isfinite(n.standard_error))
      object["standard_errors"][std::string(n.name)] = text::rounded(n.standard_error, kMemoryDigits);
  }
  return object;
}

}  // namespace

std::string memory_numbers_of(const std::string& framework) {
  const std::string_view any_release = calibration::framework_of_release(framework);
  return any_release == "nemo" || any_release == "primus" ? "megatron" : std::string(any_release);
}

MemoryHabits MemoryProfileItem::habits_of(const std::string& framework, const MemoryHabits& habits) const {
  const auto found = frameworks.find(memory_numbers_of(framework));
  MemoryHabits result =
      found == frameworks.end() ? calibration::prior_habits(habits) : with_numbers(habits, found->second);
  result.interval = interval_of(framework, model::MemoryReading::kDevice);
  return result;
}

MemoryInterval MemoryProfileItem::interval_of(const std::string& framework, model::MemoryReading reading) const {
  const auto found = frameworks.find(framework);
  if (found == frameworks.end()) return unseen;
  const std::string suffix = "|" + std::string(memory_reading_name(reading));
  const bool measured = std::any_of(known.begin(), known.end(), [&](const std::string& triple) {
    return triple.starts_with(framework + "|") && triple.ends_with(suffix);
  });
  return measured ? found->second.interval : calibration::wider(found->second.interval, unseen);
}

MemoryProfileItem read_memory_profile(const json& document, const std::string& where, Issues& issues) {
  text::ObjectReader reader(document, where, issues);
  MemoryProfileItem item;
  item.name = read_envelope(reader);
  item.title = reader.string_or("title", item.name);
  if (reader.string("of") != "memory") reader.report("of", "write \"memory\"");
  const json* frameworks = reader.require("frameworks");
  if (frameworks && !frameworks->is_object()) reader.report("frameworks", "write an object, one framework a key");
  if (frameworks && frameworks->is_object())
    for (const auto& [name, entry] : frameworks->items())
      item.frameworks[name] = read_habits(entry, reader.where("frameworks") + "/" + text::pointer_token(name), issues);
  item.unseen = read_memory_interval(reader, "unseen_interval", issues);
  const auto set_of = [&](const char* key) {
    const std::vector<std::string> texts = reader.texts(key);
    return std::set<std::string>(texts.begin(), texts.end());
  };
  item.known = set_of("known");
  item.fingerprints = set_of("fingerprints");
  reader.find("errors");
  reader.refuse_unknown_keys();
  return item;
}

std::optional<MemoryProfileItem> load_memory_profile(const Documents& documents) {
  const ItemFile* item = documents.find("calibration", kMemoryProfileName);
  return item ? std::optional(load_item(documents, *item, read_memory_profile)) : std::nullopt;
}

Json memory_profile_json(const calibration::MemoryCalibration& found, const std::set<std::string>& known,
                         const Json& provenance) {
  Json document = {{"version", 1},
                   {"kind", "calibration"},
                   {"name", kMemoryProfileName},
                   {"title", "Memory that training frameworks take"},
                   {"of", "memory"}};
  document["frameworks"] = Json::object();
  for (const auto& [name, fit] : found.frameworks) {
    document["frameworks"][name] = memory_fit_json(fit);
    document["frameworks"][name]["errors"] = all_errors_json(found, name);
  }
  document["unseen_interval"] = memory_interval_json(found.unseen);
  document["errors"] = all_errors_json(found, "");
  document["known"] = std::vector(known.begin(), known.end());
  std::set<std::string> fingerprints;
  for (const calibration::MemoryRatio& ratio : found.fitted) fingerprints.insert(ratio.row->fingerprint);
  document["fingerprints"] = std::vector(fingerprints.begin(), fingerprints.end());
  document["provenance"] = provenance;
  return document;
}

}  // namespace fmplan::catalog
