#pragma once

#include <map>
#include <string>

#include <QStringList>

#include "core/catalog/catalog.h"
#include "core/plan/report.h"
#include "gui/model/told_answer.h"

namespace fmplan::gui {

/// Fields of a question about a network, by what they are called: "instance", "nodes", "collective", "fabric",
/// "oversubscription".
using NetworkFields = std::map<std::string, std::string>;

/// What `fmplan network INSTANCE --nodes N --expect` and `--show` answer: bus bandwidths over size with what was
/// measured, and the levels of the network with its drawing.
ToldAnswer networked(const NetworkFields& fields, const catalog::Catalog& catalog);

/// Machine and nodes of a plan.
NetworkFields networkFieldsOf(const plan::Report& report);

/// What nccl-tests time.
QStringList collectiveNames();

}  // namespace fmplan::gui
