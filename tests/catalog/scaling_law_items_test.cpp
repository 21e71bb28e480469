#include "core/catalog/scaling_law_items.h"

#include <cmath>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/catalog/catalog.h"
#include "tests/catalog/catalog_folder.h"
#include "tests/source_dir.h"

namespace fmplan::catalog {
namespace scaling_law_items_test {

using model::FrontierForm;
using model::ScalingLaw;
using testing::HasSubstr;
using testing::SizeIs;

const Catalog& shipped() {
  static const Catalog kCatalog({source_dir() + "/catalogs"});
  return kCatalog;
}

/// A law of the form and constants given, with the issues of reading it.
std::pair<ScalingLaw, Issues> law_of(const std::string& form, const std::string& rest) {
  const std::string text = R"({"name": "x", "title": "X", "published": "2024-01-01", "parameters_mean": "all",)"
                           R"( "notes": [], "form": ")" +
                           form + "\"" + rest + "}";
  Issues issues;
  ScalingLaw law = read_scaling_law(nlohmann::json::parse(text), "", shipped(), issues);
  return {std::move(law), std::move(issues)};
}

TEST(ShippedLaws, AreReadOldestFirst) {
  const std::vector<ScalingLaw>& laws = shipped().scaling_laws();
  ASSERT_THAT(laws, SizeIs(14));
  EXPECT_EQ(laws.front().name, "kaplan-2020");
  EXPECT_EQ(laws.back().name, "llama-3-2024");
}

// N = C/6D where a law gives tokens alone, M/6 where it gives FLOP per token.
TEST(ReadScalingLaw, GivesParametersBy6NDWhereTheyAreNotStated) {
  const auto [tokens, none] = law_of("frontier", R"(, "constants": {"tokens": {"coefficient": 2, "exponent": 0.6}})");
  EXPECT_THAT(none, SizeIs(0));
  const model::ComputeFrontier& of_tokens = std::get<FrontierForm>(tokens.form).frontier;
  EXPECT_DOUBLE_EQ(of_tokens.parameters.coefficient, 1.0 / 12);
  EXPECT_DOUBLE_EQ(of_tokens.parameters.exponent, 0.4);
  const auto [flop_law, nor_here] = law_of("frontier", R"(, "constants": {"tokens": {"coefficient": 2, "exponent": 0.6},
    "flop_per_token": {"coefficient": 0.3, "exponent": 0.4}})");
  EXPECT_THAT(nor_here, SizeIs(0));
  EXPECT_DOUBLE_EQ(std::get<FrontierForm>(flop_law.form).frontier.parameters.coefficient, 0.05);
}

// k·(C/PF-day)^½: at C = 8.64e19 FLOP the coefficient itself.
TEST(ReadScalingLaw, TakesComputeInPetaflopDays) {
  const auto [law, none] = law_of("frontier", R"(, "constants": {"compute_unit": "PF-days",
    "tokens": {"coefficient": 7, "exponent": 0.5}, "parameters": {"coefficient": 3, "exponent": 0.5}})");
  EXPECT_THAT(none, SizeIs(0));
  EXPECT_NEAR(model::value(std::get<FrontierForm>(law.form).frontier.parameters, 8.64e19), 3, 1e-14);
}

TEST(ReadScalingLaw, TakesLogarithmsOfConstants) {
  const auto [law, none] = law_of("parametric", R"(, "loss_means": "nats",
    "constants": {"ln_e": 0.5, "a": 400, "alpha": 0.3, "ln_b": 6, "beta": 0.4})");
  EXPECT_THAT(none, SizeIs(0));
  const auto& loss = std::get<model::ParametricLoss>(law.form);
  EXPECT_DOUBLE_EQ(loss.e, std::exp(0.5));
  EXPECT_DOUBLE_EQ(loss.a, 400);
  EXPECT_DOUBLE_EQ(loss.b, std::exp(6));
}

// An overlay's law of the same name is taken wherever it is named.
TEST(ReadScalingLaw, TakesTheLossOfTheLawThatItNames) {
  const CatalogFolder folder;
  folder.write("laws/besiroglu-2024.json", R"({"name": "besiroglu-2024", "title": "T", "published": "2024-04-01",
    "parameters_mean": "all", "loss_means": "nats", "notes": [], "form": "parametric",
    "constants": {"e": 1, "a": 2, "alpha": 0.3, "b": 4, "beta": 0.5},
    "provenance": {"source": "own runs", "date": "2026-01-01", "confirmed": false}})");
  const Catalog catalog({source_dir() + "/catalogs", folder.root()});
  for (const ScalingLaw& law : catalog.scaling_laws()) {
    if (law.name == "besiroglu-2024") {
      EXPECT_EQ(law.source, "own runs");
      EXPECT_FALSE(law.confirmed);
    }
    if (law.name == "sardana-2024") {
      EXPECT_EQ(std::get<model::InferenceAwareForm>(law.form).loss,
                (model::ParametricLoss{.e = 1, .a = 2, .alpha = 0.3, .b = 4, .beta = 0.5}));
    }
  }
}

TEST(ReadScalingLaw, RefusesWhatIsNoLaw) {
  const struct {
    const char *form, *rest, *message;
  } cases[] = {
      {"spline", R"(, "loss_means": "nats", "constants": {})", "is none of"},
      {"frontier", "", "is missing"},
      {"frontier", R"(, "constants": {"tokens": {"coefficient": 0, "exponent": 0.5}})", "0 is not a number"},
      {"frontier", R"(, "constants": {"tokens": {"coefficient": 1, "exponent": 0.5}, "c": 1})", "unknown"},
      {"routed", R"(, "loss_means": "nats", "constants": {"a": 1, "b": 1, "c": 1, "d": 1, "experts_start": 1})",
       "is missing"},
      {"inference_aware", R"(, "loss_means": "nats", "loss_of": "kaplan-2020")", "no law of form"},
      {"inference_aware", R"(, "loss_means": "nats", "loss_of": "nobody-2024")", "no law of form"},
      {"frontier", R"(, "constants": {"tokens": {"coefficient": 1, "exponent": 0.5}},
        "fitted_on": {"tokens": {"from": "2B", "to": "1B"}})",
       "ends before it begins"},
  };
  for (const auto& bad : cases) {
    const Issues issues = law_of(bad.form, bad.rest).second;
    ASSERT_THAT(issues, SizeIs(1)) << bad.form << bad.rest;
    EXPECT_THAT(issues[0].message, HasSubstr(bad.message));
  }
}

}  // namespace scaling_law_items_test
}  // namespace fmplan::catalog
