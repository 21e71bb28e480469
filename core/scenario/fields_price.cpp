// The fields of what a run costs.

#include "core/scenario/fields.h"

namespace fmplan::scenario::fields {
namespace {

using text::Dimension;
using text::Field;
using text::FieldTable;
using enum text::FieldKind;

constexpr std::string_view kPriceKinds[] = {"on_demand", "capacity_block", "reserved_1y", "reserved_3y",
                                            "spot",      "spot_min",       "spot_max"};

constexpr Field kPriceFields[] = {
    {.key = "region",
     .kind = kText,
     .about = "A region of the catalogue.",
     .rule = "us-east-1; eastus on Azure, us-central1 on GCP, * (any) at smaller clouds; where unsold there, the "
             "cheapest region"},
    {.key = "kind",
     .kind = kChoice,
     .about = "Way of buying; spot needs run.hazards.preemption.",
     .otherwise = "on_demand",
     .names = kPriceKinds},
    {.key = "on",
     .kind = kDay,
     .about = "The day of the price list, which then holds throughout; the first day: by the day.",
     .rule = "run.start",
     .nullable = true},
    {.key = "per_node_hour",
     .kind = kQuantity,
     .about = "The user's own price; replaces the catalogue's.",
     .rule = "none",
     .nullable = true,
     .dimension = Dimension::kMoneyRate}};

constexpr Field kPowerFields[] = {{.key = "pue",
                                   .kind = kNumber,
                                   .about = "Power usage effectiveness.",
                                   .rule = "the provider's where published, else 1",
                                   .nullable = true,
                                   .minimum = 1,
                                   .maximum = 3},
                                  {.key = "grid",
                                   .kind = kReference,
                                   .about = "A grid of the catalogue: region, country or model card.",
                                   .rule = "that of price.region where that, or the provider, is stated; else unknown",
                                   .nullable = true,
                                   .catalog = "grid"},
                                  {.key = "grid_kg_per_kwh",
                                   .kind = kNumber,
                                   .about = "Carbon of the grid in kg CO₂eq per kWh; not beside grid.",
                                   .rule = "the grid's",
                                   .nullable = true,
                                   .minimum = 0,
                                   .maximum = 3},
                                  {.key = "node",
                                   .kind = kQuantity,
                                   .about = "Of a machine at work, all its parts.",
                                   .rule = "as measured of the accelerator's machines, else in proportion to HGX H100",
                                   .nullable = true,
                                   .dimension = Dimension::kPower},
                                  {.key = "waiting",
                                   .kind = kShare,
                                   .about = "Share of that while a machine waits or stands by.",
                                   .rule = "likewise",
                                   .nullable = true,
                                   .maximum = 1}};

}  // namespace

constinit const FieldTable kPrice{.name = "price", .about = "What a node costs.", .fields = kPriceFields};
constinit const FieldTable kPower{.name = "power", .about = "Energy and carbon.", .fields = kPowerFields};

}  // namespace fmplan::scenario::fields
