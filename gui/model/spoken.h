#pragma once

#include <string_view>

#include <QString>

namespace fmplan::gui {

/// A sentence, a table's head, a name of a row that the core tells, in the language of the window; numbers, units and
/// names stand in it as the core printed them.  What no phrase fits stays as it is.  Of any thread.
///
/// Of what is edited, names files or goes into a file shown() (gui/model/texts.h) keeps every letter.
QString spoken(std::string_view text);

}  // namespace fmplan::gui
