#pragma once

#include "core/base/quantity.h"

namespace fmplan::hardware {

/// Energy of `accelerator_hours` at `power` each, with the site's overhead: E = hours · P · PUE.  Counts the
/// accelerators at the power given (model cards take the TDP); hosts, network and storage are neglected.
inline Joules accelerator_energy(double accelerator_hours, Watts power, double pue) {
  return accelerator_hours * hour * power * pue;
}

/// Energy of whole machines, with the site's overhead: E = (working + waiting · share) · P · PUE for `working` machine-
/// hours at `power` and `waiting` ones, of spares too, at a share of it.  Switches of the network and storage beside
/// the machines are neglected.
inline Joules machine_energy(double working_hours, double waiting_hours, Watts power, double waiting_share,
                             double pue) {
  return (working_hours + waiting_hours * waiting_share) * hour * power * pue;
}

/// CO₂ equivalent in kg, location-based: energy · intensity of the grid.
inline double carbon_kg(Joules energy, double grid_kg_per_kwh) { return energy / kilowatt_hour * grid_kg_per_kwh; }

}  // namespace fmplan::hardware
