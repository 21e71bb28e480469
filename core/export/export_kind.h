#pragma once

#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/catalog/catalog.h"
#include "core/export/exported_file.h"
#include "core/export/focus.h"
#include "core/programme/programme_answer.h"

namespace fmplan::exports {

/// What is asked of a file beside the programme.
struct ExportOptions {
  std::string first_month{};                          ///< of a budget (aws_budget_file()); empty: the programme's
  std::string focus_version{kFocusVersions.front()};  ///< one of kFocusVersions
};

/// A kind of file: what it is called, and how an answer becomes one.
struct ExportKind {
  std::string_view name;        ///< "focus"
  std::string_view ending;      ///< ".csv"
  std::string_view media_type;  ///< "text/csv; charset=utf-8"
  bool is_text = true;          ///< something to print
  std::string_view description{};
  std::string_view examples{};  ///< commands that write one, a line each
  /// @throws InputError for options that such a file cannot be made with
  ExportedFile (*make)(const programme::ProgrammeAnswer& answer, const catalog::Catalog& catalog,
                       const ExportOptions& options) = nullptr;
  /// Of what plan or sweep answers in JSON, as answer_xlsx() has it; null: programmes alone have what such a file
  /// holds.
  ExportedFile (*make_of_answer)(const nlohmann::json& answer, const std::string& place) = nullptr;
};

/// focus, xlsx, aws-budgets, vantage, ics.
std::span<const ExportKind> export_kinds();

}  // namespace fmplan::exports
