#include "gui/window_state.h"

#include <cstddef>
#include <type_traits>

#include <QComboBox>
#include <QLineEdit>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>

#include "gui/field_form.h"

namespace fmplan::gui {
namespace {

/// Those of a form belong to it, those of a choice to the choice.
bool standsAlone(const QWidget& widget) {
  for (const QWidget* above = widget.parentWidget(); above; above = above->parentWidget())
    if (qobject_cast<const FieldForm*>(above) || qobject_cast<const QComboBox*>(above)) return false;
  return true;
}

template <class Widget>
std::vector<Widget*> allOf(const QWidget& content) {
  std::vector<Widget*> result;
  for (Widget* widget : content.findChildren<Widget*>())
    if (standsAlone(*widget)) result.push_back(widget);
  return result;
}

template <class Widget, class Read>
auto readAll(const QWidget& content, const Read& read) {
  std::vector<std::decay_t<decltype(read(std::declval<Widget&>()))>> values;
  for (Widget* widget : allOf<Widget>(content)) values.push_back(read(*widget));
  return values;
}

/// Nothing where the pages have others than those that were read.
template <class Widget, class Values, class Write>
void writeAll(const QWidget& content, const Values& values, const Write& write) {
  const std::vector<Widget*> widgets = allOf<Widget>(content);
  if (widgets.size() != values.size()) return;
  for (std::size_t i = 0; i < values.size(); ++i) write(*widgets[i], values[i]);
}

}  // namespace

WindowState::WindowState(const QWidget& content)
    : tabs_(readAll<QTabWidget>(content, [](const QTabWidget& tabs) { return tabs.currentIndex(); })),
      choices_(readAll<QComboBox>(content, [](const QComboBox& box) { return box.currentIndex(); })),
      splits_(readAll<QSplitter>(content, [](const QSplitter& split) { return split.saveState(); })),
      switches_(readAll<QToolButton>(content, [](const QToolButton& button) { return button.isChecked(); })),
      filters_(readAll<QLineEdit>(content, [](const QLineEdit& filter) { return filter.text(); })),
      forms_(readAll<FieldForm>(content, [](const FieldForm& form) { return form.texts(); })) {}

void WindowState::restore(QWidget& content) const {
  writeAll<QTabWidget>(content, tabs_, [](QTabWidget& tabs, int index) { tabs.setCurrentIndex(index); });
  writeAll<QComboBox>(content, choices_, [](QComboBox& box, int index) { box.setCurrentIndex(index); });
  writeAll<QSplitter>(content, splits_, [](QSplitter& split, const QByteArray& state) { split.restoreState(state); });
  writeAll<QToolButton>(content, switches_, [](QToolButton& button, bool on) {
    if (button.isCheckable()) button.setChecked(on);
  });
  writeAll<QLineEdit>(content, filters_, [](QLineEdit& filter, const QString& text) { filter.setText(text); });
  writeAll<FieldForm>(content, forms_,
                      [](FieldForm& form, const std::map<std::string, QString>& texts) { form.type(texts); });
}

}  // namespace fmplan::gui
