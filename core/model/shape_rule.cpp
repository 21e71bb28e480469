#include "core/model/shape_rule.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace fmplan::model {
namespace {

template <class T>
T median(std::vector<T> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

double num_parameters(const Transformer& model) { return static_cast<double>(count_parameters(model).total); }

Transformer shape(const ShapeRule& rule, int width, int layers) {
  // Rounded as products are fast at.
  constexpr int kFfnUnit = 512;
  Transformer model{.name = {},
                    .num_layers = layers,
                    .hidden_size = width,
                    .ffn_hidden_size = static_cast<int>(std::lround(rule.ffn_ratio * width / kFfnUnit)) * kFfnUnit,
                    .num_heads = width / rule.head_dim,
                    .num_kv_heads = std::gcd(rule.num_kv_heads, width / rule.head_dim),
                    .head_dim = rule.head_dim,
                    .vocabulary_size = rule.vocabulary_size};
  model.name = fmt::format("dense-{:.3g}b", num_parameters(model) / 1e9);
  return model;
}

}  // namespace

ShapeRule fit_shape_rule(std::span<const Transformer> models) {
  constexpr double kSmallest = 1e9;  // chosen: below, layers are few and shapes of every kind
  std::vector<double> ffn_ratios;
  std::vector<int> vocabularies, heads, kv_heads, head_dims;
  std::vector<std::pair<double, double>> points;
  for (const Transformer& model : models) {
    if (model.moe || !model.gated_mlp || num_parameters(model) < kSmallest) continue;
    points.emplace_back(std::log(num_parameters(model)), std::log(model.num_layers));
    ffn_ratios.push_back(1.0 * model.ffn_hidden_size / model.hidden_size);
    vocabularies.push_back(model.vocabulary_size);
    if (model.num_kv_heads < model.num_heads) kv_heads.push_back(model.num_kv_heads);
    heads.push_back(model.num_heads);
    head_dims.push_back(model.head_dim);
  }
  const auto count = static_cast<double>(points.size());
  double x = 0, y = 0, xx = 0, xy = 0;
  for (const auto& [size, layers] : points) {
    x += size / count;
    y += layers / count;
  }
  for (const auto& [size, layers] : points) {
    xx += (size - x) * (size - x);
    xy += (size - x) * (layers - y);
  }
  ShapeRule rule{.ffn_ratio = median(ffn_ratios),
                 .vocabulary_size = median(vocabularies),
                 .num_kv_heads = median(kv_heads.empty() ? heads : kv_heads),
                 .head_dim = median(head_dims),
                 .num_models = static_cast<int>(points.size())};
  rule.b = xy / xx;
  rule.a = y - rule.b * x;
  double squares = 0;
  for (const auto& [size, layers] : points) squares += std::pow(layers - rule.a - rule.b * size, 2);
  rule.log_sd = std::sqrt(squares / std::max(1.0, count - 2));
  return rule;
}

double layers_by(const ShapeRule& rule, double parameters) { return std::exp(rule.a + rule.b * std::log(parameters)); }

std::vector<Transformer> shapes_between(const ShapeRule& rule, double smallest, double largest, double step) {
  constexpr int kNarrowest = 1024, kWidest = 65536, kFine = 512, kCoarse = 1024, kCoarseFrom = 4096, kLayerUnit = 4;
  constexpr double kOffRule = 0.3;  // of ln layers (chosen: known models scatter by a quarter)
  struct Candidate {
    Transformer model;
    double size, off;
  };
  std::vector<Candidate> candidates;
  for (int width = kNarrowest; width <= kWidest; width += width < kCoarseFrom ? kFine : kCoarse) {
    for (int layers = kLayerUnit;; layers += kLayerUnit) {
      Candidate candidate{.model = shape(rule, width, layers), .size = 0, .off = 0};
      candidate.size = num_parameters(candidate.model);
      candidate.off = std::abs(std::log(layers / layers_by(rule, candidate.size)));
      // Layers grow faster than the rule has them of that size: all that follow are off it.
      if (candidate.size > largest || layers > layers_by(rule, candidate.size) * std::exp(kOffRule)) break;
      if (candidate.size >= smallest && candidate.off <= kOffRule) candidates.push_back(std::move(candidate));
    }
  }
  std::ranges::stable_sort(candidates, {}, &Candidate::size);
  // In each stretch of a step the one nearest to the rule.
  std::vector<Transformer> shapes;
  double from = smallest;
  for (auto at = candidates.begin(); at != candidates.end();) {
    from = std::max(from, at->size);
    const auto end = std::find_if(at, candidates.end(), [&](const Candidate& one) { return one.size > from * step; });
    const auto best = std::min_element(at, end, [](const Candidate& a, const Candidate& b) { return a.off < b.off; });
    shapes.push_back(best->model);
    from = best->size * step;
    at = std::find_if(end, candidates.end(), [&](const Candidate& one) { return one.size >= from; });
  }
  return shapes;
}

}  // namespace fmplan::model
