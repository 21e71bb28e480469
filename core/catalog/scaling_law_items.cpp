#include "core/catalog/scaling_law_items.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/base/names.h"
#include "core/base/quantity_text.h"
#include "core/catalog/item_fields.h"
#include "core/catalog/provenance.h"
#include "core/text/object_reader.h"

namespace fmplan::catalog {
namespace {

using model::ComputeFrontier;
using model::LawForm;
using model::LawRange;
using model::ParametricLoss;
using model::PowerLaw;
using nlohmann::json;

/// Bounds of a constant: chosen far beyond any published.
constexpr double kLeast = 1e-12, kMost = 1e30;

double positive(text::ObjectReader& reader, const std::string& key) { return reader.number(key, kLeast, kMost); }

/// Papers state some constants as logarithms, whose digits are kept: "ln_a" beside "a".
double positive_or_ln(text::ObjectReader& reader, const std::string& key) {
  const std::string logarithm = "ln_" + key;
  return reader.has(logarithm) ? std::exp(reader.number(logarithm, std::log(kLeast), std::log(kMost)))
                               : positive(reader, key);
}

ParametricLoss read_parametric(text::ObjectReader& reader) {
  return {.e = positive_or_ln(reader, "e"),
          .a = positive_or_ln(reader, "a"),
          .alpha = positive(reader, "alpha"),
          .b = positive_or_ln(reader, "b"),
          .beta = positive(reader, "beta")};
}

/// Of compute in FLOP; k·(C/PF-day)^a = k·PF-day^−a · C^a.
PowerLaw read_power_law(const json& object, const std::string& where, bool of_petaflop_days, Issues& issues) {
  text::ObjectReader reader(object, where, issues);
  PowerLaw law{.coefficient = positive(reader, "coefficient"), .exponent = reader.number("exponent", kLeast, 1)};
  if (of_petaflop_days) law.coefficient *= std::pow(model::kPetaflopDay / flop, -law.exponent);
  reader.refuse_unknown_keys();
  return law;
}

/// N(C) and D(C).  A law that gives FLOP per token M has N = M/6, one that gives tokens alone N = C/6D.
ComputeFrontier read_frontier(text::ObjectReader& reader, Issues& issues) {
  constexpr double kFlopPerParameter = 6;  // of training: 6ND
  constexpr auto kUnits = names<bool>({{"FLOP", false}, {"PF-days", true}});
  const bool of_petaflop_days = reader.choice_or("compute_unit", false, kUnits);
  const auto read = [&](const char* key) {
    return read_power_law(*reader.find(key), reader.where(key), of_petaflop_days, issues);
  };
  ComputeFrontier frontier;
  if (reader.require("tokens")) frontier.tokens = read("tokens");
  if (reader.has("parameters")) {
    frontier.parameters = read("parameters");
  } else if (reader.has("flop_per_token")) {
    frontier.parameters = read("flop_per_token");
    frontier.parameters.coefficient /= kFlopPerParameter;
  } else {
    frontier.parameters = {1 / (kFlopPerParameter * frontier.tokens.coefficient), 1 - frontier.tokens.exponent};
  }
  return frontier;
}

/// Its compute is in PF-days, whatever the unit of the frontier.
model::KaplanLoss read_kaplan_loss(text::ObjectReader& reader) {
  return {.critical_parameters = positive(reader, "critical_parameters"),
          .parameter_exponent = positive(reader, "parameter_exponent"),
          .critical_tokens = positive(reader, "critical_tokens"),
          .token_exponent = positive(reader, "token_exponent"),
          .critical_compute = positive(reader, "critical_petaflop_days") * model::kPetaflopDay,
          .compute_exponent = positive(reader, "compute_exponent"),
          .critical_batch = positive(reader, "critical_batch"),
          .batch_exponent = positive(reader, "batch_exponent")};
}

LawForm read_repeated(text::ObjectReader& reader) {
  return model::RepeatedDataLoss{.fresh = read_parametric(reader),
                                 .token_decay = positive(reader, "token_decay"),
                                 .parameter_decay = positive(reader, "parameter_decay")};
}

LawForm read_over_training(text::ObjectReader& reader) {
  return model::over_training_loss(positive(reader, "p"), positive(reader, "q"), reader.number("h", -2, -kLeast),
                                   positive(reader, "e"));
}

LawForm read_granular(text::ObjectReader& reader) {
  return model::GranularLoss{.c = positive(reader, "c"),
                             .g = positive(reader, "g"),
                             .gamma = positive(reader, "gamma"),
                             .a = positive(reader, "a"),
                             .alpha = positive(reader, "alpha"),
                             .b = positive(reader, "b"),
                             .beta = positive(reader, "beta"),
                             .expansion = positive(reader, "expansion")};
}

LawForm read_routed(text::ObjectReader& reader) {
  const auto any = [&](const char* key) { return reader.number(key, -kMost, kMost); };
  return model::RoutedLoss{.a = any("a"),
                           .b = any("b"),
                           .c = any("c"),
                           .d = any("d"),
                           .experts_start = positive(reader, "experts_start"),
                           .experts_max = positive(reader, "experts_max")};
}

/// The constants, each form's own.
LawForm read_constants(const std::string& form, text::ObjectReader& reader, Issues& issues) {
  if (form == "frontier") return model::FrontierForm{read_frontier(reader, issues)};
  if (form == "kaplan") return model::KaplanForm{read_frontier(reader, issues), read_kaplan_loss(reader)};
  if (form == "parametric") return read_parametric(reader);
  if (form == "repeated_data") return read_repeated(reader);
  if (form == "over_training") return read_over_training(reader);
  if (form == "granular") return read_granular(reader);
  return read_routed(reader);
}

/// The parametric loss of another law.
LawForm read_inference_aware(text::ObjectReader& reader, const Documents& documents, Issues& issues) {
  const std::string name = reader.string("loss_of");
  const ItemFile* other = name.empty() ? nullptr : documents.find("laws", name);
  const json* document = other ? &documents.raw(*other) : nullptr;
  if (!document || document->value("form", "") != "parametric" || !document->contains("constants")) {
    if (!name.empty()) reader.report("loss_of", fmt::format("\"{}\" is no law of form \"parametric\"", name));
    return model::InferenceAwareForm{};
  }
  text::ObjectReader constants(document->at("constants"), other->where() + "/constants", issues);
  return model::InferenceAwareForm{read_parametric(constants)};
}

LawForm read_form(text::ObjectReader& reader, const Documents& documents, Issues& issues) {
  const std::string form = one_of(
      reader, "form",
      {"frontier", "kaplan", "parametric", "repeated_data", "inference_aware", "over_training", "granular", "routed"});
  if (form == "inference_aware") return read_inference_aware(reader, documents, issues);
  const json* object = reader.require("constants");
  if (form.empty() || !object) return {};
  text::ObjectReader constants(*object, reader.where("constants"), issues);
  LawForm read = read_constants(form, constants, issues);
  constants.refuse_unknown_keys();
  return read;
}

/// From the smallest to the largest size that a law was fitted on; none: not stated.
template <class T>
std::optional<LawRange<T>> read_range(text::ObjectReader& fitted_on, const char* key,
                                      const std::function<T(text::ObjectReader&, const char*)>& read, Issues& issues) {
  const json* object = fitted_on.find(key);
  if (!object) return std::nullopt;
  text::ObjectReader reader(*object, fitted_on.where(key), issues);
  const LawRange<T> range{read(reader, "from"), read(reader, "to")};
  reader.refuse_unknown_keys();
  if (range.low > range.high) fitted_on.report(key, "ends before it begins");
  return range;
}

void read_fitted_on(text::ObjectReader& reader, model::ScalingLaw& law, Issues& issues) {
  const json* object = reader.find("fitted_on");
  if (!object) return;
  const auto count = [](text::ObjectReader& range, const char* key) {
    return static_cast<double>(range.count(key, 0));
  };
  const auto compute = [](text::ObjectReader& range, const char* key) {
    return range.quantity<Flop>(key, flop_units());
  };
  text::ObjectReader fitted_on(*object, reader.where("fitted_on"), issues);
  law.parameters = read_range<double>(fitted_on, "parameters", count, issues);
  law.tokens = read_range<double>(fitted_on, "tokens", count, issues);
  law.compute = read_range<Flop>(fitted_on, "compute", compute, issues);
  fitted_on.refuse_unknown_keys();
}

}  // namespace

model::ScalingLaw read_scaling_law(const json& item, const std::string& where, const Documents& documents,
                                   Issues& issues) {
  text::ObjectReader reader(item, where, issues);
  model::ScalingLaw law;
  law.name = read_envelope(reader);
  law.title = reader.string("title");
  law.published = reader.date("published");
  law.parameters_mean = reader.string("parameters_mean");
  law.form = read_form(reader, documents, issues);
  const bool gives_loss = !std::holds_alternative<model::FrontierForm>(law.form);
  law.loss_means = gives_loss ? reader.string("loss_means") : reader.string_or("loss_means", {});
  read_fitted_on(reader, law, issues);
  law.notes = reader.texts("notes");
  const Provenance provenance = provenance_of(item, "/constants");
  law.source = provenance.source;
  law.confirmed = provenance.confirmed;
  reader.refuse_unknown_keys();
  return law;
}

}  // namespace fmplan::catalog
