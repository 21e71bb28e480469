#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/catalog/catalog.h"
#include "core/export/exported_file.h"
#include "core/programme/programme_answer.h"

namespace fmplan::exports {

/// A kind of file: what it is called, and how a programme's answer becomes one.
struct ExportKind {
  std::string_view name;        ///< "focus"
  std::string_view ending;      ///< ".csv"
  std::string_view media_type;  ///< "text/csv; charset=utf-8"
  bool is_text = true;          ///< something to print
  std::string_view description{};
  /// @param first_month  of a budget (aws_budget_file()); empty: the programme's
  ExportedFile (*make)(const programme::ProgrammeAnswer& answer, const catalog::Catalog& catalog,
                       const std::string& first_month) = nullptr;
};

/// focus, xlsx, aws-budgets, ics.
std::span<const ExportKind> export_kinds();

}  // namespace fmplan::exports
