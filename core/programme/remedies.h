#pragma once

/// @file
/// What would bring a project that is at risk home: changes to the programme, each planned again.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/base/names.h"
#include "core/catalog/catalog.h"
#include "core/plan/placement/node_worth.h"
#include "core/programme/study_programme.h"

namespace fmplan::programme {

enum class RemedyKind {
  kMoreNodes,
  kEarlierStart,
  kEarlierDelivery,
  kOtherPool,
  kSpares,
  kFewerTokens,
  kOthersSlack,
  kLargerPool
};
inline constexpr auto kRemedyNames = names<RemedyKind>({{"more_nodes", RemedyKind::kMoreNodes},
                                                        {"earlier_start", RemedyKind::kEarlierStart},
                                                        {"earlier_delivery", RemedyKind::kEarlierDelivery},
                                                        {"other_pool", RemedyKind::kOtherPool},
                                                        {"spares", RemedyKind::kSpares},
                                                        {"fewer_tokens", RemedyKind::kFewerTokens},
                                                        {"others_slack", RemedyKind::kOthersSlack},
                                                        {"larger_pool", RemedyKind::kLargerPool}});

/// A change that works: with it the project keeps its deadline (or is placed) with the programme's confidence.
struct Remedy {
  RemedyKind kind = RemedyKind::kMoreNodes;
  int project = 0;
  std::string text;                 ///< "on 16 nodes instead of 12"
  std::string set;                  ///< as --set takes it
  std::optional<double> on_time{};  ///< chance; none: the project has no deadline
  double finish_p50_day = 0;
  std::optional<double> more_dollars{};                  ///< for the pools; none: a price is unknown
  std::optional<double> more_dollars_of_organisation{};  ///< for the nodes that are its own then
  std::vector<std::string> puts_at_risk{};               ///< projects that were not
};

/// A programme as a document, and where files that it names lie.
struct ProgrammeDocument {
  nlohmann::json document;
  std::optional<std::filesystem::path> folder{};
};

/// Whether remedies are looked for: it is at risk, and not by a queue that grows without end, which says itself how
/// many nodes it lacks.
bool may_be_helped(const Study& study, std::size_t project);

/// For every project that may be helped the smallest change of each kind that works and puts no more weight at risk, or
/// out of its place, than it brings home: those that put none there first, then cheapest for the pools, then for its
/// organisation.  Each is planned again as the whole programme without a proof, with the options' trials, and if it
/// works by those with the study's.
std::vector<Remedy> remedies(const ProgrammeDocument& asked, const Study& study, const catalog::Catalog& catalog,
                             const StudyOptions& options, const Watch& watch = {});

/// One more node of each pool in each week (plan::worth_of_nodes()).
std::vector<plan::NodeWorth> worth_of_nodes(const Study& study, const StudyOptions& options, const Watch& watch = {});

}  // namespace fmplan::programme
