// Changes a .fmplan file without end, for a test that kills it: edits_until_killed FILE.  Each change is told on stdout
// when it is done, as "NUMBER MILLISECONDS", with the clock that all processes of the machine share.

#include <cstdio>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTimer>

#include "gui/model/plan_file.h"
#include "gui/model/texts.h"
#include "gui/plan_document.h"

namespace {

constexpr int kEvery = 7;  // milliseconds between changes, chosen: many in each writing

}  // namespace

int main(int argc, char** argv) {
  const QCoreApplication application(argc, argv);
  fmplan::gui::PlanDocument document;
  document.load(fmplan::gui::openPlanFile(argv[1]));
  if (document.isReadOnly()) return 1;
  QElapsedTimer clock;
  clock.start();
  long number = document.json().at("cluster").at("nodes").get<long>();
  QTimer timer;
  QObject::connect(&timer, &QTimer::timeout, &document, [&] {
    nlohmann::json after = document.json();
    after["cluster"]["nodes"] = ++number;
    document.change(after, QStringLiteral("Change to %1").arg(number));
    std::printf("%ld %lld\n", number, static_cast<long long>(clock.msecsSinceReference() + clock.elapsed()));
    std::fflush(stdout);
  });
  timer.start(kEvery);
  return QCoreApplication::exec();
}
