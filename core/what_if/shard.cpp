#include "core/what_if/shard.h"

#include <optional>

#include <fmt/format.h>

#include "core/base/number_text.h"

namespace fmplan::what_if {

Shard parse_shard(const std::string& text, int most) {
  const std::size_t slash = text.find('/');
  if (slash != std::string::npos) {
    const std::string_view whole = text;
    const auto part = parse_integer<int>(whole.substr(0, slash)), of = parse_integer<int>(whole.substr(slash + 1));
    if (part && of && 1 <= *part && *part <= *of && *of <= most) return {*part, *of};
  }
  throw InputError("--shard", fmt::format("\"{}\" is no part of a whole; write I/N with I from 1 to N and N up to {}, "
                                          "for instance 1/4",
                                          text, most));
}

ItemRange items_of(const Shard& shard, std::int64_t count) {
  if (shard.of == 0) return {0, count};
  return {count * (shard.number - 1) / shard.of, count * shard.number / shard.of};
}

std::string ranges_text(const std::vector<int>& ascending) {
  std::string text;
  for (std::size_t i = 0; i < ascending.size();) {
    std::size_t last = i;
    while (last + 1 < ascending.size() && ascending[last + 1] == ascending[last] + 1) ++last;
    if (!text.empty()) text += ", ";
    text += last == i ? fmt::format("{}", ascending[i]) : fmt::format("{}–{}", ascending[i], ascending[last]);
    i = last + 1;
  }
  return text;
}

Issues part_issues(const std::vector<PartOf>& parts, std::string_view command) {
  Issues issues;
  const PartOf& first = parts.front();
  std::vector<const PartOf*> by_number(static_cast<std::size_t>(first.shard.of));
  bool has_stranger = false;
  for (const PartOf& part : parts) {
    if (part.fingerprint != first.fingerprint || part.shard.of != first.shard.of) {
      issues.push_back({part.file, fmt::format("is no part of the {} that {} is of: another question, catalogue, "
                                               "program, seed or number of shards",
                                               command, first.file)});
      has_stranger = true;
      continue;
    }
    if (part.shard.of == 0) {
      issues.push_back({part.file, fmt::format("is no shard; make shards with {} --shard I/N -o FILE.jsonl", command)});
      continue;
    }
    const PartOf*& place = by_number[static_cast<std::size_t>(part.shard.number - 1)];
    if (place != nullptr)
      issues.push_back(
          {part.file, fmt::format("is shard {}, as {} is; leave one out", part.shard.number, place->file)});
    else
      place = &part;
    if (!part.unfinished.empty()) issues.push_back({part.file, part.unfinished});
  }
  std::vector<int> missing;
  for (std::size_t i = 0; i < by_number.size(); ++i)
    if (by_number[i] == nullptr) missing.push_back(static_cast<int>(i) + 1);
  // Of which whole a stranger is a part is not known.
  if (!has_stranger && !missing.empty())
    issues.push_back({first.file, fmt::format("shard{} {} of {} missing", missing.size() > 1 ? "s" : "",
                                              ranges_text(missing), first.shard.of)});
  return issues;
}

std::vector<std::size_t> in_order(const std::vector<PartOf>& parts) {
  std::vector<std::size_t> places(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) places[static_cast<std::size_t>(parts[i].shard.number - 1)] = i;
  return places;
}

}  // namespace fmplan::what_if
