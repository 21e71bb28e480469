#pragma once

/// @file
/// A question cut into parts that are answered apart, on machines of their own, and joined to the bytes of one process
/// (docs/decisions/0021-parts-that-join-to-the-same-bytes.md).

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/issue.h"

namespace fmplan::what_if {

/// Parts, at most, chosen: more than any cluster runs at once.
inline constexpr int kMostShards = 100'000;

/// The `number`-th of `of` parts, from 1; of 0: all of it.
struct Shard {
  int number = 0, of = 0;

  friend bool operator==(const Shard&, const Shard&) = default;
};

/// "2/16".  @throws InputError
Shard parse_shard(const std::string& text, int most = kMostShards);

/// Items `begin` to before `end` of `count`, in order: what a part has of them.
struct ItemRange {
  std::int64_t begin = 0, end = 0;
};
/// @pre count · of is within 64 bits.
ItemRange items_of(const Shard& shard, std::int64_t count);

/// What a file says of the part that it holds.
struct PartOf {
  std::string file;
  std::string fingerprint;  ///< of question, catalogue, program and seed
  Shard shard;
  std::string unfinished;  ///< how far it is and how to go on; empty: it is whole
};

/// Each that is of another question, no part, double or unfinished, and which are missing, as ranges; empty where they
/// are the whole.  `command` is what makes parts: "sweep".  @pre !parts.empty()
Issues part_issues(const std::vector<PartOf>& parts, std::string_view command);

/// "2, 4–7, 9".
std::string ranges_text(const std::vector<int>& ascending);

/// The places of the parts by the number of their shard.  @pre part_issues(parts) is empty.
std::vector<std::size_t> in_order(const std::vector<PartOf>& parts);

}  // namespace fmplan::what_if
