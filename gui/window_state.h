#pragma once

#include <map>
#include <string>
#include <vector>

#include <QByteArray>
#include <QString>
#include <QWidget>

namespace fmplan::gui {

/// What somebody chose and typed in a window's pages and no document holds: tabs, splits, switches, choices, questions.
class WindowState {
 public:
  explicit WindowState(const QWidget& content);

  /// Into pages that were made in the same way.
  void restore(QWidget& content) const;

 private:
  std::vector<int> tabs_, choices_;
  std::vector<QByteArray> splits_;
  std::vector<bool> switches_;
  std::vector<QString> filters_;
  std::vector<std::map<std::string, QString>> forms_;
};

}  // namespace fmplan::gui
