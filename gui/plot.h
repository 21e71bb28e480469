#pragma once

/// @file
/// QCustomPlot's header, which alone needs Qt's keywords: elsewhere they are names like others (QT_NO_KEYWORDS).

#include <QObject>

#define signals Q_SIGNALS
#define slots Q_SLOTS
#define emit
#define foreach Q_FOREACH
#include <qcustomplot.h>
#undef signals
#undef slots
#undef emit
#undef foreach
