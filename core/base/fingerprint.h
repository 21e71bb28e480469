#pragma once

#include <cstdint>
#include <string_view>

namespace fmplan {

/// FNV-1a, 64 bits [Fowler, Noll, Vo]: the same on every machine; not against forgery.
constexpr std::uint64_t fnv1a_64(std::string_view text) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 1099511628211u;
  }
  return hash;
}

}  // namespace fmplan
