#include "core/what_if/row_files.h"

#include <cstdint>
#include <fstream>
#include <utility>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/text/json_text.h"

namespace fmplan::what_if {

ReadRows read_row_file(const std::string& file, const EachRow& row) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError(file, "cannot be opened; is the name right?");
  return read_rows(in, file, row);
}

ReadRows read_rows_before(const std::string& file, const SweepHead& head) {
  ReadRows before = read_row_file(file, {});
  if (before.head.fingerprint != head.fingerprint || before.head.shard != head.shard)
    throw InputError("--resume", fmt::format("{} is of another question, catalogue, program, seed or shard; ask the "
                                             "same, or write to a new file",
                                             file));
  return before;
}

SweepCounts sweep_on(const SweepQuestion& question, const SweepHead& head, const catalog::Catalog& catalog,
                     const std::optional<ReadRows>& before, const std::string& file, int threads, const Watch& watch,
                     const EachRow& row) {
  const auto [first, end] = points_of(head);
  SweepCounts counts;
  const auto count = [&](const SweepRow& one) {
    counts.add(one);
    row(one);
  };
  std::int64_t begin = first, shown = 0;
  if (before) {
    read_row_file(file, count);
    begin = before->end;
  }
  const SweptPoints swept = sweep(question, catalog, begin, end, threads, watch, count);
  begin += swept.looked_at;
  for (const std::int64_t one : counts.by_status) shown += one;
  counts.looked_at = begin - first;
  counts.left_out = counts.looked_at - shown;
  if (before) counts.undecided = before->counts.undecided;
  if (counts.undecided) *counts.undecided += swept.undecided;
  return counts;
}

JoinedRows joined_rows(const std::vector<ReadRows>& parts, const std::vector<std::string>& names) {
  std::vector<PartOf> heads;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const SweepHead& head = parts[i].head;
    PartOf part{.file = names[i], .fingerprint = head.fingerprint, .shard = head.shard, .unfinished = {}};
    if (!parts[i].complete)
      part.unfinished =
          fmt::format("was stopped at point {} of {}; finish it with --resume {}", parts[i].end - points_of(head).begin,
                      points_of(head).end - points_of(head).begin, names[i]);
    heads.push_back(std::move(part));
  }
  if (Issues issues = part_issues(heads, "sweep"); !issues.empty()) throw InputError(std::move(issues));
  JoinedRows all{.head = parts.front().head, .order = in_order(heads)};
  all.head.shard = {};
  std::int64_t shown = 0;
  for (const std::size_t place : all.order) {
    const ReadRows& part = parts[place];
    if (!part.counts.undecided) all.counts.undecided.reset();
    if (all.counts.undecided) *all.counts.undecided += *part.counts.undecided;
    for (std::size_t i = 0; i < all.counts.by_status.size(); ++i) {
      all.counts.by_status[i] += part.counts.by_status[i];
      shown += part.counts.by_status[i];
    }
    all.counts.tripped += part.counts.tripped;
  }
  all.counts.looked_at = all.head.num_points;
  all.counts.left_out = all.head.num_points - shown;
  return all;
}

JoinedRows joined_row_files(const std::vector<std::string>& files) {
  std::vector<ReadRows> parts;
  Issues issues;
  for (const std::string& file : files) collect(issues, [&] { parts.push_back(read_row_file(file, {})); });
  if (!issues.empty()) throw InputError(std::move(issues));
  return joined_rows(parts, files);
}

}  // namespace fmplan::what_if
