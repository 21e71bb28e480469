#pragma once

/// @file
/// Names of a closed list: what is written for each value of an enum.  One constexpr table per enum, beside the enum.

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace fmplan {

/// The names of `N` values of `E`, in the order in which they are listed to people.
template <class E, std::size_t N>
struct NameTable {
  static constexpr std::size_t count = N;

  std::array<std::string_view, N> texts;
  std::array<E, N> values;

  /// How `value` is written; empty if it has no name.
  constexpr std::string_view name(E value) const {
    for (std::size_t i = 0; i < N; ++i)
      if (values[i] == value) return texts[i];
    return {};
  }
  /// The value written so; none if there is none.
  constexpr std::optional<E> parse(std::string_view text) const {
    for (std::size_t i = 0; i < N; ++i)
      if (texts[i] == text) return values[i];
    return std::nullopt;
  }
};

/// constexpr auto kColourNames = names<Colour>({{"red", Colour::kRed}, {"blue", Colour::kBlue}});
template <class E, std::size_t N>
constexpr NameTable<E, N> names(const std::pair<std::string_view, E> (&entries)[N]) {
  NameTable<E, N> table{};
  for (std::size_t i = 0; i < N; ++i) {
    table.texts[i] = entries[i].first;
    table.values[i] = entries[i].second;
  }
  return table;
}

}  // namespace fmplan
