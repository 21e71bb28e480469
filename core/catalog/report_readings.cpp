#include "core/catalog/report_readings.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/denial.h"
#include "core/base/suggestion.h"
#include "core/base/words.h"
#include "core/catalog/item_fields.h"
#include "core/model/adapters.h"
#include "core/model/memory_settings.h"
#include "core/model/parallel_plan.h"
#include "core/text/object_reader.h"

namespace fmplan::catalog {
namespace {

using nlohmann::json;

constexpr std::string_view kWordMark = "\\b";

template <class Table>
std::vector<std::string_view> texts_of(const Table& table, std::initializer_list<std::string_view> more = {}) {
  std::vector<std::string_view> texts(table.texts.begin(), table.texts.end());
  texts.insert(texts.end(), more);
  return texts;
}

/// None if the text is no pattern.
std::optional<WordPattern> parse_pattern(std::string_view text) {
  using enum WordPattern::Place;
  if (text == "*") return WordPattern{kAny, {}};
  WordPattern pattern;
  const std::size_t mark = kWordMark.size();
  if (text.size() > 2 * mark && text.starts_with(kWordMark) && text.ends_with(kWordMark)) {
    pattern = {kWord, std::string(text.substr(mark, text.size() - 2 * mark))};
  } else {
    const bool begin = text.starts_with('^'), end = text.ends_with('$');
    text = text.substr(begin ? 1 : 0);
    text = text.substr(0, text.size() - (end && !text.empty() ? 1 : 0));
    pattern = {begin && end ? kWhole : begin ? kBegin : end ? kEnd : kAnywhere, std::string(text)};
  }
  const bool readable = !pattern.text.empty() && pattern.text == lower_case(pattern.text) &&
                        pattern.text.find_first_of("^$*\\") == std::string::npos;
  return readable ? std::optional(std::move(pattern)) : std::nullopt;
}

std::vector<WordPattern> read_patterns(text::ObjectReader& reader, const std::string& column) {
  std::vector<WordPattern> patterns;
  const std::vector<std::string> texts = reader.texts(column);
  for (const std::string& text : texts) {
    if (auto pattern = parse_pattern(text)) {
      patterns.push_back(std::move(*pattern));
    } else {
      reader.report(column, fmt::format("\"{}\" is no pattern; write words in lower case, as in \"fsdp\", \"^full\", "
                                        "\"fsdp=1$\", \"^ddp$\", \"\\bngc\\b\", or \"*\" for any text",
                                        text));
    }
  }
  if (texts.empty()) reader.report(column, "is an empty list; write words to look for, as in [\"fsdp\"]");
  return patterns;
}

/// {"framework": ["nemo"], "precision": ["fp8"]}, behind `key` of a rule.
void read_columns(text::ObjectReader& rule, const char* key, Issues& issues, std::vector<ColumnWords>& columns) {
  const json* object = rule.find(key);
  if (!object) return;
  text::ObjectReader reader(*object, rule.where(key), issues);
  for (std::size_t i = 0; i < kReportColumnNames.count; ++i)
    if (const std::string column(kReportColumnNames.texts[i]); reader.has(column))
      columns.push_back({kReportColumnNames.values[i], read_patterns(reader, column)});
  reader.refuse_unknown_keys();
}

ReleaseRule read_release(const json& object, const std::string& where, Issues& issues) {
  text::ObjectReader reader(object, where, issues);
  ReleaseRule release;
  release.column = reader.choice_or("column", release.column, kReportColumnNames);
  release.behind = reader.texts("behind");
  if (reader.has("behind") && release.behind.empty())
    reader.report("behind", "is an empty list; write what the release follows, as in [\"v\"], or leave it out");
  release.from = reader.number("from", 0, 1e6);
  reader.refuse_unknown_keys();
  return release;
}

WordRule read_rule(const json& object, const std::string& where, const ReadingQuestion* question, Issues& issues) {
  text::ObjectReader reader(object, where, issues);
  WordRule rule;
  rule.means = reader.string("means");
  if (question && !question->meanings.empty() && !rule.means.empty() &&
      std::ranges::find(question->meanings, rule.means) == question->meanings.end())
    reader.report("means",
                  fmt::format("\"{}\" is none of {}{}", rule.means, fmt::join(question->meanings, ", "),
                              did_you_mean(rule.means, {question->meanings.begin(), question->meanings.end()})));
  read_columns(reader, "if", issues, rule.all_of);
  read_columns(reader, "and", issues, rule.all_of);
  read_columns(reader, "unless", issues, rule.none_of);
  read_columns(reader, "denied", issues, rule.denied);
  read_columns(reader, "ahead_of", issues, rule.ahead_of);
  if (const json* release = reader.find("release"))
    rule.release = read_release(*release, reader.where("release"), issues);
  rule.assumed = reader.string_or("assumed", {});
  reader.refuse_unknown_keys();
  return rule;
}

}  // namespace

namespace {

constexpr std::size_t kNowhere = std::string_view::npos;

/// Where `pattern` stands first from `from` on, denied or not.
std::size_t find_from(const WordPattern& pattern, std::string_view in, std::size_t from) {
  using enum WordPattern::Place;
  const std::string& text = pattern.text;
  const auto once = [from](bool holds, std::size_t at) { return holds && at >= from ? at : kNowhere; };
  switch (pattern.place) {
    case kAnywhere: return in.find(text, from);
    case kBegin: return once(in.starts_with(text), 0);
    case kEnd: return once(in.ends_with(text), in.size() - text.size());
    case kWhole: return once(in == text, 0);
    case kWord: return find_word(in, text, from);
    case kAny: return once(!in.empty(), 0);
  }
  return kNowhere;
}

/// The latest "yy.mm" of this century's twenties or thirties, not inside a longer number: "nemo:26.06"; 0: none.
double latest_release(std::string_view text) {
  double latest = 0;
  for (std::size_t at = 0; at + 5 <= text.size(); ++at) {
    const auto digit = [&](std::size_t i) { return i < text.size() && is_digit(text[i]); };
    const bool shape = (text[at] == '2' || text[at] == '3') && digit(at + 1) && text[at + 2] == '.' && digit(at + 3) &&
                       digit(at + 4) && !digit(at + 5);
    if (!shape || (at > 0 && (digit(at - 1) || text[at - 1] == '.'))) continue;
    const int month = 10 * (text[at + 3] - '0') + (text[at + 4] - '0');
    const int year = 10 * (text[at] - '0') + (text[at + 1] - '0');
    if (month >= 1 && month <= 12) latest = std::max(latest, year + 0.01 * month);
  }
  return latest;
}

bool is_denied_at(const WordPattern& pattern, std::string_view in, std::size_t at) {
  return pattern.place != WordPattern::Place::kAny && is_denied(in, at, at + pattern.text.size());
}

}  // namespace

std::size_t WordPattern::find_in(std::string_view in) const {
  std::size_t at = find_from(*this, in, 0);
  while (at != kNowhere && is_denied_at(*this, in, at)) at = find_from(*this, in, at + 1);
  return at;
}

bool WordPattern::is_denied_in(std::string_view in) const {
  return find_from(*this, in, 0) != kNowhere && find_in(in) == kNowhere;
}

std::size_t ColumnWords::find_in(const ReportTexts& texts) const {
  std::size_t first = std::string::npos;
  for (const WordPattern& pattern : any_of) first = std::min(first, pattern.find_in(texts[column]));
  return first;
}

bool ColumnWords::are_denied_in(const ReportTexts& texts) const {
  return std::ranges::any_of(any_of, [&](const WordPattern& pattern) { return pattern.is_denied_in(texts[column]); });
}

bool ReleaseRule::holds(const ReportTexts& texts) const {
  const std::string& text = texts[column];
  double release = behind.empty() ? latest_release(text) : 0;
  for (const std::string& before : behind)
    if (const std::size_t at = text.find(before); at != std::string::npos)
      std::from_chars(text.data() + at + before.size(), text.data() + text.size(), release, std::chars_format::fixed);
  constexpr double kRounding = 1e-6;  // far below a month, 0.01
  return release >= from - kRounding && std::isfinite(release);
}

bool WordRule::holds(const ReportTexts& texts) const {
  const auto found = [&](const ColumnWords& words) { return words.find_in(texts) != std::string::npos; };
  const auto is_denied = [&](const ColumnWords& words) { return words.are_denied_in(texts); };
  const auto first = [&](const ColumnWords& later) {
    std::size_t at = std::string::npos;
    for (const ColumnWords& words : all_of)
      if (words.column == later.column) at = std::min(at, words.find_in(texts));
    return at < later.find_in(texts);
  };
  return std::ranges::all_of(all_of, found) && std::ranges::none_of(none_of, found) &&
         std::ranges::all_of(denied, is_denied) && std::ranges::all_of(ahead_of, first) &&
         (!release || release->holds(texts));
}

const std::vector<ReadingQuestion>& reading_questions() {
  static const std::vector<ReadingQuestion> kQuestions = {
      {"attention", {"flash", "unfused"}},
      {"attention-library", {"cudnn", "fa1", "fa2", "fa3", "fa4"}},
      {"compilation", {"eager", "compiled"}},
      {"cuda-graphs", {"on", "off"}},
      {"data-parallel-alone", {"yes"}},
      {"embeddings", {"tied", "untied"}},
      {"expert-dispatch", texts_of(model::kDispatcherNames)},
      {"expert-overlap", {"on"}},
      {"family-member", {"other"}},
      {"flop-convention", {"megatron_causal", "non_causal", "palm", "unknown"}},
      {"framework", {}},
      {"frozen-weights", texts_of(model::kFrozenWeightsNames)},
      {"gradient-overlap", {"off"}},
      {"loss-chunks", {"2", "4", "8", "16", "32", "64"}},
      {"memory-optimizer", texts_of(model::kOptimizerNames, {"unmodelled"})},
      {"memory-rank", {"last"}},
      {"memory-reading", texts_of(model::kMemoryReadingNames)},
      {"mlp", {"gated", "plain"}},
      {"multi-token-prediction", {"off"}},
      {"optimizer", texts_of(model::kOptimizerNames)},
      {"other-training", {}},
      {"packed-documents", {}},
      {"parameter-overlap", {"off"}},
      {"precision", texts_of(model::kPrecisionNames)},
      {"recompute", {"full", "none", "per_operation", "selective"}},
      {"remat-policy",
       {"custom", "minimal", "minimal_with_context", "save_dot_except_mlp", "save_dot_with_context_except_mlp",
        "save_out_proj", "save_qkv_proj"}},
      {"routing", {"balanced"}},
      {"scaling-recipe", texts_of(model::kScalingRecipeNames, {"usual"})},
      {"schedule", texts_of(model::kPipelineScheduleNames)},
      {"sequence-parallel", {"off", "on"}},
      {"sharding", texts_of(model::kZeroStageNames)},
      {"tensor-overlap", {"off"}},
      {"unmodelled", {}},
      {"unmodelled-model", {}},
      {"unmodelled-time", {}},
      {"weight-storage", {"compute_copy_only", "with_fp32"}},
  };
  return kQuestions;
}

Reading read_reading(const json& item, const std::string& where, Issues& issues) {
  text::ObjectReader reader(item, where, issues);
  Reading reading;
  reading.name = read_envelope(reader);
  const auto question = std::ranges::find(reading_questions(), reading.name, &ReadingQuestion::name);
  const bool known = question != reading_questions().end();
  if (!known && !reading.name.empty()) {
    std::vector<std::string> names;
    for (const ReadingQuestion& each : reading_questions()) names.emplace_back(each.name);
    reader.report("name", fmt::format("\"{}\" is nothing that rows are asked; it is one of {}{}", reading.name,
                                      fmt::join(names, ", "), did_you_mean(reading.name, names)));
  }
  reader.require("rules");
  reader.each("rules", [&](const json& rule, const std::string& at) {
    reading.rules.push_back(read_rule(rule, at, known ? &*question : nullptr, issues));
  });
  reader.refuse_unknown_keys();
  return reading;
}

ReportReadings::ReportReadings(const Documents& documents) {
  for (const ReadingQuestion& question : reading_questions())
    readings_.emplace(question.name, load_item(documents, documents.item("readings", question.name), read_reading));
}

const WordRule* ReportReadings::rule(std::string_view question, const ReportTexts& texts) const {
  const auto reading = readings_.find(question);
  assert(reading != readings_.end());
  if (reading == readings_.end()) return nullptr;
  const auto& rules = reading->second.rules;
  const auto found = std::ranges::find_if(rules, [&](const WordRule& rule) { return rule.holds(texts); });
  return found == rules.end() ? nullptr : &*found;
}

}  // namespace fmplan::catalog
