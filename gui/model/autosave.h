#pragma once

/// @file
/// A document kept in a .fmplan file while it is changed, away from the window's thread.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <nlohmann/json.hpp>

#include "core/document/plan_store.h"

namespace fmplan::gui {

/// The document after a step of undo.  What came from a file is parsed when it is needed: a file may hold a thousand.
struct DocumentState {
  std::string label{};    ///< of the step; empty: there was none before it
  std::int64_t time = 0;  ///< seconds since 1970, UTC
  std::shared_ptr<const nlohmann::json> json{};
  std::shared_ptr<const std::string> text{};  ///< stands where there is no `json`
  std::string questions{};                    ///< JSON: what pages ask about it; empty: nothing
};
using DocumentStatePtr = std::shared_ptr<const DocumentState>;

/// What can be undone and redone, cheap to copy.
struct DocumentHistory {
  document::DocumentKind kind = document::DocumentKind::kScenario;
  std::string source{};
  std::shared_ptr<const std::string> original{};
  std::vector<DocumentStatePtr> states{};
  std::size_t shown = 0;
  std::vector<std::shared_ptr<const document::KeptAnswer>> answers{};
};

/// The history as a file holds it; numbers begin with 0.
document::StoredDocument storedDocument(const DocumentHistory& history);

/// Writes what has changed within a quarter of a second after a change, in a thread of its own.
class Autosave : public QObject {
  Q_OBJECT

 public:
  /// `history` is asked for in the thread of this object, and not while a change is under way.
  explicit Autosave(std::function<DocumentHistory()> history, QObject* parent = nullptr);
  /// What was changed is written before.
  ~Autosave() override;

  /// Keeps in a file that holds the states of `history` from its number `first` on, and its answers.
  void keepIn(std::unique_ptr<document::PlanStore> store, const DocumentHistory& history, std::int64_t first);
  /// Keeps in a file that is made at the first change.
  void keepIn(const std::filesystem::path& path);
  bool keeps() const { return keeps_; }

  /// Something was changed.
  void touch();
  /// There is another answer to keep, without which nobody's work is lost.
  void touchAnswers();
  /// Waits until everything is written.  False where it cannot be, and error() says why.
  bool flush();
  const QString& error() const { return error_; }
  /// Whether something is not written yet.
  bool pending() const { return dirty_ || (running_ && writes_changes_); }
  /// Ends, with everything written where that is possible.
  void leave();
  /// Ends, and removes the file.
  void remove();

 Q_SIGNALS:
  /// pending() may have become another.
  void progressed();
  /// Once, until it works again: what the file lacks, and why.
  void failed(const QString& why);

 private:
  struct Writer;

  void begin();
  void finish(quint64 round, const QString& error);
  void stop();

  std::function<DocumentHistory()> history_;
  QTimer timer_;
  bool keeps_ = false, dirty_ = false, running_ = false;
  bool has_answers_ = false;     ///< that are not written
  bool writes_changes_ = false;  ///< what runs writes more than answers
  QString error_;                ///< of the last writing; empty: it succeeded
  quint64 round_ = 0;            ///< what an earlier file's thread reports is dropped
  std::shared_ptr<Writer> writer_;
  QThreadPool pool_;  ///< last: it waits for what still runs
};

}  // namespace fmplan::gui
