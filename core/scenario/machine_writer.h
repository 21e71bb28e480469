#pragma once

#include "core/catalog/catalog.h"
#include "core/hardware/cluster.h"
#include "core/hardware/storage.h"
#include "core/text/json_writer.h"

namespace fmplan::scenario {

/// What a scenario writes of a machine: its name where the catalogue has it as it is here, else an object of all its
/// values.  Paces are no part of it: reading applies them.  What no object can say, as a link that is no network of the
/// catalogue, reads back otherwise.
text::Json instance_document(const hardware::Instance& instance, const catalog::Catalog& catalog);

/// The same of a storage; capacity and prefixes stand beside it where it is named.
text::Json storage_document(const hardware::Storage& storage, const catalog::Catalog& catalog);

}  // namespace fmplan::scenario
