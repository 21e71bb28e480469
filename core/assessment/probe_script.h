#pragma once

#include <string>
#include <vector>

#include "core/answer/document.h"
#include "core/evidence/probe_result.h"
#include "core/hardware/cluster.h"
#include "core/model/transformer.h"

namespace fmplan::catalog {
class Catalog;
}

namespace fmplan::assessment {

/// What is to be measured, and where.
struct ProbeQuestion {
  std::string instance;  ///< of the catalogue
  std::string model;     ///< of the catalogue or a file; empty: a ladder of shapes alone
};

/// Matrix products (the model's at the tensor-parallel degrees 1 and all of a machine, and a ladder), grouped products
/// of a mixture's experts, a product without pause, attention, copies, and collectives inside a machine and across two.
std::vector<evidence::ProbeTask> probe_tasks(const hardware::Instance& instance, const model::Transformer* model);

/// The script, whole: bash and Python, for bash and PyTorch on the machine.
struct ProbeScript {
  std::string text;
  answer::Document document;  ///< what it will measure
};

/// @throws InputError where the instance or the model is not known, or PyTorch does not run on the instance as on CUDA
/// or ROCm: Trainium, TPU, Gaudi.
ProbeScript probe_script(const ProbeQuestion& question, const catalog::Catalog& catalog);

}  // namespace fmplan::assessment
