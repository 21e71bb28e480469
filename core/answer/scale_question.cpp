#include <fmt/format.h>

#include "core/answer/scale_question.h"

namespace fmplan::answer {
namespace {

int num_questions(const ScaleQuestion& question) {
  return int{question.compute.has_value()} + int{question.parameters || question.tokens} +
         int{question.loss.has_value()} + int{question.budget.has_value()};
}

}  // namespace

Issues problems(const ScaleQuestion& question) {
  Issues issues;
  if (num_questions(question) != 1) {
    issues.push_back(
        {"scale", fmt::format("ask exactly one question, not {}: --compute 1e24, --params 70B, --tokens 15T, "
                              "--params with --tokens, --loss 2.0, or --budget '$5M' --on p5.48xlarge",
                              num_questions(question))});
  }
  const auto positive = [&](const char* option, const std::optional<double>& number, const char* example) {
    if (number && !(*number > 0)) {
      issues.push_back({option, fmt::format("{:g} is not above 0; {}", *number, example)});
    }
  };
  positive("--compute", question.compute ? std::optional(*question.compute / flop) : std::nullopt, "for instance 1e24");
  positive("--params", question.parameters, "for instance 70B");
  positive("--tokens", question.tokens, "for instance 15T");
  positive("--loss", question.loss, "for instance 2.0");
  positive("--budget", question.budget ? std::optional(*question.budget / dollar) : std::nullopt, "for instance $5M");
  positive("--unique-tokens", question.conditions.unique_tokens, "for instance 1T");
  if (!(question.mfu > 0 && question.mfu <= 1)) {
    issues.push_back({"--mfu", fmt::format("{:g} is not in (0, 1]; for instance 40%", question.mfu)});
  }
  if (question.conditions.num_experts < 1) issues.push_back({"--experts", "at least 1; for instance 64"});
  if (!(question.conditions.granularity >= 1)) issues.push_back({"--granularity", "at least 1; for instance 8"});
  if (!question.budget) return issues;
  if (!question.machine) {
    issues.push_back({"--budget",
                      "money is turned into compute on a machine: add --on INSTANCE, for instance "
                      "--on p5.48xlarge"});
  } else if (!question.machine->price || !question.machine->price->price) {
    const ScaleMachine& machine = *question.machine;
    issues.push_back(
        {"--budget", fmt::format("no {} price of {} in {} on {} is known, so it buys no known compute; try another "
                                 "--price-kind, --region or --date: {}",
                                 machine.price_kind, machine.instance.name, machine.region, date_text(machine.on),
                                 machine.price_hint)});
  }
  return issues;
}

Flop budget_compute(Dollars budget, DollarsPerSecond price, const ScaleMachine& machine, double mfu) {
  return mfu * machine.instance.accelerators_per_node * (budget / price) * machine.peak;
}

Seconds accelerator_time(Flop compute, const ScaleMachine& machine, double mfu) {
  return compute / (mfu * machine.peak);
}

}  // namespace fmplan::answer
