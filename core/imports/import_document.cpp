#include "core/imports/import_document.h"

#include <utility>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/catalog/model_json.h"
#include "core/text/csv_text.h"
#include "core/text/json_writer.h"

namespace fmplan::imports {

using answer::Document;
using answer::Table;

namespace {

using evidence::TrainingLog;
using text::Json;

/// The row in the columns of its CSV.
Json row_json(const TrainingLog& log) {
  Json row = Json::object();
  for (const std::string& column : evidence::step_columns()) {
    const auto found = log.row.find(column);
    if (found == log.row.end()) {
      row[column] = nullptr;
    } else {
      row[column] = found->second;
    }
  }
  return row;
}

Json log_json(const TrainingLog& log) {
  const calibration::SteadyState& s = log.steady;
  const char* unit = log.is_step_time ? "_s" : "_s_per_token_and_gpu";
  Json steady = {{fmt::format("median{}", unit), s.median},
                 {fmt::format("p10{}", unit), s.p10},
                 {fmt::format("p90{}", unit), s.p90},
                 {"logged", log.num_lines_of_steps},
                 {"steps_a_line", log.steps_a_line},
                 {"steady", s.num_steady},
                 {"dropped_warm_up", s.num_warm_up},
                 {"dropped_disturbed", s.num_disturbed},
                 {"dropped_outliers", s.num_outliers},
                 {"restarts", log.num_restarts},
                 {"drift", s.drift}};
  return {{"row", row_json(log)}, {"steady_state", std::move(steady)}, {"unknown", log.unknown}, {"notes", log.notes}};
}

/// For people: what was measured, and what the log says of its configuration.
Table log_table(const TrainingLog& log) {
  const calibration::SteadyState& s = log.steady;
  Table table{.title = log.row.at("source_ref"), .header = {}, .align = {}, .rows = {}, .notes = {}};
  if (log.is_step_time) {
    table.rows = {{"step time", fmt::format("{:.6g} s", s.median)},
                  {"spread", fmt::format("{:.6g} – {:.6g} s (P10 – P90)", s.p10, s.p90)}};
  } else {
    table.rows = {{"rate", fmt::format("{:.6g} tokens/s per GPU", 1 / s.median)},
                  {"spread", fmt::format("{:.6g} – {:.6g} tokens/s per GPU (P10 – P90)", 1 / s.p90, 1 / s.p10)}};
  }
  table.rows.push_back({"steady", fmt::format("{} of {} logged times", s.num_steady, log.num_lines_of_steps)});
  table.rows.push_back({"dropped", fmt::format("{} of warm-up, {} after an evaluation or a checkpoint, {} outliers",
                                               s.num_warm_up, s.num_disturbed, s.num_outliers)});
  table.rows.push_back({"restarts", fmt::format("{}", log.num_restarts)});
  for (const std::string& column : evidence::step_columns()) {
    const auto found = log.row.find(column);
    const bool shown = column != "notes" && column != "measured_step_time_s" && column != "source_ref";
    if (found != log.row.end() && shown) table.rows.push_back({column, found->second});
  }
  return table;
}

std::vector<std::string> warnings_of(const TrainingLog& log, const OptionOf& option_of) {
  std::vector<std::string> warnings;
  for (const std::string& note : log.notes) warnings.push_back(fmt::format("{}: {}", log.row.at("source_ref"), note));
  if (log.unknown.empty()) return warnings;
  std::string unknown;
  for (const std::string& column : log.unknown)
    unknown += fmt::format("{}{} ({})", unknown.empty() ? "" : ", ", column, option_of(column));
  warnings.push_back(fmt::format("{}: not stated and left empty: {}", log.row.at("source_ref"), unknown));
  return warnings;
}

}  // namespace

Document model_document(const model::Transformer& model, std::vector<std::string> notes) {
  const model::ParameterCount count = count_parameters(model);
  Document document;
  document.warnings = std::move(notes);
  document.headline = model.name;
  document.json = catalog::transformer_json(model);
  document.tables.push_back(
      {.title = "Model",
       .header = {},
       .align = {},
       .rows = {{"parameters", fmt::format("{} ({})", count.total, count_text(static_cast<double>(count.total)))},
                {"active parameters", fmt::format("{}", count.active)},
                {"layers", fmt::format("{}", model.num_layers)},
                {"hidden size", fmt::format("{}", model.hidden_size)},
                {"heads (key/value)", fmt::format("{} ({})", model.num_heads, model.num_kv_heads)},
                {"vocabulary", fmt::format("{}", model.vocabulary_size)}},
       .notes = {"--format json -o FILE writes a catalogue item, for --catalog or as \"model\" of a scenario"}});
  return document;
}

Document collective_rows_document(const std::vector<evidence::CollectiveRow>& rows, std::vector<std::string> notes) {
  Document document;
  document.headline = fmt::format("{} rows", rows.size());
  document.warnings = std::move(notes);
  document.json = text::Json::array();
  const std::vector<text::CsvRecord> records = text::parse_csv(evidence::collective_rows_csv(rows), "rows");
  Table table{.title = "", .header = records.front().fields, .align = {}, .rows = {}, .notes = {}};
  for (std::size_t i = 1; i < records.size(); ++i) {
    Json row;
    for (std::size_t c = 0; c < table.header.size(); ++c) row[table.header[c]] = records[i].fields[c];
    document.json.push_back(std::move(row));
    table.rows.push_back(records[i].fields);
  }
  document.tables.push_back(std::move(table));
  return document;
}

Document training_logs_document(const std::vector<TrainingLog>& logs, const OptionOf& option_of) {
  Document document;
  document.headline = fmt::format("{} measured {}", logs.size(), logs.size() == 1 ? "row" : "rows");
  document.json = Json::array();
  document.csv = Json::array();
  for (const TrainingLog& log : logs) {
    document.json.push_back(log_json(log));
    document.csv->push_back(row_json(log));
    document.tables.push_back(log_table(log));
    for (std::string& warning : warnings_of(log, option_of)) document.warnings.push_back(std::move(warning));
  }
  document.tables.back().notes.emplace_back("--format csv -o FILE writes the rows");
  return document;
}

}  // namespace fmplan::imports
