#pragma once

#include <numeric>

namespace fmplan::model {

/// The point where `below` turns from true to false on [low, high], to the last bit; `below` is monotone.
/// Used on logarithms, whose absolute error of 1e-14 is the relative error of the quantity.
template <class Predicate>
double bisect(double low, double high, const Predicate& below) {
  while (true) {
    const double middle = std::midpoint(low, high);
    if (middle <= low || middle >= high) return middle;
    (below(middle) ? low : high) = middle;
  }
}

}  // namespace fmplan::model
