#include "gui/model/scale_answer.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <variant>

#include <QCoreApplication>

#include "core/answer/scale_document.h"
#include "core/answer/scale_options.h"
#include "core/base/quantity_text.h"
#include "core/picture/loss_map.h"
#include "gui/model/spoken.h"

namespace fmplan::gui {
namespace {

struct ScaleAnswers {
  Q_DECLARE_TR_FUNCTIONS(ScaleAnswers)
};

}  // namespace

ToldAnswer scaled(const std::map<std::string, std::string>& options, const std::vector<answer::ScaleMark>& marks,
                  const catalog::Catalog& catalog) {
  using Options = answer::ScaleOptions;
  static constexpr std::array<std::pair<const char*, std::string Options::*>, 9> kTexts = {
      {{"--compute", &Options::compute},
       {"--params", &Options::parameters},
       {"--tokens", &Options::tokens},
       {"--loss", &Options::loss},
       {"--budget", &Options::budget},
       {"--on", &Options::instance},
       {"--law", &Options::law},
       {"--inference-tokens", &Options::inference_tokens},
       {"--unique-tokens", &Options::unique_tokens}}};
  Options asked;
  for (const auto& [name, member] : kTexts)
    if (const auto found = options.find(name); found != options.end() && !found->second.empty())
      asked.*member = found->second;
  return toldBy([&](ToldAnswer& told) {
    if (std::ranges::all_of(options, [](const auto& option) { return option.second.empty(); })) return;
    const answer::ScaleQuestion question = scale_question(asked, catalog);
    told.document = scale_document(question);
    told.title = spoken(told.document.tables.empty() ? told.document.headline : told.document.tables.front().title);
    auto chart = scale_chart(question, marks);
    if (auto* drawn = std::get_if<answer::ScaleChart>(&chart))
      told.pictures.push_back(
          {ScaleAnswers::tr("Loss over parameters and tokens"), loss_map_svg(drawn->map), std::move(drawn->optima)});
  });
}

std::map<std::string, std::string> scaleOptionsOf(const plan::Report& report) {
  const std::optional<answer::ScaleMark> plan = answer::plan_mark(report);
  if (!plan) return {};
  return {{"--params", count_text(plan->parameters)}, {"--tokens", count_text(plan->tokens)}};
}

}  // namespace fmplan::gui
