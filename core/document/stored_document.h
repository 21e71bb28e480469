#pragma once

/// @file
/// What a .fmplan file holds of a scenario or a programme: its versions, where among them it is, and what was answered.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/names.h"

namespace fmplan::document {

enum class DocumentKind { kScenario, kProgramme };
inline constexpr auto kDocumentKindNames =
    names<DocumentKind>({{"scenario", DocumentKind::kScenario}, {"programme", DocumentKind::kProgramme}});

/// Oldest versions go first, where there are more.  Chosen: a week's work, and a file that is opened in a tenth of a
/// second.
inline constexpr std::size_t kMostVersions = 1000;
inline constexpr std::size_t kMostVersionBytes = 16u << 20;

/// The same of answers.  Chosen: both kinds that a document has for its latest dozen of states; the bundled programme's
/// answer has 60 KB.
inline constexpr std::size_t kMostAnswers = 24;
inline constexpr std::size_t kMostAnswerBytes = 8u << 20;

/// A document after a step, and what undo calls the step.
struct Version {
  std::string label{};    ///< empty: there was none before it
  std::int64_t time = 0;  ///< seconds since 1970, UTC
  std::string text{};     ///< JSON, as files of scenarios and programmes have it
  /// JSON: what is asked about the document beside it, by who asks; empty: nothing.
  std::string questions{};

  friend bool operator==(const Version&, const Version&) = default;
};

/// An answer as it was told once.
struct KeptAnswer {
  std::string fingerprint{};  ///< of what was asked; of equal ones the latest alone is kept
  std::string asked{};        ///< JSON: the command, its options, the folder; the document is one of the versions
  std::string catalogue{};    ///< version of the catalogues that answered
  std::string program{};      ///< version of fmplan that answered
  std::int64_t time = 0;      ///< seconds since 1970, UTC
  std::string json{};         ///< as --format json prints it

  friend bool operator==(const KeptAnswer&, const KeptAnswer&) = default;
};

struct StoredDocument {
  DocumentKind kind = DocumentKind::kScenario;
  std::string source{};    ///< the file it was made of; empty: none
  std::string original{};  ///< that file's bytes; empty: made here
  /// In the order of undo, without holes; at least one.
  std::vector<Version> versions{};
  std::int64_t first = 0;  ///< number of the oldest one that is kept
  std::int64_t shown = 0;  ///< number of the one that is the document
  /// The oldest first.
  std::vector<KeptAnswer> answers{};

  const Version& shown_version() const { return versions.at(static_cast<std::size_t>(shown - first)); }
  friend bool operator==(const StoredDocument&, const StoredDocument&) = default;
};

}  // namespace fmplan::document
