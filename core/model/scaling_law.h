#pragma once

/// @file
/// Published scaling laws: what each answers, for which sizes it was fitted, and where its constants come from.  Every
/// law is plain data, an item of the catalogue; the functions below ask all of them the same questions.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/date.h"
#include "core/base/quantity.h"
#include "core/model/scaling_law_forms.h"

namespace fmplan::model {

/// A law that gives compute-optimal N and D only.
struct FrontierForm {
  ComputeFrontier frontier;

  friend bool operator==(const FrontierForm&, const FrontierForm&) = default;
};
/// Kaplan's own frontier, with the losses fitted apart from it.  A budget is divided by the pair on the frontier whose
/// own 6ND it is, which reaches L(N, D).
struct KaplanForm {
  ComputeFrontier frontier;
  KaplanLoss loss{};

  friend bool operator==(const KaplanForm&, const KaplanForm&) = default;
};
/// A parametric loss, minimised over training and serving together; where nothing is served, the parametric law.
struct InferenceAwareForm {
  ParametricLoss loss;

  friend bool operator==(const InferenceAwareForm&, const InferenceAwareForm&) = default;
};
using LawForm = std::variant<FrontierForm, KaplanForm, ParametricLoss, RepeatedDataLoss, InferenceAwareForm,
                             GranularLoss, RoutedLoss>;

/// Both ends included.
template <class T>
struct LawRange {
  T low{};
  T high{};

  friend bool operator==(const LawRange&, const LawRange&) = default;
};

struct ScalingLaw {
  std::string name{};  ///< "hoffmann-2022-3"
  std::string title{};
  std::string source{};
  Date published{};                              ///< the first day of its month
  std::string parameters_mean{};                 ///< what N counts
  std::string loss_means{};                      ///< unit and data of the loss; empty when the law gives none
  std::optional<LawRange<double>> parameters{};  ///< the sizes it was fitted on; none: not stated
  std::optional<LawRange<double>> tokens{};
  std::optional<LawRange<Flop>> compute{};
  bool confirmed = true;  ///< false: some constant was not checked against its source
  std::vector<std::string> notes{};
  LawForm form{};
};

/// What some laws need to know beyond N, D and C.
struct LawConditions {
  std::optional<double> inference_tokens{};  ///< tokens to be served over the model's life; none is 0
  std::optional<double> unique_tokens{};     ///< tokens there are; more than that means repeating.  None: all are fresh
  int num_experts = 64;                      ///< E of RoutedLoss
  double granularity = 8;                    ///< G of GranularLoss

  friend bool operator==(const LawConditions&, const LawConditions&) = default;
};

/// Whether `unique_tokens` make a difference to it; every other law takes all tokens as fresh.
bool knows_repetition(const ScalingLaw& law);
/// Whether `inference_tokens` make a difference to it; every other law divides training alone.
bool weighs_serving(const ScalingLaw& law);

/// A point on a law: its optimum, or the prediction for a given N and D.
struct Optimum {
  double parameters = 0;
  double tokens = 0;
  Flop compute{};                             ///< of training
  Flop inference_compute{};                   ///< of serving, where the law weighs it
  std::optional<double> active_parameters{};  ///< of a mixture of experts
  std::optional<double> loss{};
  std::vector<std::string> warnings{};  ///< outside what the law was fitted on, and by how much
};

/// The law does not answer this question, and why.
struct NoAnswer {
  std::string reason;
};
using LawAnswer = std::variant<Optimum, NoAnswer>;

/// The best N and D for a training budget.  A law that weighs inference divides training plus serving.
LawAnswer optimum_for_compute(const ScalingLaw& law, Flop compute, const LawConditions& conditions = {});
/// The D, and so the C, for which a model of N parameters is the best choice.
LawAnswer optimum_for_parameters(const ScalingLaw& law, double parameters, const LawConditions& conditions = {});
/// The N, and so the C, for which D tokens are the best choice.
LawAnswer optimum_for_tokens(const ScalingLaw& law, double tokens, const LawConditions& conditions = {});
/// The cheapest N and D that reach a loss.
LawAnswer optimum_for_loss(const ScalingLaw& law, double loss, const LawConditions& conditions = {});
/// N parameters trained on D tokens: compute, and the loss where the law gives one.
LawAnswer prediction(const ScalingLaw& law, double parameters, double tokens, const LawConditions& conditions = {});
/// Optima from the one of the budget `low` to that of `high`, evenly apart in the logarithm of tokens, of compute where
/// the law gives N(C) and D(C); without warnings.  Beyond what the law can be asked its last optimum stands.
/// @pre low <= high, num_points >= 2
std::variant<std::vector<Optimum>, NoAnswer> optimal_line(const ScalingLaw& law, Flop low, Flop high, int num_points,
                                                          const LawConditions& conditions = {});
/// The D on which N parameters reach a loss, the inverse of prediction().  None where no D does, where the law gives no
/// loss, and where its loss knows nothing of D.
std::optional<double> tokens_to_reach(const ScalingLaw& law, double parameters, double loss,
                                      const LawConditions& conditions = {});
/// The D for which N parameters take `compute`, training and serving, as prediction() reckons it.  None where serving
/// alone takes as much.
std::optional<double> tokens_within(const ScalingLaw& law, double parameters, Flop compute,
                                    const LawConditions& conditions = {});
/// D over the compute-optimal D of a model of N parameters; above 1 the model is over-trained.  None if the law has no
/// optimum.
std::optional<double> over_training_ratio(const ScalingLaw& law, double parameters, double tokens,
                                          const LawConditions& conditions = {});

}  // namespace fmplan::model
