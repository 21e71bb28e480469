#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/catalog/catalog.h"
#include "core/catalog/collective_profile.h"
#include "core/sim/step/expert_exchange.h"
#include "core/text/json_text.h"
#include "tests/source_dir.h"

namespace fmplan {
namespace expert_exchange_test {

const std::filesystem::path kRoot = source_dir();
const char* const kTable = "validation/expert_exchange.json";

struct Way {
  std::string instance, library, name;
  int tokens = 0;
  int expert = 1;
  double measured_us = 0;
  double predicted_us = 0;

  double error() const { return predicted_us / measured_us - 1; }
  bool deduplicates() const { return library == "DeepEP"; }
};

Seconds way_time(const hardware::Instance& instance, const network::CollectiveProfile* profile,
                 const model::Transformer& model, model::Dispatcher dispatcher, int expert, Bytes tokens) {
  const model::ParallelPlan plan{.expert = expert, .data = expert, .dispatcher = dispatcher};
  const network::RankGroup one(instance, 1, 1, profile);
  sim::LayerContext context{.linear = {},
                            .sixteen = {},
                            .tensor = one,
                            .context = one,
                            .expert = network::RankGroup(instance, expert, 1, profile)};
  add_expert_stages(context, plan, instance, profile);
  // The benchmark routes evenly, over all groups of experts.
  model::MixtureOfExperts moe = *model.moe;
  moe.num_groups = moe.groups_per_token = 0;
  return expert_way_time(moe, plan, context, sim::StepHabits{}, tokens);
}

std::vector<Way> ways(const nlohmann::json& table) {
  const catalog::Catalog catalog({kRoot / "catalogs"});
  const model::Transformer model = catalog.model("deepseek-v3");
  const double out = 1 + 4.0 / 128, back = 2;  // bytes of an element, as the table assumes
  std::vector<Way> found;
  for (const nlohmann::json& group : table.at("groups")) {
    const std::string name = group.at("instance");
    const catalog::CollectiveProfileItem* profile = catalog.collectives_of(name);
    EXPECT_NE(profile, nullptr) << name;
    const auto dispatcher = model::kDispatcherNames.parse(group.at("dispatcher").get<std::string>()).value();
    for (const nlohmann::json& row : group.at("rows"))
      for (const char* way : {"dispatch", "combine"}) {
        const std::string key = fmt::format("{}_us", way);
        if (!row.contains(key)) continue;
        const int tokens = row.at("tokens"), expert = row.at("expert");
        const double width = std::string_view(way) == "dispatch" ? out : back;
        const Bytes bytes = width * tokens * model.hidden_size * byte;
        found.push_back(
            {.instance = name,
             .library = group.at("library"),
             .name = way,
             .tokens = tokens,
             .expert = expert,
             .measured_us = row.at(key),
             .predicted_us =
                 way_time(catalog.instance(name), &profile->profile, model, dispatcher, expert, bytes) / microsecond});
      }
  }
  return found;
}

std::string page(const nlohmann::json& table, const std::vector<Way>& all) {
  std::string text = fmt::format(
      "# {}\n\n{}\n\n{} Left out: {}\n\nPredicted by `expert_way_time()` ([step_time.md](../docs/models/step_time.md)) "
      "with "
      "the machine's own profile of collectives; nothing was fitted to these rows. pplx-garden sends a copy for each "
      "expert, DeepEP one to each machine. Made by the tests (`FMPLAN_UPDATE_RESULTS=1 scripts/test -R "
      "MeasuredExchange`), which also hold it against this file.\n\n"
      "| machine, library | tokens a rank | ranks | way | measured, µs | predicted, µs | error |\n"
      "|---|--:|--:|---|--:|--:|--:|\n",
      table.at("title").get<std::string>(), table.at("source").get<std::string>(),
      table.at("assumed").get<std::string>(), table.at("left_out").get<std::string>());
  for (const Way& way : all)
    text += fmt::format("| {}, {} | {} | {} | {} | {:.0f} | {:.0f} | {:+.0f} % |\n", way.instance, way.library,
                        way.tokens, way.expert, way.name, way.measured_us, way.predicted_us, 100 * way.error());
  return text;
}

/// As many tokens as a training's micro-batch has.
constexpr int kOfTraining = 4096;
constexpr int kMachine = 8;  // GPUs of every machine in the table

// Over EFA and over InfiniBand a copy for each expert takes what an all-to-all of those bytes takes on that machine.
// 20 %: the profiles' own error of all-to-alls across machines, most of which were never measured there.
TEST(MeasuredExchange, OfTrainingsSizesIsPredictedOnBothLinks) {
  int num = 0;
  for (const Way& way : ways(text::read_json_file(kRoot / kTable)))
    if (!way.deduplicates() && way.tokens == kOfTraining && way.expert > kMachine) {
      EXPECT_LE(std::fabs(way.error()), 0.2) << way.instance << ", " << way.expert << " ranks, " << way.name;
      ++num;
    }
  EXPECT_EQ(num, 13);
}

// Few tokens are many small messages: measured 25 to 40 % faster than NCCL's all-to-all, on which the prediction rests,
// and EFA slower than InfiniBand on both.
TEST(MeasuredExchange, OfFewTokensIsNotPredictedTooFast) {
  for (const Way& way : ways(text::read_json_file(kRoot / kTable)))
    if (!way.deduplicates() && way.tokens < kOfTraining && way.expert > kMachine) {
      EXPECT_GE(way.error(), -0.15) << way.instance << ", " << way.expert << " ranks, " << way.name;
      EXPECT_LE(way.error(), 0.5) << way.instance << ", " << way.expert << " ranks, " << way.name;
    }
}

// What comes back by DeepEP takes the rails' all-to-all within 25 %.  What goes out waits for the counts of tokens and
// for the host that reads them, 1 to 2 ms whatever the number of ranks, which the prediction neglects.
TEST(MeasuredExchange, OfDeepEpIsThatOfTheRailsButForTheCountsBefore) {
  for (const Way& way : ways(text::read_json_file(kRoot / kTable))) {
    if (!way.deduplicates()) continue;
    if (way.name == "combine" && way.expert > kMachine) {
      EXPECT_LE(std::fabs(way.error()), 0.25) << way.expert << " ranks";
    } else if (way.name == "dispatch") {
      EXPECT_GE(way.measured_us - way.predicted_us, 1000) << way.expert << " ranks";
      EXPECT_LE(way.measured_us - way.predicted_us, 2000) << way.expert << " ranks";
    }
  }
}

TEST(MeasuredExchange, IsReportedAsTheResultsPageSays) {
  const nlohmann::json table = text::read_json_file(kRoot / kTable);
  const std::filesystem::path file = kRoot / "validation/EXPERT_EXCHANGE.md";
  const std::string text = page(table, ways(table));
  if (std::getenv("FMPLAN_UPDATE_RESULTS")) text::write_text_file(file, text);
  EXPECT_EQ(text::read_text_file(file), text) << "run again with FMPLAN_UPDATE_RESULTS=1 if the change is meant";
}

}  // namespace expert_exchange_test
}  // namespace fmplan
