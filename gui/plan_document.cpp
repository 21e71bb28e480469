#include "gui/plan_document.h"

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <QDateTime>
#include <QUndoCommand>
#include <QUuid>

#include "gui/model/texts.h"

namespace fmplan::gui {
namespace {

nlohmann::json jsonOf(const DocumentState& state) {
  return state.json ? *state.json : nlohmann::json::parse(*state.text);
}

std::string textOf(const nlohmann::json& questions) { return questions.empty() ? std::string() : questions.dump(); }

DocumentStatePtr stateOf(const nlohmann::json& document, const nlohmann::json& questions, const QString& what) {
  return std::make_shared<DocumentState>(DocumentState{.label = told(what),
                                                       .time = QDateTime::currentSecsSinceEpoch(),
                                                       .json = std::make_shared<const nlohmann::json>(document),
                                                       .questions = textOf(questions)});
}

DocumentStatePtr stateOf(document::Version version) {
  return std::make_shared<DocumentState>(
      DocumentState{.label = std::move(version.label),
                    .time = version.time,
                    .text = std::make_shared<const std::string>(std::move(version.text)),
                    .questions = std::move(version.questions)});
}

}  // namespace

/// A change.  The document is small, so it is kept whole.
class PlanDocument::Edit : public QUndoCommand {
 public:
  Edit(PlanDocument& of, std::string place, DocumentStatePtr before, DocumentStatePtr after)
      : QUndoCommand(shown(after->label)),
        of_(of),
        place_(std::move(place)),
        before_(std::move(before)),
        after_(std::move(after)) {}

  const DocumentStatePtr& before() const { return before_; }
  const DocumentStatePtr& after() const { return after_; }

  int id() const override { return 1; }
  void redo() override { of_.show(after_); }
  void undo() override { of_.show(before_); }
  bool mergeWith(const QUndoCommand* other) override {
    const auto* next = static_cast<const Edit*>(other);
    if (place_.empty() || next->place_ != place_) return false;
    after_ = next->after_;
    setObsolete(after_->questions == before_->questions && jsonOf(*after_) == jsonOf(*before_));
    return true;
  }

 private:
  PlanDocument& of_;
  std::string place_;
  DocumentStatePtr before_, after_;
};

PlanDocument::PlanDocument(QObject* parent)
    : QObject(parent),
      state_(stateOf(file_.document, file_.questions, {})),
      saved_(state_),
      autosave_([this] { return history(); }) {
  const auto tell = [this] { Q_EMIT modifiedChanged(isModified()); };
  connect(&undo_, &QUndoStack::cleanChanged, this, tell);
  connect(&autosave_, &Autosave::progressed, this, tell);
  connect(&autosave_, &Autosave::failed, this, &PlanDocument::notKept);
}

// The stack is emptied when most of what it tells of is gone.
PlanDocument::~PlanDocument() { undo_.disconnect(this); }

bool PlanDocument::isModified() const {
  return file_.format == PlanFile::Format::kFmplan ? autosave_.pending() : !saved_ || jsonOf(*saved_) != file_.document;
}

void PlanDocument::load(PlanFile file) { load(OpenedFile{.file = std::move(file)}); }

void PlanDocument::load(OpenedFile from) {
  leave();
  undo_.clear();
  file_ = std::move(from.file);
  state_ = stateOf(file_.document, file_.questions, {});
  answers_.clear();
  for (document::KeptAnswer& answer : from.answers)
    answers_.push_back(std::make_shared<const document::KeptAnswer>(std::move(answer)));
  if (from.store) {
    restore(std::move(from.versions), static_cast<std::size_t>(from.shown - from.first));
    autosave_.keepIn(std::move(from.store), history(), from.first);
  }
  saved_ = state_;
  Q_EMIT fileChanged();
  Q_EMIT questionsChanged();
  Q_EMIT changed();
  Q_EMIT modifiedChanged(isModified());
  Q_EMIT opened();
}

void PlanDocument::recover(OpenedFile opened) {
  opened.file.path.clear();
  opened.file.format = PlanFile::Format::kJson;
  load(std::move(opened));
  recovers_ = true;
  undo_.resetClean();
  saved_ = nullptr;
  Q_EMIT modifiedChanged(isModified());
}

/// A stack as it was, without anything being done.
void PlanDocument::restore(std::vector<document::Version> versions, std::size_t shown) {
  restoring_ = true;
  std::vector<DocumentStatePtr> states;
  for (document::Version& version : versions) states.push_back(stateOf(std::move(version)));
  for (std::size_t i = 1; i < states.size(); ++i) undo_.push(new Edit(*this, {}, states[i - 1], states[i]));
  undo_.setIndex(static_cast<int>(shown));
  undo_.setClean();
  state_ = states.at(shown);
  restoring_ = false;
}

DocumentHistory PlanDocument::history() const {
  const bool programme = file_.kind == PlanFile::Kind::kProgramme;
  DocumentHistory history{
      .kind = programme ? document::DocumentKind::kProgramme : document::DocumentKind::kScenario,
      .source = (file_.format == PlanFile::Format::kJson && !file_.path.empty() ? file_.path : file_.source).string(),
      .original = std::make_shared<const std::string>(file_.original),
      .shown = static_cast<std::size_t>(undo_.index()),
      .answers = answers_};
  for (int i = 0; i < undo_.count(); ++i) {
    const auto* edit = static_cast<const Edit*>(undo_.command(i));
    if (i == 0) history.states.push_back(edit->before());
    history.states.push_back(edit->after());
  }
  if (history.states.empty()) history.states.push_back(state_);
  return history;
}

bool PlanDocument::isAt(const std::filesystem::path& path) const {
  std::error_code error;
  return path == file_.path || std::filesystem::equivalent(path, file_.path, error);
}

void PlanDocument::save(const std::filesystem::path& path) {
  if (file_.format == PlanFile::Format::kFmplan && !isReadOnly() && isAt(path)) {
    if (!autosave_.flush()) throw std::runtime_error(told(autosave_.error()));
    return;
  }
  if (isFmplanName(path)) {
    const DocumentHistory whole = history();
    auto store = std::make_unique<document::PlanStore>(document::PlanStore::make(path, storedDocument(whole)));
    leave();
    file_.path = path;
    file_.format = PlanFile::Format::kFmplan;
    file_.locked = document::Locked::kNo;
    autosave_.keepIn(std::move(store), whole, 0);
  } else {
    writePlanFile(file_, path);
    leave();
  }
  undo_.setClean();
  saved_ = state_;
  Q_EMIT fileChanged();
  Q_EMIT modifiedChanged(isModified());
}

void PlanDocument::tellAgain() {
  Q_EMIT fileChanged();
  Q_EMIT questionsChanged();
  Q_EMIT changed();
  Q_EMIT modifiedChanged(isModified());
}

bool PlanDocument::flush() { return autosave_.flush(); }

void PlanDocument::leave() {
  if (std::exchange(recovers_, false)) {
    autosave_.remove();
  } else {
    autosave_.leave();
  }
}

void PlanDocument::setField(const std::string& path, const std::string& text, const QString& what) {
  change(withField(file_.document, path, text), what, path);
}

void PlanDocument::change(nlohmann::json after, const QString& what, const std::string& place) {
  if (after == file_.document) return;
  if (isReadOnly()) {
    // Fields show again what the document says.
    Q_EMIT changed();
    Q_EMIT refused();
    return;
  }
  undo_.push(new Edit(*this, place, state_, stateOf(after, file_.questions, what)));
}

void PlanDocument::keep(const KeptAnswerPtr& answer) {
  std::erase_if(answers_, [&](const KeptAnswerPtr& other) { return other->fingerprint == answer->fingerprint; });
  answers_.push_back(answer);
  if (answers_.size() > document::kMostAnswers) answers_.erase(answers_.begin());
  if (!isReadOnly()) autosave_.touchAnswers();
}

std::map<std::string, std::string> PlanDocument::question(const std::string& page) const {
  std::map<std::string, std::string> fields;
  if (const auto found = file_.questions.find(page); found != file_.questions.end() && found->is_object())
    for (const auto& field : found->items())
      if (field.value().is_string()) fields[field.key()] = field.value().get<std::string>();
  return fields;
}

void PlanDocument::ask(const std::string& page, const std::map<std::string, std::string>& fields, const QString& what,
                       const std::string& place) {
  nlohmann::json questions = file_.questions;
  questions[page] = fields;
  if (questions == file_.questions) return;
  if (isReadOnly()) {
    file_.questions = std::move(questions);
    return;
  }
  undo_.push(new Edit(*this, "question " + page + "/" + place, state_, stateOf(file_.document, questions, what)));
}

void PlanDocument::show(const DocumentStatePtr& state) {
  if (restoring_) return;
  nlohmann::json document = jsonOf(*state);
  const bool asks_otherwise = state->questions != textOf(file_.questions), says_otherwise = document != file_.document;
  state_ = state;
  file_.document = std::move(document);
  if (asks_otherwise) file_.questions = readQuestions(state->questions, {});
  if (!autosave_.keeps() && !recovery_.empty()) {
    autosave_.keepIn(recovery_ / (told(QUuid::createUuid().toString(QUuid::WithoutBraces)) + ".fmplan"));
    recovers_ = true;
  }
  autosave_.touch();
  Q_EMIT modifiedChanged(isModified());
  if (says_otherwise) Q_EMIT changed();
  if (asks_otherwise) Q_EMIT questionsChanged();
}

}  // namespace fmplan::gui
