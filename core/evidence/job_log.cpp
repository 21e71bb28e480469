#include "core/evidence/job_log.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/base/suggestion.h"
#include "core/base/words.h"
#include "core/text/log_lines.h"
#include "core/text/row_table.h"

namespace fmplan::evidence {
namespace {

constexpr std::int64_t kDay_s = 86'400;               // exact
constexpr int kMostNodes = 1'000'000;                 // chosen: beyond any machine
constexpr std::int64_t kMostSeconds = 1'000'000'000;  // chosen: thirty years
constexpr std::size_t kMostTold = 50;                 // chosen: more lines are the wrong file

/// Lines that could not be read; of a file of another kind not all are told.
class BadLines {
 public:
  explicit BadLines(const std::string& name) : name_(name) {}

  void add(int line, std::string message) {
    if (++number_ <= kMostTold) issues_.push_back({fmt::format("{}:{}", name_, line), std::move(message)});
  }
  /// @throws InputError if there were any.
  void finish() {
    if (number_ > kMostTold)
      issues_.push_back({name_, fmt::format("{} more lines cannot be read either", number_ - kMostTold)});
    if (number_ > 0) throw InputError(std::move(issues_));
  }

 private:
  const std::string& name_;
  Issues issues_;
  std::size_t number_ = 0;
};

/// The lines of a text, LF or CRLF, each with its number.
template <class Read>
void each_line(std::string_view text, const Read& read) {
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    read(number, line);
  }
}

/// Room for all of them at once takes half of what growing does.
std::size_t most_jobs(std::string_view text) {
  constexpr std::size_t kShortest = 30;  // bytes of a job's line, in either format
  return std::min(text.size() / kShortest, static_cast<std::size_t>(std::ranges::count(text, '\n') + 1));
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

void sort_by_submission(JobLog& log) {
  std::ranges::stable_sort(log.jobs, {}, &LoggedJob::submitted_s);
  if (log.num_left_out > 0)
    log.notes.push_back(fmt::format("{} job{} that never ran or had no processor {} left out", log.num_left_out,
                                    log.num_left_out == 1 ? "" : "s", log.num_left_out == 1 ? "is" : "are"));
}

// SWF.

constexpr std::size_t kSwfFields = 18;  // of version 2.2 of the format
/// Places of the fields that are read.
enum SwfField : std::size_t {
  kJob = 0,
  kSubmit = 1,
  kWait = 2,
  kRun = 3,
  kAllocated = 4,
  kRequested = 7,
  kUser = 11,
  kGroup = 12
};

/// "; Key: value".
std::pair<std::string_view, std::string_view> header_of(std::string_view line) {
  line = trimmed(line.substr(1));
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return {};
  return {trimmed(line.substr(0, colon)), trimmed(line.substr(colon + 1))};
}

int nodes_of(double processors, int per_node) { return static_cast<int>(std::ceil(processors / per_node)); }

/// What is known of one line; none: the job never ran.
std::optional<LoggedJob> swf_job(int number, std::string_view line, std::int64_t start_s, int per_node, BadLines& bad) {
  const std::vector<std::string_view> words = words_of(line);
  if (words.size() != kSwfFields) {
    bad.add(number, fmt::format("has {} fields, not the {} of a job in the Standard Workload Format", words.size(),
                                kSwfFields));
    return std::nullopt;
  }
  std::array<double, kSwfFields> values{};
  for (std::size_t i = 0; i < kSwfFields; ++i) {
    const auto value = number_in<double>(words[i]);
    if (!value || !(std::abs(*value) <= 1e15)) {
      bad.add(number, fmt::format("\"{}\", field {}, is no number", text::table_text(words[i]), i + 1));
      return std::nullopt;
    }
    values[i] = *value;
  }
  const double processors = values[kAllocated] > 0 ? values[kAllocated] : values[kRequested];
  if (values[kRun] <= 0 || processors <= 0) return std::nullopt;
  if (values[kSubmit] < 0 || values[kSubmit] > kMostSeconds || values[kRun] > kMostSeconds ||
      processors > 1.0 * kMostNodes * per_node) {
    bad.add(number, "has times or processors beyond any machine's");
    return std::nullopt;
  }
  const auto name = [&](SwfField field, const char* what) {
    return values[field] < 0 ? std::string() : fmt::format("{} {:.0f}", what, values[field]);
  };
  LoggedJob job{.id = std::string(words[kJob]),
                .organisation = name(kGroup, "group"),
                .user = name(kUser, "user"),
                .nodes = nodes_of(processors, per_node),
                .submitted_s = start_s + static_cast<std::int64_t>(values[kSubmit]),
                .ran_s = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::llround(values[kRun])))};
  if (values[kWait] >= 0) job.waited_s = static_cast<std::int64_t>(values[kWait]);
  return job;
}

// sacct.

/// "2025-03-01T12:30:00"; none for "Unknown" and the like.
std::optional<std::int64_t> time_in(std::string_view text) {
  constexpr std::size_t kDate = 10, kLength = 19;
  if (text.size() != kLength || text[kDate] != 'T' || text[13] != ':' || text[16] != ':') return std::nullopt;
  const auto day = parse_date(text.substr(0, kDate));
  const auto hours = number_in<int>(text.substr(11, 2)), minutes = number_in<int>(text.substr(14, 2)),
             seconds = number_in<int>(text.substr(17, 2));
  if (!day || !hours || !minutes || !seconds || *hours > 23 || *minutes > 59 || *seconds > 60) return std::nullopt;
  return day->days_since_epoch * kDay_s + *hours * std::int64_t{3600} + *minutes * std::int64_t{60} + *seconds;
}

/// "1-02:03:04", "02:03:04" or "03:04".
std::optional<std::int64_t> elapsed_in(std::string_view text) {
  std::int64_t days = 0;
  if (const std::size_t dash = text.find('-'); dash != std::string_view::npos) {
    const auto read = number_in<std::int64_t>(text.substr(0, dash));
    if (!read || *read < 0 || *read > kMostSeconds / kDay_s) return std::nullopt;
    days = *read;
    text.remove_prefix(dash + 1);
  }
  std::int64_t seconds = 0;
  int parts = 0;
  while (true) {
    const std::size_t colon = text.find(':');
    const auto part = number_in<std::int64_t>(text.substr(0, colon));
    if (!part || *part < 0 || *part > kMostSeconds || ++parts > 3) return std::nullopt;
    seconds = 60 * seconds + *part;
    if (colon == std::string_view::npos) break;
    text.remove_prefix(colon + 1);
  }
  if (parts < 2) return std::nullopt;
  return days * kDay_s + seconds;
}

/// The GPUs of "billing=8,cpu=96,gres/gpu=8,node=1" or "…,gres/gpu:h100=8,…"; a type beside their sum counts once.
std::optional<int> gpus_in(std::string_view resources) {
  std::optional<int> all, of_types;
  while (!resources.empty()) {
    const std::size_t comma = resources.find(',');
    const std::string_view entry = resources.substr(0, comma);
    resources.remove_prefix(comma == std::string_view::npos ? resources.size() : comma + 1);
    const std::size_t equals = entry.find('=');
    if (equals == std::string_view::npos || !entry.starts_with("gres/gpu")) continue;
    const auto count = number_in<int>(entry.substr(equals + 1));
    if (!count || *count < 0) continue;
    if (entry.substr(0, equals) == "gres/gpu") all = count;
    if (entry.starts_with("gres/gpu:")) of_types = of_types.value_or(0) + *count;
  }
  return all ? all : of_types;
}

/// @throws what `bad` does for a line of more fields than any queue has
std::vector<std::string> split_at_bars(std::string_view line, int number, BadLines& bad) {
  constexpr std::int64_t kMostFields = 1000;  // chosen: sacct has some hundred
  if (std::ranges::count(line, '|') > kMostFields) {
    bad.add(number, fmt::format("has more than {} fields; print it with sacct -P", kMostFields));
    bad.finish();
  }
  std::vector<std::string> fields;
  while (true) {
    const std::size_t bar = line.find('|');
    fields.emplace_back(trimmed(line.substr(0, bar)));
    if (bar == std::string_view::npos) return fields;
    line.remove_prefix(bar + 1);
  }
}

class SacctReader {
 public:
  explicit SacctReader(BadLines& bad) : bad_(bad) {}

  void read(int number, std::string_view line, JobLog& log) {
    if (trimmed(line).empty()) return;
    const std::vector<std::string> fields = split_at_bars(line, number, bad_);
    if (columns_.empty()) return read_header(fields);
    if (fields.size() != num_fields_)
      return bad_.add(number,
                      fmt::format("has {} fields, the header {}; print it with sacct -P", fields.size(), num_fields_));
    const std::string id = field(fields, "JobID");
    if (id.find('.') != std::string::npos) return;  // a step of a job
    read_job(number, id, fields, log);
  }
  bool has_header() const { return !columns_.empty(); }

 private:
  void read_header(const std::vector<std::string>& fields) {
    num_fields_ = fields.size();
    for (std::size_t i = 0; i < fields.size(); ++i) columns_.try_emplace(fields[i], i);
    std::vector<std::string> missing;
    for (const char* needed : {"JobID", "NNodes", "Submit"})
      if (!columns_.contains(needed)) missing.emplace_back(needed);
    if (!columns_.contains("Elapsed") && !(columns_.contains("Start") && columns_.contains("End")))
      missing.emplace_back("Elapsed");
    for (const std::string& column : missing)
      bad_.add(1, fmt::format("the header has no {}{}; print it with sacct -P -o "
                              "JobID,User,Account,NNodes,AllocTRES,Submit,Start,End,Elapsed,State",
                              column, did_you_mean(column, fields)));
    // Without them no line means anything.
    if (!missing.empty()) bad_.finish();
  }

  std::string field(const std::vector<std::string>& fields, const char* column) const {
    const auto found = columns_.find(column);
    return found == columns_.end() ? "" : fields[found->second];
  }

  void read_job(int number, const std::string& id, const std::vector<std::string>& fields, JobLog& log) {
    const auto nodes = number_in<int>(field(fields, "NNodes"));
    const auto submitted = time_in(field(fields, "Submit"));
    if (!nodes || *nodes < 0 || *nodes > kMostNodes)
      return bad_.add(number, fmt::format("\"{}\" is no number of nodes", text::table_text(field(fields, "NNodes"))));
    if (!submitted)
      return bad_.add(number, fmt::format("\"{}\" is no time such as 2025-03-01T12:00:00",
                                          text::table_text(field(fields, "Submit"))));
    const auto started = time_in(field(fields, "Start")), ended = time_in(field(fields, "End"));
    std::optional<std::int64_t> ran;
    if (columns_.contains("Elapsed")) {
      ran = elapsed_in(field(fields, "Elapsed"));
      if (!ran)
        return bad_.add(
            number, fmt::format("\"{}\" is no time such as 1-02:03:04", text::table_text(field(fields, "Elapsed"))));
    } else if (started && ended) {
      ran = *ended - *started;
      if (*ran < 0) return bad_.add(number, "ends before it starts");
    }
    if (started && *started < *submitted) return bad_.add(number, "starts before it is submitted");
    if (!ran || *ran == 0 || *nodes == 0) return static_cast<void>(++log.num_left_out);
    LoggedJob job{.id = id,
                  .organisation = field(fields, "Account"),
                  .user = field(fields, "User"),
                  .nodes = *nodes,
                  .submitted_s = *submitted,
                  .ran_s = *ran};
    if (started) job.waited_s = *started - *submitted;
    job.accelerators = gpus_in(field(fields, "AllocTRES"));
    log.jobs.push_back(std::move(job));
  }

  BadLines& bad_;
  std::map<std::string, std::size_t> columns_;
  std::size_t num_fields_ = 0;
};

// Demand.

struct DemandTable {
  std::vector<DemandRow> rows;
  std::vector<text::RefusedRow> refused;
  std::vector<std::string> notes;
};

DemandRow demand_row(const text::ColumnPositions& columns, const text::CsvRecord& record) {
  const text::TableRow row(columns, record);
  DemandRow demand{.organisation = row.text("organisation"), .project = row.text("project")};
  const auto refuse = [](const std::string& reason) { throw text::RowRefusal{reason}; };
  if (demand.organisation.empty()) refuse("organisation is empty");
  if (demand.project.empty()) refuse("project is empty");
  const auto nodes = number_in<int>(row.text("nodes"));
  if (!nodes || *nodes < 1 || *nodes > kMostNodes)
    refuse(fmt::format("nodes \"{}\" is no whole number from 1 on", text::table_text(row.text("nodes"))));
  const auto days = number_in<double>(row.text("days"));
  constexpr double kMostDays = 3660;  // ten years, as long as a programme may be
  if (!days || !(*days > 0) || *days > kMostDays)
    refuse(fmt::format("days \"{}\" is no number above 0, up to {}", text::table_text(row.text("days")), kMostDays));
  demand.nodes = *nodes;
  demand.days = *days;
  if (const std::string deadline = row.text("deadline"); !deadline.empty()) {
    demand.deadline = parse_date(deadline);
    if (!demand.deadline)
      refuse(fmt::format("deadline \"{}\" is no day such as 2025-09-30", text::table_text(deadline)));
  }
  return demand;
}

}  // namespace

JobLog read_swf(std::string_view text, const std::string& name, const SwfTerms& terms) {
  JobLog log;
  log.jobs.reserve(most_jobs(text));
  BadLines bad(name);
  std::optional<std::int64_t> start;
  if (terms.start) start = terms.start->days_since_epoch * kDay_s;
  std::optional<double> processors;
  bool lacks_start = false;
  // The header stands before the jobs.
  const auto processors_per_node = [&] {
    if (terms.processors_per_node) return *terms.processors_per_node;
    const double each = processors && log.machine_nodes > 0 ? *processors / *log.machine_nodes : 1;
    return each >= 1 && each <= kMostNodes && each == std::floor(each) ? static_cast<int>(each) : 1;
  };
  each_line(text, [&](int number, std::string_view line) {
    if (trimmed(line).empty() || lacks_start) return;
    if (trimmed(line).starts_with(';')) {
      const auto [key, value] = header_of(trimmed(line));
      if (key == "UnixStartTime" && !terms.start) start = number_in<std::int64_t>(value);
      if (key == "MaxNodes") log.machine_nodes = number_in<int>(value);
      if (key == "MaxProcs") processors = number_in<double>(value);
      return;
    }
    lacks_start = !start;
    if (lacks_start)
      return bad.add(number,
                     "is a job of a log without \"; UnixStartTime:\"; give the day of its time 0: --start 2025-03-01");
    if (auto job = swf_job(number, line, *start, processors_per_node(), bad))
      log.jobs.push_back(*std::move(job));
    else
      ++log.num_left_out;
  });
  bad.finish();
  const int each = processors_per_node();
  if (!terms.processors_per_node && each > 1)
    log.notes.push_back(fmt::format("{} processors a node, as the log's header says", each));
  if (!terms.processors_per_node && !(processors && log.machine_nodes))
    log.notes.emplace_back(
        "each processor counts as a node: the log does not say how many a node has; give "
        "--processors-per-node");
  // The log's nodes may be what it counts as processors.
  if (processors && *processors >= 1 && *processors <= 1.0 * kMostNodes * each)
    log.machine_nodes = nodes_of(*processors, each);
  sort_by_submission(log);
  return log;
}

bool looks_like_swf(std::string_view text) {
  std::optional<bool> is_job;
  each_line(text.substr(0, text.rfind('\n')), [&](int, std::string_view line) {
    if (is_job || trimmed(line).empty() || trimmed(line).starts_with(';')) return;
    const std::vector<std::string_view> words = words_of(line);
    is_job = words.size() == kSwfFields &&
             std::ranges::all_of(words, [](std::string_view word) { return number_in<double>(word).has_value(); });
  });
  return is_job.value_or(false);
}

JobLog read_sacct(std::string_view text, const std::string& name) {
  JobLog log;
  log.jobs.reserve(most_jobs(text));
  BadLines bad(name);
  SacctReader reader(bad);
  each_line(text, [&](int number, std::string_view line) { reader.read(number, line, log); });
  if (!reader.has_header()) bad.add(1, "is empty; a header such as JobID|User|… was expected");
  bad.finish();
  log.notes.emplace_back("times are taken as UTC");
  const auto says_gpus = [](const LoggedJob& job) { return job.accelerators.has_value(); };
  if (!log.jobs.empty() && std::ranges::none_of(log.jobs, says_gpus))
    log.notes.emplace_back(
        "whether jobs share nodes is not said, each counts with whole nodes; sacct -o JobID,…,AllocTRES says it");
  sort_by_submission(log);
  return log;
}

std::vector<DemandRow> read_demand(std::string_view text, const std::string& name) {
  const auto columns_of = [&name](const text::CsvRecord& header, DemandTable& table) {
    return text::column_positions(header, name, {"organisation", "project", "nodes", "days", "deadline"},
                                  {"organisation", "project", "nodes", "days"}, table.notes);
  };
  DemandTable table = text::read_row_table<DemandTable>(text, name, columns_of, demand_row);
  BadLines bad(name);
  for (const std::string& note : table.notes) bad.add(1, note);
  for (const text::RefusedRow& refused : table.refused) bad.add(refused.line, refused.reason);
  bad.finish();
  return table.rows;
}

}  // namespace fmplan::evidence
