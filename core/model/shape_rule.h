#pragma once

/// @file
/// What a dense Transformer of a given size looks like, by those that were built.

#include <span>
#include <vector>

#include "core/model/transformer.h"

namespace fmplan::model {

/// layers = e^a · N^b of N parameters, with the usual proportions beside.
struct ShapeRule {
  double a = 0, b = 0;
  double log_sd = 0;     ///< of the layers of known models around the rule
  double ffn_ratio = 0;  ///< width of the MLP over that of the model
  int vocabulary_size = 0;
  int num_kv_heads = 0;
  int head_dim = 0;
  int num_models = 0;  ///< that it was fitted to
};

/// Least squares of ln layers over ln N, and medians of the rest, of the dense models among `models` with a gated MLP,
/// grouped queries or not, of a billion parameters or more.  @pre two of different size are there
ShapeRule fit_shape_rule(std::span<const Transformer> models);

/// Layers of a model of `parameters`, not rounded.
double layers_by(const ShapeRule& rule, double parameters);

/// Dense models from `smallest` to `largest` parameters, ascending, each larger than the last by the factor `step` or a
/// little more.  Widths are multiples of 1,024 (below 4,096 of 512), so that heads divide by eight; layers, multiples
/// of four, are within e^±0.3 of the rule.  @pre smallest > 0, step > 1
std::vector<Transformer> shapes_between(const ShapeRule& rule, double smallest, double largest, double step);

}  // namespace fmplan::model
