#include "core/programme/study_programme.h"

#include <atomic>
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plan/run_study.h"
#include "core/programme/edit.h"
#include "core/programme/programme_answer.h"
#include "core/programme/programme_document.h"
#include "core/programme/programme_figures.h"
#include "core/programme/programme_report_json.h"
#include "core/programme/programme_text.h"
#include "core/programme/question.h"
#include "core/programme/remedies.h"
#include "core/programme/risk.h"
#include "core/scenario/programme_json.h"
#include "core/scenario/programme_scenario.h"
#include "tests/programme/programmes.h"
#include "tests/source_dir.h"

namespace fmplan::programme {
namespace study_test {

const std::filesystem::path kRoot = source_dir();

const catalog::Catalog& items() {
  static const catalog::Catalog kItems({kRoot / "catalogs"});
  return kItems;
}

ProgrammeQuestion bundled(const std::string& name, const std::vector<std::string>& sets = {}) {
  return programme_question({.file = (kRoot / "programmes" / name).string(), .sets = sets}, items());
}

StudyOptions few_trials(std::int64_t trials = 50, int threads = 1) {
  return {.trials = trials, .threads = threads, .prove = false};
}

// Alpha on 4 nodes takes 960 / 4 / 24 = 10 days, gamma 5 after it, beta 12: 27 of 28 days, at 40 $ an hour.
TEST(Study, OfTwoTeamsByHand) {
  const Study study = study_programme(bundled("two-teams.json").programme, items(), few_trials());
  ASSERT_EQ(study.projects.size(), 3U);
  EXPECT_DOUBLE_EQ(study.projects[0].summary.finish_days.p50, 10);
  EXPECT_DOUBLE_EQ(study.projects[1].summary.finish_days.p50, 27);
  EXPECT_DOUBLE_EQ(study.projects[2].summary.finish_days.p50, 15);
  for (const ProjectAnswer& project : study.projects) EXPECT_FALSE(project.is_at_risk()) << project.project->name;
  EXPECT_DOUBLE_EQ(study.dollars.value(), 4 * 28 * 24 * 40.0);
  EXPECT_DOUBLE_EQ(study.organisations[0].total->mean, 960 * 40.0);
  EXPECT_DOUBLE_EQ(study.organisations[1].total->mean, (480 + 1152) * 40.0);
  EXPECT_DOUBLE_EQ(study.pools[0].summary.idle_node_hours.mean, 96);
}

// Team two's 1,632 node-hours are 65,280 $, of 60,000 $: no project is at risk, and the money is.
TEST(Study, TellsWhoseBudgetIsExceededBesideProjectsAtRisk) {
  const ProgrammeQuestion question = bundled("two-teams.json");
  const Study study = study_programme(question.programme, items(), few_trials());
  EXPECT_FALSE(is_over_budget(study.organisations[0]));
  EXPECT_TRUE(is_over_budget(study.organisations[1]));
  EXPECT_EQ(budget_trouble(study, 0), "");
  EXPECT_EQ(budget_trouble(study, 1), "its budget of $60,000 is exceeded by $5,280 at P90, and by $5,280 in the mean");
  EXPECT_THAT(headline(study),
              testing::EndsWith("none at risk, $107,520 expected; 1 organisation beyond budget at P90"));
}

/// The bundled programme of two teams with other contents.
ProgrammeQuestion of_one_team(nlohmann::json projects, const std::string& budget, nlohmann::json delivery) {
  nlohmann::json document = {
      {"version", 1},
      {"name", "one"},
      {"start", "2026-03-01"},
      {"end", "2026-03-11"},
      {"pools",
       {{{"name", "A"},
         {"instance", "p5.48xlarge"},
         {"kind", "owned"},
         {"deliveries", {std::move(delivery)}},
         {"price", {{"per_node_hour", "10 $/h"}}}}}},
      {"organisations", {{{"name", "O"}, {"budget", budget}, {"projects", std::move(projects)}}}}};
  ProgrammeQuestion question;
  question.programme = scenario::read_programme(document, items(), std::nullopt);
  return question;
}
nlohmann::json experiments(const std::string& name, double node_hours, int nodes) {
  return {{"name", name}, {"phases", {{{"kind", "experiments"}, {"node_hours", node_hours}, {"nodes", nodes}}}}};
}

// 480 node-hours at 10 $ are 4,800 $, whatever of them lies behind the programme's end.
TEST(Study, BudgetsAreForWhatIsSpentAfterTheEndToo) {
  const ProgrammeQuestion question =
      of_one_team({experiments("a", 480, 2)}, "$4.7K",
                  {{"on", "2026-03-01"}, {"nodes", 2}, {"late_chance", 0.99}, {"late_mean", "20 d"}});
  const Study study = study_programme(question.programme, items(), few_trials(200));
  const OrganisationAnswer& team = study.organisations[0];
  EXPECT_LT(team.total->p90, 4700);
  EXPECT_NEAR(team.to_the_last.mean, 4800, 1e-6);
  EXPECT_TRUE(is_over_budget(team));
  EXPECT_THAT(budget_trouble(study, 0), testing::EndsWith("in the mean, with what is spent after the programme's end"));
  // What is held of the pool is what was given of it, and costs as much.
  EXPECT_NEAR(*study.pools[0].dollars, study.pools[0].summary.held_node_hours.mean * 10, 1e-6);
  EXPECT_NEAR(*study.pools[0].dollars, team.total->mean, 0.01);
}

// A day's work on the first day, which is over at its end.
TEST(Study, DeadlinesMayBeOnTheFirstDay) {
  nlohmann::json project = experiments("a", 48, 2);
  project["deadline"] = project["earliest"] = "2026-03-01";
  const ProgrammeQuestion question = of_one_team({project}, "$1M", {{"on", "2026-03-01"}, {"nodes", 2}});
  EXPECT_EQ(study_programme(question.programme, items(), few_trials()).projects[0].on_time, 1);
}

// Three days on one node, then 240 node-hours on two: the project keeps two, and each phase takes what it can.
TEST(Study, PhasesOfADedicatedProjectMayBeNarrowerThanIt) {
  const nlohmann::json project = {{"name", "a"},
                                  {"dedicated", true},
                                  {"phases",
                                   {{{"kind", "data"}, {"duration", "3 d"}, {"nodes", 1}},
                                    {{"kind", "experiments"}, {"node_hours", 240}, {"nodes", 2}}}}};
  const ProgrammeQuestion question = of_one_team({project}, "$1M", {{"on", "2026-03-01"}, {"nodes", 4}});
  const Study study = study_programme(question.programme, items(), few_trials());
  ASSERT_EQ(study.projects[0].phases.size(), 2U);
  EXPECT_EQ(study.projects[0].phases[0].option->nodes, 1);
  EXPECT_EQ(study.projects[0].phases[1].option->nodes, 2);
  EXPECT_DOUBLE_EQ(study.projects[0].summary.finish_days.p50, 8);
  EXPECT_EQ(finish_text(*study.programme, 8), "2026-03-08") << "at its end, and not on the day after";
}

TEST(Study, MonthsOfOrganisationsAddUpToTheCent) {
  const Study study = study_programme(bundled("geniac-cycle2.json").programme, items(), few_trials());
  for (const OrganisationAnswer& organisation : study.organisations) {
    double sum = 0;
    for (const auto& month : organisation.months) sum += month->mean;
    EXPECT_NEAR(sum, organisation.total->mean, 1e-6);
    EXPECT_NEAR(sum * 100, std::round(sum * 100), 1e-3);
  }
  EXPECT_NEAR(study.dollars.value(), 21'817'766.88 + 2'253'888.00, 0.005);
}

/// Wants no more once it has been asked for the `after`-th time whether it does.
class Impatient : public JobWatcher {
 public:
  explicit Impatient(int after) : after_(after) {}
  void report(std::int64_t, std::int64_t) override {}
  bool stopped() const override { return ++asked_ >= after_; }
  bool has_stopped() const { return asked_ >= after_; }

 private:
  const int after_;
  mutable std::atomic<int> asked_ = 0;
};

// 100 nodes for 20 days of May at 98.32, then one for 90 days, 11 of them in May and 79 at 55.04: the project pays what
// its organisation does, not the mean of the calendar.
TEST(Study, AProjectPaysThePriceOfTheDaysOnWhichItsNodesWork) {
  const Date start = *parse_date("2025-05-01"), june = *parse_date("2025-06-01");
  scenario::Pool pool = pool_of("p", start, 100, 98.32);
  pool.prices.points.push_back(price_from(june, 55.04));
  scenario::Programme programme = programme_of(start, 153, {pool});
  scenario::Project project = project_of("a", "p", 20, {100});
  project.phases.push_back(project_of("b", "p", 90, {1}).phases[0]);
  project.phases[1].name = "more work";
  programme.organisations = {{.name = "org", .projects = {project}}};
  const Study study = study_programme(programme, items(), few_trials());
  const double dollars = 24 * (100 * 20 * 98.32 + 11 * 98.32 + 79 * 55.04);
  EXPECT_NEAR(study.projects.at(0).money->mean, dollars, 1e-4 * dollars);
  EXPECT_NEAR(study.organisations.at(0).total->mean, dollars, 1e-4 * dollars);
}

// What comes in July for certain costs as much whatever may come late in September.
TEST(Study, WhatComesForCertainCostsAsMuchBesideWhatMayBeLate) {
  const Date july = *parse_date("2025-07-01"), september = *parse_date("2025-09-01");
  scenario::Pool pool = pool_of("p", july, 10, 10.0);
  pool.deliveries.push_back({.on = september, .nodes = 1000, .late_chance = 0.5, .late_mean = 10 * day});
  scenario::Programme programme = programme_of(july, 123, {pool});
  programme.organisations = {{.name = "org", .projects = {project_of("a", "p", 5, {2})}}};
  const Study study = study_programme(programme, items(), few_trials());
  const std::vector<HeldMonth>& months = study.pools.at(0).months;
  EXPECT_DOUBLE_EQ(months.at(0).node_hours, 10 * 31 * 24);
  EXPECT_DOUBLE_EQ(*months.at(0).dollars, 10 * 31 * 24 * 10.0);
  double held = 0;
  for (const HeldMonth& month : months) held += month.node_hours;
  EXPECT_NEAR(held, study.pools.at(0).summary.held_node_hours.mean, 1e-6 * held);
}

TEST(Study, StoppedAnywhereHasTrialsOrSaysThatItWasStopped) {
  const ProgrammeQuestion question = bundled("two-teams.json");
  int answers = 0, refusals = 0;
  for (int after = 1; after < 20'000; after += 1 + after / 40) {
    Impatient watcher(after);
    try {
      const ProgrammeAnswer answer = answer_programme(question, items(), few_trials(), true, watcher);
      EXPECT_GT(answer.study.simulation.trials, 0) << after;
      EXPECT_FALSE(programme_document(answer).headline.empty()) << after;
      answers += watcher.has_stopped();
    } catch (const JobStopped&) {
      ++refusals;
    }
  }
  EXPECT_GT(answers, 0);
  EXPECT_GT(refusals, 0);
}

TEST(Study, WithoutAPriceNothingIsAddedUp) {
  const Study study = study_programme(bundled("geniac-cycle2-catalogue-prices.json").programme, items(), few_trials());
  EXPECT_FALSE(study.dollars.has_value());
  for (const ProjectAnswer& project : study.projects) EXPECT_FALSE(project.money.has_value());
}

// A project alone on its pool takes, trial by trial, what `fmplan run` of its scenario does.
TEST(Study, OfOneProjectIsItsRun) {
  scenario::Programme programme = bundled("geniac-cycle2.json").programme;
  programme.pools[0].acceptance = {};
  for (scenario::Organisation& organisation : programme.organisations)
    if (organisation.name != "organisation 3") organisation.projects.clear();
  std::erase_if(programme.organisations, [](const auto& organisation) { return organisation.projects.empty(); });
  scenario::Project& project = programme.organisations[0].projects[0];
  std::erase_if(project.phases, [](const auto& phase) { return phase.kind != scenario::PhaseKind::kTraining; });
  ASSERT_EQ(project.phases.size(), 1U);
  const Study study = study_programme(programme, items(), few_trials(100));
  ASSERT_EQ(study.simulated.tasks.size(), 1U);
  const PhaseOption& option = *study.simulated.tasks[0].option;
  plan::Scenario alone =
      scenario_on(project, project.phases[0], programme.pools[0], option.nodes, programme.start, items());
  alone.spare_nodes = 0;
  const plan::RunStudy run = study_run(alone, {.trials = 100, .trials_per_change = 0});
  EXPECT_EQ(study.simulation.tasks[0].wall_clock_days, run.with_step_time.wall_clock_days);
}

// 130 nodes do not divide a batch of 2,048 sequences: the plan trains on fewer, and the others are its spares, in every
// trial as in `fmplan run` of its scenario.
TEST(Study, KeepsNodesThatAPlanLeavesOverAsSpares) {
  const Date start = *parse_date("2026-03-01");
  scenario::Programme programme = programme_of(start, 305, {pool_of("p", start, 130, 40.0)});
  scenario::Project project{.name = "a", .organisation = "org"};
  project.scenario = nlohmann::json::parse(R"({"version": 1, "model": "llama-3-8b",
    "training": {"tokens": "8T", "sequence_length": 8192, "global_batch_size": 2048},
    "cluster": {"instance": "p5.48xlarge", "nodes": 130},
    "run": {"start": "2026-03-01", "failures": "rsc-1", "recovery": "cold-spare"}})");
  project.nodes = {130};
  project.pools = {"p"};
  project.phases = {{.kind = scenario::PhaseKind::kTraining, .name = "training"}};
  programme.organisations = {{.name = "org", .projects = {project}}};
  const Study study = study_programme(programme, items(), few_trials(100));
  ASSERT_EQ(study.simulated.tasks.size(), 1U);
  EXPECT_GT(study.simulated.tasks[0].option->run->settings.spare_nodes, 0);
  plan::Scenario alone = scenario_on(project, project.phases[0], programme.pools[0], 130, start, items());
  alone.spare_nodes = 0;
  alone.search_spares = false;
  const plan::RunStudy run = study_run(alone, {.trials = 100, .trials_per_change = 0});
  EXPECT_EQ(study.simulation.tasks[0].wall_clock_days, run.with_step_time.wall_clock_days);
}

/// Two streams of one-node jobs of 6 hours, 17 and 2 a day for 120 days, on 4 nodes that end 16 a day.
scenario::Programme of_two_streams(double first_per_day) {
  const Date start = *parse_date("2026-03-01");
  scenario::Programme programme = programme_of(start, 120, {pool_of("p", start, 4, 40.0)});
  programme.policy.kind = scenario::PolicyKind::kFifo;
  for (const auto& [name, per_day] : {std::pair("A", first_per_day), std::pair("B", 2.0)}) {
    scenario::Project project = project_of(name, "p", 120, {});
    project.phases[0].kind = scenario::PhaseKind::kExperiments;
    project.phases[0].jobs = scenario::JobStream{.jobs_per_day = per_day, .nodes = {1}, .mean_duration = 6 * hour};
    project.organisation = name;
    programme.organisations.push_back({.name = name, .projects = {project}});
  }
  return programme;
}

// 19 jobs a day come and 16 end: who comes on day t waits 3/16 t, 11.25 days in the mean, and for some (19 + 16)/(2 ·
// 3) jobs more, 0.36 days, as the queue begins empty.  The backlog of a trial scatters by √(19 t + 16 t) jobs, its mean
// wait by some 2.3 days: 0.23 of 100 trials.
TEST(Study, JobsThatAPoolCannotKeepUpWithAreFeltByTheOthers) {
  const Study study = study_programme(of_two_streams(17), items(), few_trials(100));
  ASSERT_EQ(study.simulation.streams.size(), 2U);
  EXPECT_NEAR(study.simulation.streams[1].mean_wait_h.mean / 24, 11.25 + 0.36, 4 * 0.23);
  const sim::PoolSummary& pool = study.simulation.pools[0];
  EXPECT_LT(pool.idle_node_hours.mean, 0.01 * pool.held_node_hours.mean);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(risk_line(study, i),
              "streams of jobs ask for 4.75 nodes of p in the mean, and it has 4 at most for projects: their queue "
              "grows without end; 5 nodes at least keep up with it");
    EXPECT_FALSE(may_be_helped(study, i));
  }
  const Study kept_up = study_programme(of_two_streams(13), items(), few_trials());
  EXPECT_THAT(kept_up.warnings, testing::IsEmpty());
  EXPECT_FALSE(kept_up.projects[0].is_at_risk());
}

// Two jobs of 9 nodes and 18 h come a day: 1.5 of them are to run, 13.5 nodes of 16, and 16 have room for one; 18 for
// two.  Of 10 a day of 4 nodes and 12 h five are to run, and 21 nodes have room for five, 24 for six.
TEST(StreamLoad, CountsWholeJobs) {
  const auto load = [](std::vector<int> nodes, double per_day, double hours) {
    sim::ProgrammeSettings settings;
    settings.streams = {
        {.until_s = 1e6, .jobs_per_s = per_day / 86'400, .nodes = std::move(nodes), .mean_duration_s = 3600 * hours}};
    return load_of_streams(settings, 0);
  };
  EXPECT_NEAR(load({9}, 2, 18).busy, 13.5, 1e-9);
  EXPECT_EQ(load({9}, 2, 18).keeps_up, 18);
  EXPECT_EQ(load({4}, 10, 12).keeps_up, 24);
  // Half of 3 jobs are of 8 nodes: 1.5 of them need 16, and all ask for 15 nodes.
  EXPECT_EQ(load({2, 8}, 6, 12).keeps_up, 16);
  EXPECT_EQ(load({1}, 4, 6).keeps_up, 2);
}

TEST(Study, SaysWhoseJobsItLeavesOut) {
  const Study study = study_programme(of_two_streams(1000), items(), few_trials());
  EXPECT_EQ(study.simulation.streams.size(), 1U);
  EXPECT_THAT(study.warnings,
              testing::ElementsAre("The others' results leave out the jobs of A, which is not placed."));
}

ProgrammeAnswer of_document(const std::string& text, std::int64_t trials = 400) {
  const nlohmann::json document = nlohmann::json::parse(text);
  return answer_programme(programme_question({.document = document}, {.file = "made"}, items()), items(),
                          few_trials(trials), false);
}

// Ten days from the first of March are the tenth, in 95 trials of 100; 1,920 node-hours at 40 $ are its budget.
TEST(Study, EndsOnTheDayOnWhichItsLastTrialsDo) {
  const ProgrammeAnswer answer = of_document(R"({
    "version": 1, "name": "X", "start": "2026-03-01", "end": "2026-06-01",
    "pools": [{"name": "big", "instance": "p5.48xlarge", "region": "us-east-1", "price": {"per_node_hour": "40 $/h"},
               "deliveries": [{"on": "2026-03-01", "nodes": 16, "late_chance": 0.05, "late_mean": "3 d"}]}],
    "organisations": [{"name": "o", "budget": "$76800", "projects": [
      {"name": "a", "nodes": 8, "deadline": "2026-03-10", "phases": [{"kind": "experiments", "duration": "10 d"}]}]}]})");
  const text::Json json = programme_report_json(answer);
  const text::Json& finish = json.at("organisations").at(0).at("projects").at(0).at("finish");
  for (const char* quantile : {"p10", "p50", "p90"}) EXPECT_EQ(finish.at(quantile).as_text(), "2026-03-10") << quantile;
  EXPECT_NEAR(*answer.study.projects[0].on_time, 0.95, 0.05);
  EXPECT_FALSE(is_over_budget(answer.study.organisations[0]));
}

// Nobody else is there: its nodes are checked on the first day.
TEST(Risks, KnowWhetherOthersAreThere) {
  const ProgrammeAnswer answer = of_document(R"({
    "version": 1, "name": "X", "start": "2026-03-01", "end": "2026-06-01",
    "pools": [{"name": "big", "instance": "p5.48xlarge", "region": "us-east-1", "price": {"per_node_hour": "40 $/h"},
               "deliveries": [{"on": "2026-03-01", "nodes": 16}],
               "acceptance": {"defective_share": 0, "check": "1 d", "replaced_in": "1 d"}}],
    "organisations": [{"name": "o", "projects": [
      {"name": "a", "nodes": 8, "deadline": "2026-03-20", "phases": [{"kind": "experiments", "duration": "20 d"}]}]}]})",
                                             20);
  EXPECT_EQ(risk_line(answer.study, 0),
            "0 % by 2026-03-20: placed to end 1.0 days late, for its nodes are not there before");
}

TEST(Gates, OnMoneyAreNoBareNumbersInAnotherCurrency) {
  const auto check = [](const char* gate, const char* currency) {
    check_money_bounds(answer::parse_conditions({gate}, programme_figures(), "--fail-if"),
                       {.code = currency, .per_dollar = 150}, "--fail-if");
  };
  EXPECT_THROW(check("at_risk>0 or cost>300M", "JPY"), InputError);
  EXPECT_NO_THROW(check("cost>$300M", "JPY"));
  EXPECT_NO_THROW(check("at_risk>0", "JPY"));
  EXPECT_NO_THROW(check("cost>300M", "USD"));
}

// 16 nodes for 10 days, of which 8 come late 19 times in 20, by 30 days in the mean, and go back on the 45th day: it
// ends where they come within some four days, with a chance of about 0.05 + 0.95·(1 − e^(−4/30)) = 17 %.  So it starts
// and ends in time at P10, and neither at P50; what it has of nodes is counted whether or not it ends.
ProgrammeAnswer of_late_nodes(const std::string& more) {
  const nlohmann::json document = nlohmann::json::parse(fmt::format(R"({{
    "version": 1, "name": "late", "start": "2026-03-01", "end": "2026-05-01",
    "pools": [{{"name": "a", "instance": "p5.48xlarge", "region": "us-east-1", "price": {{"per_node_hour": "10 $/h"}},
               "deliveries": [{{"on": "2026-03-01", "nodes": 8}},
                              {{"on": "2026-04-01", "nodes": 8, "late_chance": 0.95, "late_mean": "30 d"}}],
               "returns": [{{"on": "2026-04-15", "nodes": 8}}]}}],
    "organisations": [{{"name": "B", "projects": [{{"name": "u", "nodes": 16,
                       "phases": [{{"kind": "experiments", "node_hours": 3840}}]{}}}]}}]}})",
                                                                    more));
  const ProgrammeQuestion question = programme_question({.document = document}, {.file = "late"}, items());
  return answer_programme(question, items(), few_trials(400), false);
}

TEST(Study, SaysWhatNeverEndsInSomeTrials) {
  const ProgrammeAnswer answer = of_late_nodes(R"(, "deadline": "2026-04-30")");
  const ProjectAnswer& project = answer.study.projects[0];
  EXPECT_NEAR(share_that_ends(answer.study, project), 0.17, 0.08);
  EXPECT_DOUBLE_EQ(*project.on_time, share_that_ends(answer.study, project));
  EXPECT_THAT(answer.study.warnings, testing::Contains(testing::HasSubstr("u ends in ")));
  EXPECT_THAT(risk_line(answer.study, 0), testing::EndsWith("% of the trials"));
  const text::Json json = programme_report_json(answer);
  const text::Json& of_project = json.at("organisations").at(0).at("projects").at(0);
  EXPECT_TRUE(json.at("summary").at("finish_p50").is_null());
  EXPECT_THAT(of_project.at("finish").at("p10").as_text(), testing::StartsWith("2026-04-1"));
  EXPECT_TRUE(of_project.at("finish").at("p50").is_null());
  EXPECT_TRUE(of_project.at("start").at("p90").is_null());
  EXPECT_EQ(finish_text(*answer.study.programme, project.summary.finish_days.p50), "never");
  // 3,840 where it ends, and 384 a day from the delivery to the return where that comes before its end: with e^(−x/30)
  // for the days that a delivery is late, 0.95/30 · ∫ (14 − x) e^(−x/30) dx from 4 to 14 = 1.24 days of 16 nodes in the
  // mean, with a deviation of 1,010 node-hours in a trial, 50 in the mean of 400.
  const double node_hours = project.summary.node_hours.estimate.mean;
  EXPECT_NEAR(node_hours, 3840 * share_that_ends(answer.study, project) + 478, 4 * 50);
  EXPECT_NEAR(project.money->mean, 10 * node_hours, 1e-6);
  EXPECT_EQ(project.money->p50, 0);
}

TEST(Study, IsAtRiskWithoutADeadlineTooWhereItRarelyEnds) {
  const ProgrammeAnswer answer = of_late_nodes("");
  EXPECT_THAT(risk_line(answer.study, 0), testing::MatchesRegex("it ends in 1[0-9] % of the trials"));
  EXPECT_THAT(headline(answer.study), testing::HasSubstr("1 placed, 1 at risk"));
}

TEST(Study, IsTheSameForAnyNumberOfThreads) {
  const ProgrammeQuestion question = bundled("geniac-cycle2.json");
  const auto report = [&](int threads) {
    const ProgrammeAnswer answer{.study = study_programme(question.programme, items(), few_trials(60, threads)),
                                 .asked = question.asked.document,
                                 .catalog_version = "test",
                                 .trials = 60};
    return programme_report_json(answer).dump(-1);
  };
  const std::string one = report(1);
  EXPECT_EQ(one, report(2));
  EXPECT_EQ(one, report(3));
}

// One line says why.  Beta takes 12 days on all 4 nodes; alpha 10, and gamma 5 after it.
TEST(Risks, AreOneLineEach) {
  const auto line = [](const std::vector<std::string>& sets, std::size_t project) {
    const Study study = study_programme(bundled("two-teams.json", sets).programme, items(), few_trials());
    const std::string told = risk_line(study, project);
    EXPECT_EQ(told.empty(), !study.projects[project].is_at_risk());
    return told;
  };
  EXPECT_EQ(line({}, 1), "");
  // Due by the end of the fifth day.
  EXPECT_EQ(line({"organisations.team two.projects.beta.deadline=2026-03-05"}, 1),
            "0 % by 2026-03-05: alone it takes 12.0 days, 7.0 too many");
  // Alpha, beta, gamma end on days 10, 22 and 27; gamma is due by the end of the 26th.
  EXPECT_EQ(line({"organisations.team two.projects.beta.deadline=2026-03-21"}, 1),
            "0 % by 2026-03-21: placed to end 1.0 days late, behind others");
  EXPECT_EQ(line({"pools.shared.deliveries.0.on=2026-03-05"}, 1), "there is no room for it beside the other projects");
  EXPECT_EQ(line({"pools.shared.deliveries.0.on=2026-03-20"}, 1),
            "takes 12.0 days at its fastest; its nodes are there for 9");
}

// What is told to help does: set, and planned again, the project is no longer at risk, at the price told.
TEST(Remedies, DoWhatTheySay) {
  const ProgrammeQuestion question = bundled("two-teams.json", {"pools.shared.deliveries.0.on=2026-03-05"});
  const StudyOptions options = few_trials();
  const Study study = study_programme(question.programme, items(), options);
  const std::vector<Remedy> found = remedies(question.asked, study, items(), options);
  ASSERT_FALSE(found.empty());
  for (const Remedy& remedy : found) {
    nlohmann::json document = question.asked.document;
    set_programme_value(document, remedy.set, question.asked.folder);
    const Study other =
        study_programme(scenario::read_programme(document, items(), question.asked.folder), items(), options);
    EXPECT_FALSE(other.projects[static_cast<std::size_t>(remedy.project)].is_at_risk()) << remedy.set;
    EXPECT_NEAR(*other.dollars - *study.dollars, remedy.more_dollars.value(), 0.01) << remedy.set;
  }
}

// A project is placed on the later of two pools, where it costs its organisation less, and is at risk there.  The
// earlier pool stands idle, and is told of; what helps by few trials but not by all is not.
TEST(Remedies, HoldByAllTrialsAndKnowPoolsThatStandIdle) {
  const nlohmann::json document =
      nlohmann::json::parse(R"({"version": 1, "name": "two", "start": "2026-08-01", "end": "2027-02-01",
    "pools": [
      {"name": "early", "instance": "p5.48xlarge", "region": "us-east-1", "kind": "on_demand",
       "deliveries": [{"on": "2026-08-01", "nodes": 32}]},
      {"name": "late", "instance": "p5en.48xlarge", "region": "us-east-1", "kind": "capacity_block",
       "deliveries": [{"on": "2026-09-01", "nodes": 16}], "returns": [{"on": "2026-12-01", "nodes": 16}]}],
    "organisations": [{"name": "team", "projects": [{"name": "x", "nodes": [16, 32], "deadline": "2026-10-24",
      "scenario": {"version": 1, "model": "llama-3-8b", "cluster": {"instance": "p5.48xlarge", "nodes": 32},
        "training": {"tokens": "3T", "sequence_length": 8192, "global_batch_size": 512}}}]}]})");
  const auto studied = [](const nlohmann::json& asked) {
    return study_programme(scenario::read_programme(asked, items(), std::nullopt), items(), few_trials(1000));
  };
  const Study study = studied(document);
  ASSERT_EQ(study.projects[0].phases[0].option->pool, 1);
  ASSERT_TRUE(study.projects[0].is_at_risk());
  const std::vector<Remedy> found = remedies({document, std::nullopt}, study, items(), few_trials(20));
  EXPECT_TRUE(std::ranges::any_of(found, [](const Remedy& r) { return r.kind == RemedyKind::kOtherPool; }));
  for (const Remedy& remedy : found) {
    nlohmann::json changed = document;
    set_programme_value(changed, remedy.set, std::nullopt);
    EXPECT_FALSE(studied(changed).projects[0].is_at_risk()) << remedy.set;
  }
}

}  // namespace study_test
}  // namespace fmplan::programme
