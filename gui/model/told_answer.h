#pragma once

#include <string>
#include <vector>

#include <QString>

#include "core/answer/document.h"
#include "core/base/issue.h"

namespace fmplan::gui {

/// A picture that the core drew.
struct ToldPicture {
  QString title;
  std::string svg;
  answer::Table table{};  ///< the same as numbers; without rows: they stand in the answer's tables
};

/// An answer without a shape of its own, or what is wrong with its question.
struct ToldAnswer {
  QString title;  ///< with issues: what has no answer; empty: there was nothing to answer yet
  answer::Document document;
  std::vector<ToldPicture> pictures{};
  Issues issues{};  ///< of fields, at "/" and the field's path, and of the question itself
};

/// Runs `work`, which makes an answer; what it throws becomes the answer's issues, at "/" and the place that they name.
template <class Work>
ToldAnswer toldBy(const Work& work) {
  ToldAnswer answer;
  try {
    work(answer);
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues())
      answer.issues.push_back({issue.where.starts_with('/') ? issue.where : "/" + issue.where, issue.message});
  } catch (const std::exception& error) {
    answer.issues.push_back({"", error.what()});
  }
  return answer;
}

}  // namespace fmplan::gui
