#pragma once

/// @file
/// The questions that can be asked over HTTP and by agents: for each its fields, and what answers it.  Readers, the
/// schemas that are published, and the tools of `fmplan mcp` come from this one table.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/catalog/catalog.h"
#include "core/text/json_writer.h"

namespace fmplan::api {

/// What a field of a question holds.
enum class FieldKind {
  kScenario,   ///< an object, as docs/scenario_format.md describes it
  kProgramme,  ///< an object, as docs/programme_format.md describes it
  kDocument,   ///< a scenario or a programme
  kAnswer,     ///< an answer that was saved, which is an object
  kSides,      ///< scenarios, programmes, or answers that were saved
  kText,       ///< as after an option: text, a number or true and false
  kTexts,      ///< a list of these, or one
  kFlag,       ///< true or false
  kCount,      ///< a whole number from 0 on
  kNumber,     ///< any number
  kSets,       ///< {path: value}, as --set
  kVariants,   ///< a list of these
};

struct QuestionField {
  std::string_view name;
  FieldKind kind = FieldKind::kText;
  std::string_view description;
  bool required = false;
};

/// A question as it came: every value at the name of its field, those that were not given absent.
class Asked {
 public:
  /// @throws InputError with every problem: a field that there is not, with the nearest; a value of the wrong kind; a
  /// required field that is missing.  Places are pointers into `body`.
  Asked(const nlohmann::json& body, std::span<const QuestionField> fields);

  bool has(std::string_view name) const { return find(name) != nullptr; }
  /// The object of a field that is one.  @pre it was required or has(name)
  const nlohmann::json& document(std::string_view name) const;
  std::vector<nlohmann::json> documents(std::string_view name) const;
  /// Empty where it was not given.
  std::string text(std::string_view name) const;
  /// Sets `text` where it was given, else leaves what is usual there.
  void take(std::string_view name, std::string& text) const;
  std::vector<std::string> texts(std::string_view name) const;
  bool flag(std::string_view name) const;
  std::uint64_t count_or(std::string_view name, std::uint64_t otherwise) const;
  double number_or(std::string_view name, double otherwise) const;
  /// "path=value" of each, as after --set; texts are texts, whatever they look like.
  std::vector<std::string> sets(std::string_view name) const;
  /// The same where a text may hold a list of values: 4,8 or 32..128:8.
  std::vector<std::string> lists(std::string_view name) const;
  /// Variants as `--with` has them: "path=value; path=value".
  std::vector<std::string> variants(std::string_view name) const;

  /// The question in one line, its keys sorted: the same for questions that ask the same.
  std::string canonical() const { return body_.dump(); }

 private:
  const nlohmann::json* find(std::string_view name) const;

  nlohmann::json body_;
};

/// What a question is answered with.
struct AnswerContext {
  const catalog::Catalog& catalog;
  int threads = 1;
  Watch watch{};
  std::function<void(std::string)> row{};  ///< given each row of a sweep as it is done, as a line of JSON; may be empty
  /// Given the answer in each form that it has beside JSON, by its name: "csv", in the command line's bytes; may be
  /// empty.  What rows are made of (a sweep's "csv") is none of them.
  std::function<void(std::string_view name, std::string bytes)> form{};
};

/// One bound of `fail_if`.
struct GateResult {
  std::string condition;
  bool exceeded = false;
  std::string told{};  ///< what stderr would say; empty: it holds
};

/// An answer, in the bytes that the command line prints with `--format json`, without the line break at its end.
struct QuestionAnswer {
  std::string json{};
  std::vector<GateResult> gates{};  ///< of `fail_if`, in its order
  bool can_run = true;              ///< exit code 0 rather than 3
  bool stopped = false;             ///< by its watch: a part of the answer
};

struct QuestionKind {
  std::string_view name;     ///< "plan", of the path and of the command
  std::string_view summary;  ///< one line
  std::span<const QuestionField> fields;
  std::string_view body;                         ///< the field that the whole body may be instead; empty: none
  std::vector<std::string_view> answer_schemas;  ///< of docs/schema; one of them
  QuestionAnswer (*answer)(const Asked& asked, const AnswerContext& context);
  /// Seconds that one thread will take at about, with the question read whole, so that what is wrong with it is said
  /// before it becomes a job; none: always next to nothing.
  double (*work_s)(const Asked& asked, const AnswerContext& context) = nullptr;
};

/// All of them, by name.
std::span<const QuestionKind> question_kinds();
/// nullptr if there is none of this name.
const QuestionKind* question_kind(std::string_view name);

/// Reads a body that is the question, or what its QuestionKind::body names alone.  @throws InputError
Asked read_question(const QuestionKind& kind, const nlohmann::json& body);

/// Issues of QuestionKind::answer with pointers into the body that came: of the option "--fail-if" it is "/fail_if",
/// and of "/cluster/nodse" in a scenario "/set/cluster.nodse" if that was set, else "/scenario/cluster/nodse", or in a
/// body that is the scenario itself what it was.  "#/sides/1/model" is one already.
Issues in_body(const Issues& issues, const QuestionKind& kind, const nlohmann::json& body);

}  // namespace fmplan::api
