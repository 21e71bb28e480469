// The Cost page: amounts as the command line has them, unknown ones, currency and prices.

#include <cmath>
#include <fstream>

#include <QAbstractItemModelTester>

#include "core/programme/cost.h"
#include "gui/cost_page.h"
#include "tests/gui/opened_window.h"

namespace fmplan::gui {

class GuiCostTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { useSettingsIn(settings_); }

  void numbersAreTheCommandLines_data() {
    QTest::addColumn<QString>("path");
    for (const char* name : {"two-teams", "campus", "geniac-cycle2"})
      QTest::newRow(name) << fileIn(qPrintable(QStringLiteral("programmes/%1.json").arg(QLatin1String(name))));
  }
  void numbersAreTheCommandLines() {
    QFETCH(QString, path);
    ProgrammeWindow opened(path, "cost", {50});
    const CostPage& page = opened.window.costPage();
    const QAbstractItemModelTester months(page.months().model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QAbstractItemModelTester until(page.cumulative().model(),
                                         QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QAbstractItemModelTester pools(page.pools().model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    opened.window.programmeEngine().plan();
    opened.settle();
    const QString text =
        shown(printed({QStringLiteral("programme"), path, QStringLiteral("--trials"), QStringLiteral("50")}));
    for (const AnswerTable* table : {&page.months(), &page.pools()}) {
      const int columns = table->tableModel().columnCount();
      QVERIFY(table->tableModel().rowCount() > 0);
      for (int row = 0; row < table->tableModel().rowCount(); ++row)
        for (int column = 0; column < columns; ++column)
          QVERIFY2(text.contains(cell(*table, row, column)), qPrintable(cell(*table, row, column)));
    }
    QCOMPARE(page.cumulative().tableModel().rowCount(), page.months().tableModel().columnCount() - 4);
  }

  // 2,592 node-hours of 2,688 are worked, at 40 $, against two budgets of 60,000 $.
  void twoTeamsByHand() {
    ProgrammeWindow opened(fileIn("programmes/two-teams.json"), "cost");
    const AnswerTable& table = opened.window.costPage().cumulative();
    const char* const kExpected[] = {"2026-03", "$103,680", "$103,680", "$103,680", "$107,520", "$120,000"};
    for (int column = 0; column < 6; ++column) QCOMPARE(cell(table, 0, column), QString::fromLatin1(kExpected[column]));
  }

  void picturesAreNotBlank_data() { numbersAreTheCommandLines_data(); }
  void picturesAreNotBlank() {
    QFETCH(QString, path);
    ProgrammeWindow opened(path, "cost");
    for (const Theme* theme : {&lightTheme(), &darkTheme()}) {
      opened.window.setTheme(theme->name);
      opened.settle();
      const CostPage& page = opened.window.costPage();
      QVERIFY(pixelsOf(page.monthsChart().grab().toImage(), theme->parts[0]) > 500);
      QVERIFY(pixelsOf(page.cumulativeChart().grab().toImage(), theme->strong) > 100);
      // Bars stand on zero.
      QCOMPARE(page.monthsChart().yAxis->range().lower, 0.0);
      QCOMPARE(page.cumulativeChart().yAxis->range().lower, 0.0);
      keepPicture(opened.window, QStringLiteral("cost-%1-%2").arg(QLatin1String(QTest::currentDataTag()), theme->name));
    }
  }

  // The catalogue has no spot price that holds on days to come: unknown, and never 0.
  void priceKindsComeFromTheCatalogueAndAreUndone() {
    ProgrammeWindow opened(fileIn("programmes/two-teams.json"), "cost");
    CostPage& page = opened.window.costPage();
    const std::string first = opened.text();
    QVERIFY2(page.price().contains(QStringLiteral("40 $/h, stated (made up)")) ||
                 page.price().contains(QStringLiteral("40.00 $/h, stated (made up)")),
             qPrintable(page.price()));
    QCOMPARE(page.kind().currentText(), QStringLiteral("on_demand"));
    QVERIFY(page.kind().count() > 1);
    const QString before = cell(page.months(), 0, 1);
    page.kind().setFocus();
    QTest::keyClick(&page.kind(), Qt::Key_Down);
    opened.settle();
    const std::string kind = told(page.kind().currentText());
    QVERIFY(opened.window.document().json()["pools"][0]["kind"] == kind);
    QVERIFY(!opened.window.document().json()["pools"][0].contains("price"));
    QCOMPARE(opened.window.document().undoStack().count(), 1);
    QVERIFY(cell(page.months(), 0, 1) != before);
    QVERIFY(cell(page.months(), 0, 1) != QStringLiteral("$0"));
    opened.window.document().undoStack().undo();
    opened.settle();
    QCOMPARE(opened.text(), first);
    QCOMPARE(cell(page.months(), 0, 1), before);
  }

  void oneOfTheCataloguesPricesHoldsOnAllDays() {
    ProgrammeWindow opened(fileIn("programmes/two-teams.json"), "cost");
    CostPage& page = opened.window.costPage();
    QVERIFY(page.priceDay().count() >= 3);  // each day, a price, as stated
    QCOMPARE(page.priceDay().currentText(), QStringLiteral("as stated"));
    page.priceDay().setFocus();
    QTest::keyClick(&page.priceDay(), Qt::Key_Up);
    opened.settle();
    const nlohmann::json& price = opened.window.document().json()["pools"][0]["price"];
    QVERIFY(price["per_node_hour"].get<std::string>().ends_with(" $/h"));
    QVERIFY(page.priceDay().currentText().contains(QStringLiteral("since")));
    QTest::keyClick(&page.priceDay(), Qt::Key_Home);
    opened.settle();
    QVERIFY(!opened.window.document().json()["pools"][0].contains("price"));
    QCOMPARE(page.priceDay().currentText(), QStringLiteral("each day"));
    QCOMPARE(opened.window.document().undoStack().count(), 2);
  }

  void whatIsUnknownIsSaid() {
    ProgrammeWindow opened(fileIn("programmes/two-teams.json"), "cost");
    nlohmann::json document = opened.window.document().json();
    document["pools"][0].erase("price");
    document["pools"][0]["region"] = "eu-south-2";
    opened.window.document().change(document, QStringLiteral("elsewhere"));
    opened.settle();
    const CostPage& page = opened.window.costPage();
    QCOMPARE(cell(page.months(), 0, 1), QStringLiteral("unknown"));
    QCOMPARE(cell(page.cumulative(), 0, 1), QStringLiteral("unknown"));
    keepPicture(opened.window, QStringLiteral("cost-unknown"));
  }

  // 150 JPY a dollar.
  void moneyIsToldInTheProgrammesCurrencyOrInDollars() {
    ProgrammeWindow opened(fileIn("programmes/two-teams.json"), "cost");
    nlohmann::json document = opened.window.document().json();
    document["currency"] = {{"code", "JPY"}, {"per_dollar", 150}, {"on", "2026-01-01"}, {"source", "made up"}};
    opened.window.document().change(document, QStringLiteral("yen"));
    opened.settle();
    const CostPage& page = opened.window.costPage();
    QCOMPARE(page.currency().currentText(), QStringLiteral("JPY"));
    QCOMPARE(cell(page.cumulative(), 0, 5), QStringLiteral("18.0M JPY"));
    page.currency().setCurrentIndex(1);
    QCOMPARE(cell(page.cumulative(), 0, 5), QStringLiteral("$120,000"));
    QCOMPARE(opened.window.document().undoStack().count(), 1);
  }

 private:
  QTemporaryDir settings_;
};

}  // namespace fmplan::gui

QTEST_MAIN(fmplan::gui::GuiCostTest)
#include "gui_cost_test.moc"
