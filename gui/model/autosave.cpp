#include "gui/model/autosave.h"

#include <algorithm>
#include <exception>
#include <span>
#include <system_error>
#include <utility>

#include "gui/model/plan_file.h"
#include "gui/model/texts.h"

namespace fmplan::gui {
namespace {

/// Milliseconds from a change to its writing, chosen: a quarter of what may be lost at most, and keys typed after each
/// other are written once.
constexpr int kDelay = 250;

document::Version versionOf(const DocumentState& state, const std::string& original) {
  return {.label = state.label,
          .time = state.time,
          .text = state.json ? textOf(original, *state.json) : *state.text,
          .questions = state.questions};
}

std::vector<document::Version> versionsOf(const DocumentHistory& history, std::size_t from) {
  std::vector<document::Version> versions;
  for (std::size_t i = from; i < history.states.size(); ++i)
    versions.push_back(versionOf(*history.states[i], *history.original));
  return versions;
}

}  // namespace

document::StoredDocument storedDocument(const DocumentHistory& history) {
  std::vector<document::KeptAnswer> answers;
  for (const auto& answer : history.answers) answers.push_back(*answer);
  return {.kind = history.kind,
          .source = history.source,
          .original = *history.original,
          .versions = versionsOf(history, 0),
          .shown = static_cast<std::int64_t>(history.shown),
          .answers = std::move(answers)};
}

/// The file, and what was written into it.  One thread at a time: the pool's, or this object's while that is idle.
struct Autosave::Writer {
  std::filesystem::path path{};
  std::unique_ptr<document::PlanStore> store{};
  std::vector<DocumentStatePtr> written{};
  std::vector<std::shared_ptr<const document::KeptAnswer>> answers{};  ///< that are written
  std::size_t shown = 0;
  std::int64_t first = 0;  ///< number of the first state

  /// What went wrong; empty: nothing.
  QString write(const DocumentHistory& history) {
    try {
      if (store) {
        writeChanges(history);
      } else {
        std::error_code ignored;  // making the file says why it cannot be
        std::filesystem::create_directories(path.parent_path(), ignored);
        store = std::make_unique<document::PlanStore>(document::PlanStore::make(path, storedDocument(history)));
      }
      written = history.states;
      shown = history.shown;
      answers = history.answers;
      return {};
    } catch (const std::exception& error) {
      return QString::fromUtf8(error.what());
    }
  }

  void writeChanges(const DocumentHistory& history) {
    if (history.states != written || history.shown != shown) writeStates(history);
    for (const auto& answer : history.answers)
      if (std::ranges::find(answers, answer) == answers.end()) store->keep(*answer);
  }

  void writeStates(const DocumentHistory& history) {
    const auto same = std::ranges::mismatch(written, history.states);
    const document::PlanStore::Kept kept = store->kept();
    const auto number = first + static_cast<std::int64_t>(history.shown);
    std::int64_t from = std::min(first + (same.in1 - written.begin()), kept.last + 1);
    // Back to where the file has forgotten it.
    if (number < kept.first) from = std::min(from, number);
    store->write(from, versionsOf(history, static_cast<std::size_t>(from - first)), number);
  }
};

Autosave::Autosave(std::function<DocumentHistory()> history, QObject* parent)
    : QObject(parent), history_(std::move(history)) {
  pool_.setMaxThreadCount(1);
  timer_.setSingleShot(true);
  timer_.setInterval(kDelay);
  connect(&timer_, &QTimer::timeout, this, &Autosave::begin);
}

Autosave::~Autosave() {
  blockSignals(true);  // who hears them may be half gone
  leave();
}

void Autosave::keepIn(std::unique_ptr<document::PlanStore> store, const DocumentHistory& history, std::int64_t first) {
  stop();
  writer_ = std::make_shared<Writer>();
  writer_->store = std::move(store);
  writer_->written = history.states;
  writer_->answers = history.answers;
  writer_->shown = history.shown;
  writer_->first = first;
  keeps_ = true;
}

void Autosave::keepIn(const std::filesystem::path& path) {
  stop();
  writer_ = std::make_shared<Writer>();
  writer_->path = path;
  keeps_ = true;
}

void Autosave::touch() {
  if (!keeps_) return;
  dirty_ = true;
  // Not begun anew by each key: nobody types for ever without it.
  if (!timer_.isActive() && !running_) timer_.start();
  Q_EMIT progressed();
}

void Autosave::touchAnswers() {
  if (!keeps_) return;
  has_answers_ = true;
  if (!timer_.isActive() && !running_) timer_.start();
}

void Autosave::begin() {
  if (!keeps_ || running_ || (!dirty_ && !has_answers_)) return;
  writes_changes_ = dirty_;
  dirty_ = has_answers_ = false;
  running_ = true;
  pool_.start([this, writer = writer_, round = round_, history = history_()] {
    const QString error = writer->write(history);
    QMetaObject::invokeMethod(
        this, [this, round, error] { finish(round, error); }, Qt::QueuedConnection);
  });
}

void Autosave::finish(quint64 round, const QString& error) {
  if (round != round_) return;
  running_ = false;
  // Answers that cannot be written are given again some day; of changes somebody is told.
  if (!error.isEmpty() && !writes_changes_) return Q_EMIT progressed();
  if (!error.isEmpty()) dirty_ = true;
  const bool tell = !error.isEmpty() && error_.isEmpty();
  error_ = error;
  // What failed is tried again with the next change; what was changed meanwhile, now.
  if ((dirty_ || has_answers_) && error.isEmpty()) timer_.start();
  Q_EMIT progressed();
  if (tell) Q_EMIT failed(error);
}

bool Autosave::flush() {
  if (!keeps_) return true;
  timer_.stop();
  pool_.waitForDone();
  if (!running_ && !dirty_ && !has_answers_) return true;
  // What the thread reports is no news any more; writing what it has written costs nothing.
  ++round_;
  writes_changes_ = dirty_ || (running_ && writes_changes_);
  running_ = true;
  dirty_ = has_answers_ = false;
  finish(round_, writer_->write(history_()));
  return error_.isEmpty();
}

void Autosave::stop() {
  timer_.stop();
  pool_.waitForDone();
  ++round_;
  keeps_ = dirty_ = running_ = has_answers_ = false;
  error_.clear();
  writer_.reset();
}

void Autosave::leave() {
  flush();
  stop();
}

void Autosave::remove() {
  timer_.stop();
  pool_.waitForDone();
  if (writer_ && writer_->store) document::PlanStore::remove(std::move(*writer_->store));
  stop();
}

}  // namespace fmplan::gui
