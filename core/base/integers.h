#pragma once

/// @file
/// What whole numbers that count things are asked for.

#include <concepts>
#include <cstddef>

namespace fmplan {

/// The number as an index of a container.  @pre not negative
constexpr std::size_t at(std::signed_integral auto number) { return static_cast<std::size_t>(number); }

/// ⌈a/b⌉ of numbers ≥ 0.  @pre b > 0
constexpr int ceil_divide(int a, int b) { return (a + b - 1) / b; }

}  // namespace fmplan
