#pragma once

/// @file
/// Figures of a report explained: formulas with their numbers, two levels down.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/answer/explain_sources.h"
#include "core/answer/figure.h"
#include "core/text/json_writer.h"

namespace fmplan::answer {

/// Of formulas below the figure's own.
inline constexpr int kExplainedLevels = 2;

/// One figure of an explanation, with those that its formula names.
struct ExplainNode {
  std::string key;
  FigureUnit unit = FigureUnit::kNumber;
  std::string what{};
  std::optional<double> value{};
  std::optional<Range> interval_80{};
  std::string formula{};   ///< in names, or in words; empty: the figure is a fact
  std::string numbers{};   ///< of a formula that is computed
  std::string page{};      ///< of docs/models
  std::string rests_on{};  ///< as Explanation has it
  std::vector<ExplainNode> inputs{};
};

/// The figures that formulas and questions name, and what they are in one report, or in none.
class ExplainedReport {
 public:
  ExplainedReport() { read_keys(); }
  ExplainedReport(const ExplainOrigin& origin, const text::Json& json) : report_(&origin.report), json_(&json) {
    read_keys();
  }

  bool has_report() const { return report_ != nullptr; }
  /// Of a key, a term or a named figure.  Without a report 1: formulas then show all of their names.
  std::optional<double> value(const std::string& name) const;
  /// A term of the table that there is none of in this report.
  bool lacks(const std::string& name) const;
  /// What is directly below a group; a total is of the others.
  std::vector<std::string> below(const std::string& group) const;
  const std::vector<std::string>& keys() const { return order_; }
  /// Unit, words and, of figures that have one, the interval.
  ExplainNode described(const std::string& name) const;
  /// The keys that a word on the command line asks for.  @throws InputError with the nearest where there is none.
  std::vector<std::string> asked(const std::string& word) const;

 private:
  void read_keys();
  std::vector<std::string> explained_keys() const;

  const plan::Report* report_ = nullptr;
  const text::Json* json_ = nullptr;
  std::map<std::string, Figure> keys_;
  std::vector<std::string> order_;
};

/// A figure with its formula, and those that it names, `levels` down.
ExplainNode explained(const std::string& key, const ExplainedReport& figures, int levels);

/// The words between blanks.
std::vector<std::string> words_of(std::string_view text);

}  // namespace fmplan::answer
