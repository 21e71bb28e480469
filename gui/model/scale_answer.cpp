#include "gui/model/scale_answer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/answer/scale_document.h"
#include "core/answer/scale_options.h"
#include "core/base/quantity_text.h"
#include "core/model/transformer.h"
#include "gui/model/spoken.h"

namespace fmplan::gui {

ToldAnswer scaled(const std::map<std::string, std::string>& options, const catalog::Catalog& catalog) {
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
    told.document = scale_document(scale_question(asked, catalog));
    told.title = spoken(told.document.tables.empty() ? told.document.headline : told.document.tables.front().title);
  });
}

std::map<std::string, std::string> scaleOptionsOf(const plan::Report& report) {
  if (report.phases.empty()) return {};
  double tokens = 0;
  for (const plan::Phase& phase : report.scenario.phases) tokens += static_cast<double>(phase.tokens);
  return {{"--params", count_text(static_cast<double>(count_parameters(report.scenario.model).total))},
          {"--tokens", count_text(tokens)}};
}

}  // namespace fmplan::gui
