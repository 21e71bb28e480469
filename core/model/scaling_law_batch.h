#pragma once

/// @file
/// How large a batch may grow before it stops saving time, and the batch and learning rate that published sweeps found
/// best.

#include "core/base/quantity.h"

namespace fmplan::model {

/// Critical batch size in tokens for D training tokens: 512 · 22.91 · (D / 10⁶)^0.47  [Zhang et al. 2024, arXiv
/// 2410.21676; 85M–1.2B parameters, sequences of 512].  It hardly depends on N.
/// Only the exponent is confirmed; the coefficient and its unit (sequences, D in millions) are not.
double data_critical_batch(double tokens);
/// The D of which a batch is the critical one: data_critical_batch() inverted.
double tokens_of_critical_batch(double batch);
inline constexpr bool kDataCriticalBatchConfirmed = false;

struct HyperParameters {
  double learning_rate = 0;
  double batch_tokens = 0;

  friend bool operator==(const HyperParameters&, const HyperParameters&) = default;
};
/// lr = 0.3118 C^−0.1250, B = 0.2920 C^0.3271 tokens  [DeepSeek LLM 2024, fitted on 1e17–2e19 FLOP].
HyperParameters deepseek_hyper_parameters(Flop compute);
/// lr = 1.79 N^−0.713 D^0.307, B = 0.58 D^0.571 tokens  [Step Law 2025, arXiv 2503.04715]; N without vocabulary, AdamW,
/// cosine decay to a fixed minimum.
HyperParameters step_law_hyper_parameters(double parameters, double tokens);

}  // namespace fmplan::model
