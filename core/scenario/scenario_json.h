#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/catalog/catalog.h"
#include "core/plan/scenario.h"

namespace fmplan::scenario {

/// Replaces the value at `path` of a document: "cluster.nodes" or "/cluster/nodes"; list elements by number.
/// `text` is read as JSON where it is JSON (128, true, "auto", [1]), else taken as text ("15T").  Objects missing on
/// the way are made, and "auto" gives way to one.  @throws InputError if a step of the path is empty, is no element of
/// a list, or leads into something that is neither object nor list.
void set_value(nlohmann::json& document, const std::string& path, const std::string& text);
/// set_value of "PATH=VALUE".  @throws InputError without "=".
void set_value(nlohmann::json& document, const std::string& assignment);

/// Says beside a rate of failures in words of how many nodes and of what nodes it is, where the scenario does not: of
/// its own.  To be called before a scenario is varied, so that more nodes, or larger ones, fail more often.
void state_nodes_of_failures(nlohmann::json& document, const catalog::Catalog& catalog);
/// The same of nodes with so many accelerators; 0: not known.
void state_nodes_of_failures(nlohmann::json& document, int accelerators_per_node);
/// To be called before numbers of nodes are tried.  @throws InputError, as reading the scenario does, for a mean time
/// between failures of a job of which neither it nor "cluster.nodes" says of how many nodes it is: each number would
/// fail as often as any other.
void require_nodes_of_failures(const nlohmann::json& document);
/// Whether every phase has "nodes" of its own, so that "cluster.nodes" is the number of none.
bool phases_state_nodes(const nlohmann::json& document);
/// Whether a path leads to the number of nodes, or to what they are.
bool changes_nodes(std::string_view path);
/// @throws InputError where one of the assignments, "PATH=VALUE", says how often a job fails and not of how many nodes,
/// or of what nodes, and these are what the paths in `changed` lead to: they may be those of before or of after.
void check_failures_of_changed_nodes(std::span<const std::string> assignments, std::span<const std::string> changed);
/// set_value() of each, with failures as they are of the nodes before (state_nodes_of_failures()) where they change.
/// @throws InputError also as check_failures_of_changed_nodes() does.
void set_values(nlohmann::json& document, std::span<const std::string> assignments, const catalog::Catalog& catalog);

/// Reads a scenario (version 1) and resolves its names: files, which are a model's and an anchor's alone, relative to
/// `folder`, the rest in the catalogue.  Without a folder a file that is named is refused, unopened: a scenario that
/// came over a network is none to read files by.  What is left open is filled by rules and listed in
/// Scenario::assumptions.
/// @throws InputError with every problem found: fields, names, and what check_scenario() finds among what could be
/// read.
plan::Scenario read_scenario(const nlohmann::json& document, const catalog::Catalog& catalog,
                             const std::optional<std::filesystem::path>& folder);

/// A model given by catalogue name, by the path of a Hugging Face config.json or of a model item (see read_scenario()),
/// or inline.
model::Transformer resolve_model(const nlohmann::json& value, const std::string& where, const catalog::Catalog& catalog,
                                 const std::optional<std::filesystem::path>& folder, Issues& issues);

}  // namespace fmplan::scenario
