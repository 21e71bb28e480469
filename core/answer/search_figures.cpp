#include <algorithm>
#include <array>
#include <string_view>

#include "core/answer/search_document.h"

namespace fmplan::answer {

const FigureSet& search_figures() {
  static const FigureSet kFigures = [] {
    // What a search knows of a plan.
    constexpr std::array<std::string_view, 12> kKnown = {"cost",     "gpu_hours",      "step_time", "tokens_per_s",
                                                         "nodes",    "gpus",           "memory",    "memory.share",
                                                         "headroom", "headroom.share", "energy",    "mfu"};
    std::vector<Figure> figures;
    for (const Figure& figure : plan_figures().named())
      if (std::ranges::find(kKnown, figure.name) != kKnown.end()) {
        figures.push_back(figure);
        // Failures, checkpoints, spares and campaigns are plan's.
        if (figure.name == "energy")
          figures.back().what = "of the accelerators at their published power, in steps alone";
        if (figure.name == "cost") figures.back().what = "of the nodes during the steps alone";
        if (figure.name == "gpu_hours") figures.back().what = "of the steps alone";
        figures.back().interval_of = nullptr;
      }
    return FigureSet(std::move(figures), {});
  }();
  return kFigures;
}

FigureValues search_values(const plan::Scenario& scenario, const plan::PlanReport& plan) {
  return [&scenario, &plan](const Figure& figure) -> FigureValue {
    const plan::PhaseReport& phase = plan.phase;
    const double share = plan.found.memory / scenario.cluster.instance.accelerator.usable_memory;
    if (figure.name == "cost") return {.value = plan.cost ? std::optional(*plan.cost / dollar) : std::nullopt};
    if (figure.name == "gpu_hours") return {.value = plan.gpu_hours};
    if (figure.name == "step_time") return {.value = phase.step.total() / second};
    if (figure.name == "tokens_per_s") return {.value = phase.tokens_per_second};
    if (figure.name == "nodes") return {.value = phase.num_nodes};
    if (figure.name == "gpus") return {.value = phase.num_accelerators};
    if (figure.name == "memory") return {.value = plan.found.memory / byte};
    if (figure.name == "memory.share") return {.value = share};
    if (figure.name == "headroom")
      return {.value = (scenario.cluster.instance.accelerator.usable_memory - plan.found.memory) / byte};
    if (figure.name == "headroom.share") return {.value = 1 - share};
    if (figure.name == "energy")
      return {.value = plan.energy ? std::optional(*plan.energy / kilowatt_hour) : std::nullopt};
    return {.value = phase.mfu};
  };
}

}  // namespace fmplan::answer
