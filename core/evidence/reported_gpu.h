#pragma once

/// @file
/// The catalogue's machine for a GPU as a measured row calls it.

#include <optional>
#include <string_view>
#include <variant>

#include "core/base/quantity.h"
#include "core/catalog/catalog.h"
#include "core/catalog/reported_machines.h"
#include "core/evidence/step_model.h"

namespace fmplan::evidence {

struct ReportedGpu {
  const catalog::ReportedMachine* machine = nullptr;  ///< of the catalogue that was asked
  bool without_memory = false;                        ///< the name states none
  std::optional<Bytes> other_memory;                  ///< the stated memory, where no item of the chip has it
};

/// Of the items of the chip (catalog::letters_of_chip()) the one with the stated memory; where none has it, or none is
/// stated, the one whose own name states none.  Refused: a name of no item or of two GPUs, and a PCIe or NVL card of a
/// chip that the catalogue knows otherwise.
std::variant<ReportedGpu, StepRefusal> reported_gpu(std::string_view gpu, const catalog::Catalog& catalog);

}  // namespace fmplan::evidence
