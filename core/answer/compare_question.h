#pragma once

/// @file
/// What every face asks a comparison: documents, and variants of the first of them.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/answer/compare_side.h"
#include "core/base/issue.h"
#include "core/catalog/catalog.h"

namespace fmplan::answer {

/// A scenario, a programme or a saved answer, and what messages call it.
struct CompareDocument {
  nlohmann::json document;
  std::string name;
  std::optional<std::filesystem::path> folder{};  ///< of the files that it names; none: it may name none
};

struct CompareQuestion {
  std::vector<CompareDocument> documents;
  std::vector<std::string> sets;      ///< PATH=VALUE, in every document that is no answer
  std::vector<std::string> variants;  ///< of the first document: "cluster.nodes=128; price.kind=spot"
};

/// Where a side comes from: a document, or one of the variants of the first.
struct SideOrigin {
  std::size_t document = 0;
  std::optional<std::size_t> variant{};
};

/// A problem of a side, put where the face that asks has what is wrong.
using PlaceIssue = std::function<Issue(Issue issue, const SideOrigin& origin)>;

/// Calls `make` for the first document, its variants and the other documents, in this order; no variant of a document
/// with problems of its own.  @throws InputError with the problems of all, each told once.
void for_each_side(const CompareQuestion& question, const PlaceIssue& placed,
                   const std::function<void(const SideOrigin& origin)>& make);

/// The sides of scenarios and answers, whose names tell them apart, planned in so many threads.  A variant keeps the
/// failures of the first document's nodes.
/// @throws InputError with the problems of all, or at the first variant where the first document is an answer, or of
/// `sets` where all are.
/// @pre there is a document
std::vector<Compared> compared_sides(const CompareQuestion& question, const catalog::Catalog& catalog, int threads,
                                     const PlaceIssue& placed);

}  // namespace fmplan::answer
