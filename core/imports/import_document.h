#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/answer/document.h"
#include "core/evidence/collective_rows.h"
#include "core/evidence/training_log.h"
#include "core/model/transformer.h"

namespace fmplan::imports {

/// A model as an item of the catalogue.
answer::Document model_document(const model::Transformer& model, std::vector<std::string> notes = {});

/// Rows of nccl-tests in the columns of their CSV.
answer::Document collective_rows_document(const std::vector<evidence::CollectiveRow>& rows,
                                          std::vector<std::string> notes);

/// What supplies a column that a log does not state: an option's name.
using OptionOf = std::function<std::string(const std::string& column)>;
/// Measured rows from training logs; as CSV the rows alone, so that calibrate and validate read what was written.
answer::Document training_logs_document(const std::vector<evidence::TrainingLog>& logs, const OptionOf& option_of);

}  // namespace fmplan::imports
