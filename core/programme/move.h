#pragma once

/// @file
/// A project of an answered programme moved by hand: what it would take there, which rules that would break, and the
/// document that asks for it.

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/date.h"
#include "core/programme/study.h"

namespace fmplan::programme {

struct Move {
  int project = 0;                 ///< in the order of the file
  int phase = 0;                   ///< whose nodes are meant
  std::optional<int> start_day{};  ///< since the programme's start; none: where it is
  std::optional<int> nodes{};      ///< none: as many as it has
};

/// A phase where it would be, by its median days.
struct MovedPhase {
  int phase = 0, pool = 0, nodes = 0;
  double start_day = 0, end_day = 0;
  std::vector<int> pauses{};  ///< days on which it stands still for maintenance, and needs no nodes
};

struct MovePreview {
  std::vector<MovedPhase> phases{};   ///< empty: it cannot be so
  std::vector<std::string> broken{};  ///< rules, in words with days and numbers; empty: none
};

/// The day nearest to `day` that a project can be asked to start on: of the policy's grid, inside the programme.
int snapped_day(const scenario::Programme& programme, double day);

/// Numbers of nodes that a phase can have on its pool, and those refused, ascending.
std::vector<int> widths_of(const Study& study, int project, int phase);
/// The possible number of nodes with which a phase that starts on a day ends nearest to another one, by its median.
std::optional<int> width_ending_at(const Study& study, int project, int phase, double end_day);

/// What the project would take, and what stands against it: nodes that are not there or that others have, deadline,
/// programme's end, projects that it comes after or that come after it, numbers of nodes that are refused.  Under a
/// policy other than planned the queue decides who has the nodes, so that only more than the pool has counts.
/// @pre the project is placed
MovePreview preview_move(const Study& study, const Move& move);

/// The document with `earliest` and `nodes` of the project as moved; nodes of the phase where it states its own.
/// As it is where another project stands in that place by now.
nlohmann::json moved_document(nlohmann::json document, const Study& study, const Move& move);

/// Why a project starts later than on a day that it was moved to, in words; empty: it does not.
std::string why_later(const Study& study, int project, int wanted_day);

}  // namespace fmplan::programme
