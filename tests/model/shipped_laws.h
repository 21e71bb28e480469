#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/model/scaling_law.h"
#include "tests/source_dir.h"

namespace fmplan::model {

/// The laws of the shipped catalogues.
inline const std::vector<ScalingLaw>& scaling_laws() {
  static const catalog::Catalog catalog({source_dir() + "/catalogs"});
  return catalog.scaling_laws();
}

inline const ScalingLaw& scaling_law(const std::string& name) {
  for (const ScalingLaw& law : scaling_laws())
    if (law.name == name) return law;
  throw std::invalid_argument(name);
}

}  // namespace fmplan::model
