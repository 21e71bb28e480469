#include <cmath>

#include "core/model/scaling_law.h"

namespace fmplan::model {
namespace {

constexpr const char* kAllParameters = "all parameters";
constexpr const char* kHoffmannSource = "Hoffmann et al. 2022, arXiv 2203.15556";

/// Hoffmann's 400 runs; Besiroglu's refit uses 240 of them.
ScalingLaw with_hoffmann_range(ScalingLaw law) {
  law.parameters_mean = "all parameters, embeddings included";
  law.parameters = {70e6, 16e9};
  law.tokens = {5e9, 500e9};
  law.compute = {6e18 * flop, 3e21 * flop};
  return law;
}

ScalingLaw kaplan() {
  // Published in PF-days: k·(C/PF-day)^a = k·PF-day^−a · C^a.
  const auto per_flop = [](double k, double exponent) {
    return PowerLaw{k * std::pow(kPetaflopDay / flop, -exponent), exponent};
  };
  return {.name = "kaplan-2020",
          .title = "Kaplan et al. 2020",
          .source = "Kaplan et al. 2020, arXiv 2001.08361",
          .parameters_mean = "parameters without embeddings",
          .loss_means = "nats/token, WebText2",
          .parameters = LawRange<double>{768, 1.5e9},
          .tokens = LawRange<double>{22e6, 23e9},
          .notes = {"superseded for dividing a budget: it asks for too large models",
                    "its N(C) and D(C) were fitted apart, so 6ND is about 1.8 × C"},
          .form = KaplanForm{{.parameters = per_flop(1.3e9, 0.73), .tokens = per_flop(2e10, 0.27)}}};
}

/// Least squares through the logarithms of the table's rows N, C, D (400M … 10T).
ScalingLaw hoffmann_table(const char* name, const char* title, const char* table, ComputeFrontier frontier) {
  return with_hoffmann_range({.name = name,
                              .title = title,
                              .source = std::string(kHoffmannSource) + ", " + table,
                              .notes = {"power laws regressed through the rows the paper prints"},
                              .form = FrontierForm{frontier}});
}

ScalingLaw hoffmann_parametric() {
  return with_hoffmann_range(
      {.name = "hoffmann-2022-3",
       .title = "Hoffmann et al. 2022, approach 3",
       .source = std::string(kHoffmannSource) +
                 ", §3.3; unrounded constants from the paper's TeX source via Epoch AI's notebook",
       .loss_means = "nats/token, MassiveText",
       .notes = {"the fit had not converged (see besiroglu-2024); its own Table A3 differs from it by up to 19 %",
                 "the rounded constants of the paper's text shift the optimum by half: they are not used"},
       .form = ParametricLoss{.e = std::exp(0.5267228),
                              .a = std::exp(6.0073404),
                              .alpha = 0.33917084,
                              .b = std::exp(6.0179186),
                              .beta = 0.2849083}});
}

constexpr ParametricLoss kBesiroglu{.e = 1.8172, .a = 482.01, .alpha = 0.3478, .b = 2085.43, .beta = 0.3658};

ScalingLaw besiroglu() {
  return with_hoffmann_range({.name = "besiroglu-2024",
                              .title = "Besiroglu et al. 2024 (Chinchilla, refitted)",
                              .source = "Besiroglu et al. 2024, arXiv 2404.10102",
                              .loss_means = "nats/token, MassiveText",
                              .notes = {"standard errors by bootstrap: E 0.03, A 125, B 1293, α 0.02, β 0.02"},
                              .form = kBesiroglu});
}

ScalingLaw deepseek() {
  return {
      .name = "deepseek-llm-2024",
      .title = "DeepSeek LLM 2024",
      .source = "DeepSeek-AI 2024, arXiv 2401.02954, §3.2",
      .parameters_mean = "M/6, M the FLOP per token without embeddings",
      .compute = LawRange<Flop>{1e17 * flop, 3e20 * flop},
      .notes =
          {"the law gives M, training FLOP per token with attention; N = M/6 overstates a small model's parameters"},
      .form = FrontierForm{{.parameters = {0.1715 / 6, 0.5243}, .tokens = {5.8316, 0.4757}}}};
}

ScalingLaw llama3() {
  // The paper gives the optimal tokens; N follows from C = 6ND.
  constexpr double kCoefficient = 0.299;
  constexpr double kExponent = 0.537;
  return {.name = "llama-3-2024",
          .title = "Llama 3 2024 (optimal tokens)",
          .source = "Llama Team 2024, arXiv 2407.21783, §3.2.1, Figure 3",
          .parameters_mean = "C/6D",
          .parameters = LawRange<double>{40e6, 16e9},
          .compute = LawRange<Flop>{6e18 * flop, 1e22 * flop},
          .notes =
              {"D = 0.299 C^0.537 as Figure 3 is labelled; the text's 0.29 C^0.53 misses the paper's own 16.55T tokens "
               "at 3.8e25 FLOP by 37 %",
               "the paper names 402B parameters there; C/6D gives 389B: it does not count FLOP as 6ND"},
          .form = FrontierForm{
              {.parameters = {1 / (6 * kCoefficient), 1 - kExponent}, .tokens = {kCoefficient, kExponent}}}};
}

ScalingLaw muennighoff() {
  return {.name = "muennighoff-2023",
          .title = "Muennighoff et al. 2023 (repeated data)",
          .source = "Muennighoff et al. 2023, arXiv 2305.16264; constants from the paper's notebook",
          .parameters_mean = kAllParameters,
          .loss_means = "nats/token, C4",
          .parameters = LawRange<double>{7e6, 9e9},
          .tokens = LawRange<double>{0, 900e9},
          .notes = {"the fit's valley is flat: R*_D 47 with R*_N 2.3 fits the same runs 0.1 % better"},
          .form = RepeatedDataLoss{.fresh = {.e = std::exp(0.6254804),
                                             .a = std::exp(6.255414),
                                             .alpha = 0.3526596,
                                             .b = std::exp(7.3049974),
                                             .beta = 0.3526596},
                                   .token_decay = 15.387756,
                                   .parameter_decay = 5.309743}};
}

ScalingLaw sardana() {
  return with_hoffmann_range(
      {.name = "sardana-2024",
       .title = "Sardana et al. 2024 (inference-aware)",
       .source = "Sardana et al. 2024, arXiv 2401.00448; constants of besiroglu-2024",
       .loss_means = "nats/token, MassiveText",
       .notes =
           {"minimises training plus serving, 6 N D + 2 N D_inf; equal utilisation and price per FLOP assumed for both",
            "a given compute is the sum of both"},
       .form = InferenceAwareForm{kBesiroglu}});
}

ScalingLaw sardana_over_trained() {
  return {.name = "sardana-2024-refit",
          .title = "Sardana et al. 2024, fit to 10,000 tokens per parameter",
          .source = "Sardana et al. 2024, arXiv 2401.00448 (fit to all runs), via secondary notes",
          .parameters_mean = kAllParameters,
          .loss_means = "nats/token, the authors' data",
          .confirmed = false,
          .notes = {"one law over short and very long training: read its losses, not its optimum, when over-training"},
          .form = ParametricLoss{.e = 1.45, .a = 33.66, .alpha = 0.18, .b = 138.9, .beta = 0.24}};
}

ScalingLaw gadre() {
  return {.name = "gadre-2024",
          .title = "Gadre et al. 2024 (over-training), RedPajama",
          .source = "Gadre et al. 2024, arXiv 2403.08540; constants refitted from five small public runs",
          .parameters_mean = kAllParameters,
          .loss_means = "nats/token, C4 validation after training on RedPajama",
          .parameters = LawRange<double>{10.6e6, 6.89e9},
          .tokens = LawRange<double>{52.8e6, 921.5e9},
          .compute = LawRange<Flop>{3.35e15 * flop, 7.97e21 * flop},
          .notes = {"5 to 640 tokens per parameter; extrapolates to 6.9B parameters and to 640 tokens per parameter "
                    "within 0.8 %"},
          .form = over_training_loss(166.21098471779035, 366.6871764327445, -0.27285070292832697, 1.8366483818298556)};
}

ScalingLaw clark() {
  return {.name = "clark-2022",
          .title = "Clark et al. 2022 (routed models, S-BASE)",
          .source = "Clark et al. 2022, arXiv 2202.01169",
          .parameters_mean = "parameters of the dense model whose MLPs are routed",
          .loss_means = "nats/token, the authors' data, one fixed number of tokens",
          .notes = {"takes no account of training tokens"},
          .form = RoutedLoss{
              .a = -0.082, .b = -0.108, .c = 0.009, .d = 1.104, .experts_start = 1.847, .experts_max = 314.478}};
}

ScalingLaw krajewski() {
  return {
      .name = "krajewski-2024",
      .title = "Krajewski et al. 2024 (fine-grained experts, 64-fold)",
      .source = "Krajewski et al. 2024, arXiv 2402.07871",
      .parameters_mean = "all experts, without embeddings",
      .loss_means = "nats/token, C4",
      .notes =
          {"training FLOP counted as 6 × active parameters × tokens, 12/(8·64 + 4) of N being active; the router's "
           "share is left out"},
      .form = GranularLoss{
          .c = 0.47, .g = 2.1, .gamma = 0.58, .a = 18.1, .alpha = 0.115, .b = 30.8, .beta = 0.147, .expansion = 64}};
}

}  // namespace

std::vector<ScalingLaw> scaling_laws() {
  // Slopes through Table 3 (approach 1) and Table A3 (approaches 2 and 3), as their regression gives them.
  return {kaplan(),
          clark(),
          hoffmann_table("hoffmann-2022-1", "Hoffmann et al. 2022, approach 1 (Table 3)", "Table 3",
                         {.parameters = {0.099158932307952, 0.4980986857771879},
                          .tokens = {1.6960843615010635, 0.5018542648378522}}),
          hoffmann_table("hoffmann-2022-2", "Hoffmann et al. 2022, approach 2 (Table A3)", "Table A3",
                         {.parameters = {0.14487705181127783, 0.4899416128625466},
                          .tokens = {1.1527636290954895, 0.5100202250950421}}),
          hoffmann_parametric(),
          hoffmann_table("hoffmann-2022-3-table", "Hoffmann et al. 2022, approach 3 as tabled (Table A3)", "Table A3",
                         {.parameters = {0.5346221367913698, 0.45865740253863363},
                          .tokens = {0.3153695870084978, 0.5409816538712903}}),
          muennighoff(),
          deepseek(),
          sardana(),
          sardana_over_trained(),
          krajewski(),
          gadre(),
          besiroglu(),
          llama3()};
}

}  // namespace fmplan::model
