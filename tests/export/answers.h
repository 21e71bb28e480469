#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/programme/programme_answer.h"
#include "core/programme/question.h"
#include "core/programme/study_programme.h"
#include "tests/source_dir.h"

namespace fmplan::exports {

inline const std::filesystem::path kRoot = source_dir();

inline const catalog::Catalog& items() {
  static const catalog::Catalog kItems({kRoot / "catalogs"});
  return kItems;
}

/// What is answered about a bundled programme, changed by `sets`, in few trials.
inline programme::ProgrammeAnswer answer_of(const std::string& name, const std::vector<std::string>& sets = {}) {
  constexpr int kTrials = 20;
  const programme::ProgrammeQuestion question =
      programme::programme_question({.file = (kRoot / "programmes" / name).string(), .sets = sets}, items());
  return {.study = programme::study_programme(question.programme, items(), {.trials = kTrials, .prove = false}),
          .asked = question.asked.document,
          .catalog_version = items().version(),
          .trials = kTrials};
}

inline const std::vector<std::string>& bundled_programmes() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(kRoot / "programmes"))
      if (entry.path().extension() == ".json") names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }();
  return kNames;
}

/// 149.37 yen for a dollar: no amount in cents stays one.
inline const std::string kYen =
    R"(currency={"code": "JPY", "per_dollar": 149.37, "on": "2026-02-01", "source": "a test"})";

}  // namespace fmplan::exports
