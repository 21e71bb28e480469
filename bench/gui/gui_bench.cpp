// fmplan-gui with 200 projects in 24 months: what bench/RESULTS.md tells of it.  One line for each figure.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <QApplication>
#include <QElapsedTimer>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QWindow>

#include <unistd.h>

#include "gui/main_window.h"
#include "gui/model/texts.h"
#include "gui/schedule_page.h"
#include "tests/gui/event_watch.h"

namespace fmplan::gui {
namespace {

constexpr std::size_t kProjects = 200;

/// GENIAC's second cycle, its organisations again and again: 200 projects in 24 months, on as many times the nodes as
/// there is more to do in a month.
nlohmann::json largeProgramme() {
  nlohmann::json programme = nlohmann::json::parse(
      std::ifstream(std::filesystem::path(FMPLAN_SOURCE_DIR) / "programmes" / "geniac-cycle2.json"));
  const nlohmann::json organisations = std::exchange(programme["organisations"], nlohmann::json::array());
  constexpr const char* kMonths[] = {"2024-10-01", "2025-01-01", "2025-04-01", "2025-07-01", "2025-10-01"};
  programme["name"] = "200 projects";
  programme["end"] = "2026-10-01";
  for (nlohmann::json& pool : programme["pools"])
    for (nlohmann::json& delivery : pool["deliveries"]) {
      constexpr int kMore = 5;  // 200 projects of 12, in four times the months
      delivery["nodes"] = kMore * delivery["nodes"].get<int>();
    }
  for (std::size_t i = 0; i < kProjects; ++i) {
    nlohmann::json organisation = organisations[i % organisations.size()];
    organisation["name"] = "organisation " + std::to_string(i + 1);
    nlohmann::json& project = organisation["projects"][0];
    // Each has a name of its own.
    project["name"] = project["name"].get<std::string>() + " " + std::to_string(i + 1);
    project["earliest"] = kMonths[i / organisations.size() % std::size(kMonths)];
    project["deadline"] = programme["end"];
    programme["organisations"].push_back(std::move(organisation));
  }
  return programme;
}

/// Seconds since this process began.
double age() {
  std::ifstream file("/proc/self/stat");
  std::string whole((std::istreambuf_iterator<char>(file)), {});
  // Field 22, behind the name, which may hold blanks: its start in ticks since the machine's [proc(5)].
  std::istringstream fields(whole.substr(whole.rfind(')') + 2));
  constexpr int kBehindTheName = 3, kStart = 22;
  std::string field;
  for (int i = kBehindTheName; i <= kStart; ++i) fields >> field;
  timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec) -
         std::stod(field) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

/// "VmHWM": the largest resident set, in MB.
double residentMegabytes() {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) * 1024 / 1e6;  // it is told in KiB
  return std::nan("");
}

/// A frame is there when the server has drawn it.
void showFrame(QWidget& view) {
  view.update();
  QApplication::processEvents();
  QGuiApplication::sync();
}

void tellFrames(const char* what, std::vector<double> milliseconds) {
  std::ranges::sort(milliseconds);
  double sum = 0;
  for (const double each : milliseconds) sum += each;
  std::printf("%s: %.0f frames/s; a frame takes %.1f ms, 99 %% of them less than %.1f ms\n", what,
              1e3 * static_cast<double>(milliseconds.size()) / sum, milliseconds[milliseconds.size() / 2],
              milliseconds[milliseconds.size() * 99 / 100]);
}

template <typename Step>
std::vector<double> frames(QWidget& view, int count, Step step) {
  std::vector<double> milliseconds;
  for (int i = 0; i < count; ++i) {
    QElapsedTimer clock;
    clock.start();
    step(i);
    showFrame(view);
    milliseconds.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
  }
  return milliseconds;
}

/// Events that held the loop longest since it was last asked; starting and showing a page are not among them.
void tellHolds(WatchedApplication& application, const char* during) {
  std::vector<HeldEvent> events = application.take();
  if (events.empty()) return;
  std::ranges::sort(events, std::ranges::greater(), &HeldEvent::processor);
  std::printf("longest hold %s: %s\n", during, qPrintable(events.front().words()));
}

void measureSchedule(GanttView& view) {
  constexpr int kFrames = 300, kThere = 30;  // so many in, so many out
  const auto zoom = [&](int i) { view.zoomBy(i / kThere % 2 == 0 ? 1.1 : 1 / 1.1); };
  tellFrames("zoom", frames(view, kFrames, zoom));
  view.fit();
  for (int i = 0; i < 8; ++i) view.zoomBy(1.25);
  const auto panDays = [&](int i) {
    QScrollBar& bar = *view.horizontalScrollBar();
    bar.setValue(std::abs(i % 200 - 100) * bar.maximum() / 100);
  };
  tellFrames("pan along the days", frames(view, kFrames, panDays));
  const auto panProjects = [&](int i) {
    QScrollBar& bar = *view.verticalScrollBar();
    bar.setValue(std::abs(i % 200 - 100) * bar.maximum() / 100);
  };
  tellFrames("pan along the projects", frames(view, kFrames, panProjects));
  view.fit();
  tellFrames("pan along the projects, all days seen", frames(view, kFrames, panProjects));
}

int run(int argc, char** argv) {
  WatchedApplication application(argc, argv);
  QApplication::setStyle(QStringLiteral("Fusion"));
  QCoreApplication::setOrganizationName(QStringLiteral("fmplan-bench"));
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("large.json"));
  const double before = age();
  std::ofstream(told(path)) << largeProgramme().dump(2);
  const double making = age() - before;

  MainWindow window(std::shared_ptr<const catalog::Catalog>(
      new catalog::Catalog({std::filesystem::path(FMPLAN_SOURCE_DIR) / "catalogs"})));
  if (!window.open(path)) return 1;
  window.resize(1280, 800);
  window.show();
  while (!window.windowHandle()->isExposed()) QApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
  showFrame(window);
  std::printf("%s: usable %.2f s after the process began\n", qPrintable(QGuiApplication::platformName()),
              age() - making);
  QElapsedTimer clock;
  clock.start();
  application.take();
  while (window.busy()) QApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
  tellHolds(application, "while it is answered");
  if (!window.programmeAnswer()) {
    std::fprintf(stderr, "the programme was refused\n");
    return 1;
  }
  std::printf("answered %.1f s later: %s\n", 1e-3 * static_cast<double>(clock.elapsed()),
              window.programmeAnswer()->document.headline.c_str());
  clock.restart();
  window.showPage(QStringLiteral("schedule"));
  showFrame(window);
  std::printf("Schedule shown in %.0f ms\n", 1e-6 * static_cast<double>(clock.nsecsElapsed()));
  application.take();
  measureSchedule(window.schedulePage().view());
  tellHolds(application, "while one zooms and pans");
  for (const QString& page : {QStringLiteral("cost"), QStringLiteral("programme")}) {
    clock.restart();
    window.showPage(page);
    showFrame(window);
    std::printf("%s shown in %.0f ms\n", qPrintable(page), 1e-6 * static_cast<double>(clock.nsecsElapsed()));
  }
  std::printf("largest resident set %.0f MB\n", residentMegabytes());
  window.document().leave();
  return 0;
}

}  // namespace
}  // namespace fmplan::gui

int main(int argc, char** argv) { return fmplan::gui::run(argc, argv); }
