#include "api/job_row.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace fmplan::api {
namespace {

/// Of a batch of rows and of a piece of an answer; chosen: what is held in memory to read a byte, and sixteen pages of
/// the file.
constexpr std::size_t kPieceBytes = 64u << 10;

std::optional<std::int64_t> optional_integer(const Statement& row, int column) {
  return row.is_null(column) ? std::nullopt : std::optional(row.integer(column));
}

}  // namespace

JobStatus status_of(const Statement& row) {
  const std::string state = row.text(4);
  const std::optional<JobState> known = kJobStateNames.parse(state);
  if (!known) throw JobStoreError(fmt::format("job {}: no state \"{}\" is known", row.text(0), state));
  return {.id = row.text(0),
          .kind = row.text(1),
          .owner = row.text(2),
          .fingerprint = row.text(3),
          .state = *known,
          .cancel_asked = row.integer(5) != 0,
          .attempts = row.integer(6),
          .progress = row.real(7),
          .seconds_left = row.is_null(8) ? std::nullopt : std::optional(row.real(8)),
          .created = row.integer(9),
          .started = optional_integer(row, 10),
          .ended = optional_integer(row, 11),
          .problem = row.text(12),
          .num_rows = row.integer(13),
          .result_bytes = row.integer(14),
          .revision = row.integer(15)};
}

std::optional<std::int64_t> number_of(const Database& database, std::string_view owner, std::string_view id) {
  Statement row(database, "SELECT number FROM jobs WHERE id = ?1 AND owner = ?2", {id, owner});
  return row.next() ? std::optional(row.integer(0)) : std::nullopt;
}

RowPage rows_of(const Database& database, std::int64_t job, std::int64_t from, std::size_t max_bytes,
                std::int64_t max_rows) {
  RowPage page{.rows = {}, .next = from};
  Statement batch(database,
                  "SELECT first, lines FROM rows WHERE job = ?1 AND first >= "
                  "(SELECT max(first) FROM rows WHERE job = ?1 AND first <= ?2) ORDER BY first",
                  {job, from});
  std::size_t bytes = 0;
  while (std::ssize(page.rows) < max_rows && batch.next()) {
    std::int64_t index = batch.integer(0);
    const std::string lines = batch.text(1);
    for (std::size_t begin = 0; begin < lines.size(); ++index) {
      const std::size_t end = lines.find('\n', begin);
      if (index >= from) {
        bytes += end - begin + 1;
        if (std::ssize(page.rows) == max_rows || (!page.rows.empty() && bytes > max_bytes)) return page;
        page.rows.push_back(lines.substr(begin, end - begin));
        ++page.next;
      }
      begin = end + 1;
    }
  }
  return page;
}

std::string result_of(const Database& database, std::int64_t job, std::int64_t offset, std::size_t max_bytes) {
  constexpr auto kBytes = static_cast<std::int64_t>(kPieceBytes);
  std::string bytes;
  Statement piece(database, "SELECT bytes FROM results WHERE job = ?1 AND piece >= ?2 ORDER BY piece",
                  {job, offset / kBytes});
  auto skipped = static_cast<std::size_t>(offset % kBytes);
  while (bytes.size() < max_bytes && piece.next()) {
    const std::string text = piece.text(0);
    if (skipped < text.size()) bytes += std::string_view(text).substr(skipped, max_bytes - bytes.size());
    skipped = 0;
  }
  return bytes;
}

void put_result(Database& database, std::int64_t job, std::string_view result) {
  for (std::int64_t piece = 0; !result.empty(); ++piece) {
    const std::string_view bytes = result.substr(0, kPieceBytes);
    Statement(database, "INSERT INTO results (job, piece, bytes) VALUES (?1, ?2, ?3)", {job, piece, SqlBytes{bytes}})
        .run();
    result.remove_prefix(bytes.size());
  }
}

void put_rows(Database& database, std::int64_t job, std::int64_t first, std::span<const std::string> rows) {
  std::string lines;
  std::int64_t count = 0;
  const auto put = [&] {
    if (count == 0) return;
    Statement(database, "INSERT INTO rows (job, first, count, lines) VALUES (?1, ?2, ?3, ?4)",
              {job, first, count, SqlBytes{lines}})
        .run();
    first += std::exchange(count, 0);
    lines.clear();
  };
  for (const std::string& row : rows) {
    if (row.find('\n') != std::string::npos)
      throw JobStoreError(fmt::format("row {} has a line feed in it, which ends a row", first + count));
    if (lines.size() + row.size() >= kPieceBytes) put();
    lines += row;
    lines += '\n';
    ++count;
  }
  put();
}

}  // namespace fmplan::api
