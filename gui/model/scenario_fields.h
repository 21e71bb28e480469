#pragma once

#include <string>
#include <vector>

#include <QString>
#include <QStringList>

#include "core/catalog/catalog.h"

namespace fmplan::gui {

/// A value of a scenario or a programme that a form edits.  All but its label comes from the table that the reader
/// works by.
struct ScenarioField {
  std::string path;       ///< "cluster.nodes", as `--set` takes it
  QString label;          ///< with its unit where the value has one that is not written
  QString about{};        ///< what it is, what may be written, and what it has where it is left out
  QString example{};      ///< of a value; empty: a choice shows what there is
  QStringList choices{};  ///< to choose from; other texts may be typed
};

/// What a run is of, in the order of the form: model, training, machine, price, days.
std::vector<ScenarioField> runFields(const catalog::Catalog& catalog);
/// The parallel plan by hand.
std::vector<ScenarioField> parallelFields();

/// What a programme has beside its tables.
std::vector<ScenarioField> programmeFields();

/// What forms of a scenario or a programme call the value at `path`; empty: none has it.
QString fieldLabel(const std::string& path);

/// Regions in which a price of the machine is known.
QStringList regionsOf(const std::string& instance, const catalog::Catalog& catalog);

}  // namespace fmplan::gui
