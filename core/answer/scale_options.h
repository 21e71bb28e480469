#pragma once

#include <string>

#include "core/answer/scale_question.h"

namespace fmplan::answer {

inline constexpr const char* kUsualPriceKind = "on_demand";

/// Options of `fmplan scale` as typed; empty: not given.
struct ScaleOptions {
  std::string compute{}, parameters{}, tokens{}, loss{}, budget{};
  std::string law = "all";
  std::string instance{}, mfu{}, inference_tokens{}, unique_tokens{}, date{};
  int num_experts = model::LawConditions{}.num_experts;
  double granularity = model::LawConditions{}.granularity;
  std::string region{}, price_kind = kUsualPriceKind;
};

/// @throws InputError with everything that cannot be read, what problems() finds, and unique or inference tokens
/// that the law named knows nothing of.
ScaleQuestion scale_question(const ScaleOptions& options, const catalog::Catalog& catalog);

}  // namespace fmplan::answer
