#include "core/imports/recognised_import.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/base/issue.h"
#include "core/catalog/hf_config.h"
#include "core/evidence/job_log.h"
#include "core/evidence/nccl_tests_reading.h"
#include "core/evidence/training_log.h"
#include "core/text/csv_text.h"
#include "core/text/json_text.h"

namespace fmplan::imports {
namespace {

/// The first line that is not empty, without its end.
std::string_view first_line(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of("\r\n"), text.size()));
  std::string_view line = text.substr(0, text.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// Whether a line, split at commas as CSV or at bars as sacct's -P, names all of these columns.
bool has_columns(std::string_view line, char between, std::initializer_list<std::string_view> needed) {
  std::string commas(line);
  std::ranges::replace(commas, between, ',');
  try {
    const std::vector<text::CsvRecord> records = text::parse_csv(commas, "header");
    return !records.empty() && std::ranges::all_of(needed, [&](std::string_view column) {
      return std::ranges::count(records.front().fields, column) > 0;
    });
  } catch (const InputError&) {
    return false;
  }
}

bool is_model_config(std::string_view text) {
  try {
    return catalog::looks_like_hf_config(text::parse_json(text, "config"));
  } catch (const InputError&) {
    return false;
  }
}

std::string_view kind_of(std::string_view text) {
  const std::string_view head = first_line(text);
  // The columns without which the readers refuse a file.
  if (has_columns(head, '|', {"JobID", "NNodes", "Submit"})) return "sacct";
  if (has_columns(head, ',', {"InstanceType", "Region", "Price"})) return "skypilot";
  if (has_columns(head, ',', {"organisation", "project", "nodes", "days"})) return "demand";
  if (evidence::looks_like_swf(text)) return "swf";
  if (evidence::looks_like_nccl_tests(text)) return "nccl-tests";
  if (is_model_config(text)) return "hf-config";
  const auto framework = evidence::training_log_kind(text);
  if (!framework) return {};
  switch (*framework) {
    case evidence::TrainingLogKind::kMegatron: return "megatron-log";
    case evidence::TrainingLogKind::kTorchtitan: return "torchtitan-log";
    case evidence::TrainingLogKind::kNemo: return "nemo-log";
  }
  return {};
}

}  // namespace

const ImportKind* recognised_import(std::string_view beginning) {
  const std::string_view name = kind_of(beginning);
  return name.empty() ? nullptr : &import_kind(name);
}

}  // namespace fmplan::imports
