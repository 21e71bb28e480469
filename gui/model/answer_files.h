#pragma once

#include <functional>
#include <string>
#include <vector>

#include <QString>
#include <QStringList>

#include "core/catalog/catalog.h"
#include "gui/model/answer_engine.h"
#include "gui/model/programme_engine.h"

namespace fmplan::gui {

/// A file that an answer can be written as.
struct AnswerFile {
  QString title;   ///< as a menu calls it
  QString ending;  ///< ".xlsx"
  /// The bytes; what to know of them is added to `warnings`.  @throws InputError where it cannot be made.
  std::function<std::string(QStringList& warnings)> make;
};

/// What `fmplan export` and `fmplan programme -o` write of a programme.  They keep `result` and refer to `catalog`.
std::vector<AnswerFile> filesOf(const ProgrammeResultPtr& result, const catalog::Catalog& catalog);

/// What `fmplan export xlsx` and `fmplan plan -o` write of a run.  They keep `answer`.
std::vector<AnswerFile> filesOf(const PlanAnswerPtr& answer);

}  // namespace fmplan::gui
