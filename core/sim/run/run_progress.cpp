#include "core/sim/run/run_progress.h"

#include <algorithm>
#include <cmath>

namespace fmplan::sim {
namespace {

/// An interval that no work is longer than.
constexpr double kOneSegment = 1e300;

}  // namespace

RunProgress::RunProgress(const CheckpointRule& rule, double interval_s, double work_s)
    : rule_(rule),
      levels_(rule.levels),
      grid_(levels_, interval_s < work_s ? interval_s : kOneSegment),
      work_s_(work_s) {
  for (const CheckpointLevel& level : levels_) stalls_s_ += level.stall / second;
}

RunPosition RunProgress::here() const {
  return {base_.work_s + static_cast<double>(segment_) * grid_.interval_s() + into_work_s_, base_.count + segment_};
}

double RunProgress::until_end_s(double clock_s) const {
  return grid_.time_s(base_.count, whole_segments_, pace_) + last_work_s_ * pace_ + final_stall_s() -
         reached_s(clock_s);
}

void RunProgress::begin_stretch(double clock_s, double pace) {
  go_to(here());
  const double left_s = std::max(0.0, work_s_ - base_.work_s);
  // A rest that is nothing but rounding is no segment of its own.
  constexpr double kRounding = 1e-9;
  whole_segments_ =
      std::max<std::int64_t>(0, static_cast<std::int64_t>(std::ceil(left_s / grid_.interval_s() - kRounding)) - 1);
  last_work_s_ = left_s - static_cast<double>(whole_segments_) * grid_.interval_s();
  begin_piece(clock_s, pace);
}

void RunProgress::begin_piece(double clock_s, double pace) {
  pace_ = pace;
  piece_segment_ = segment_;
  piece_start_s_ = grid_.time_s(base_.count, segment_, pace_) + into_work_s_ * pace_ + into_stall_s_;
  piece_clock_s_ = clock_s;
  piece_worth_s_ = nominal_s();
}

double RunProgress::settle(double clock_s) {
  const double reached = reached_s(clock_s);
  segment_ = std::min(whole_segments_, grid_.segments(base_.count, reached, pace_));
  const double into_s = std::max(0.0, reached - grid_.time_s(base_.count, segment_, pace_));
  into_work_s_ = std::min(into_s / pace_, work_of(segment_));
  into_stall_s_ = std::max(0.0, into_s - into_work_s_ * pace_);
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    const std::int64_t every = levels_[i].every;
    const auto newest_of = [&](std::int64_t done) { return (base_.count + done) / every * every - base_.count; };
    const double lag_s = levels_[i].persist_lag / second;
    const std::int64_t safe = newest_of(
        lag_s == 0 ? segment_ : std::min(whole_segments_, grid_.segments(base_.count, reached - lag_s, pace_)));
    // Segments of earlier pieces ended at another pace: those are pending.
    if (safe > std::max(saved_[i], piece_segment_)) saved_[i] = safe;
    if (pending_[i].segment > saved_[i] && clock_s >= pending_[i].until_s) saved_[i] = pending_[i].segment;
    if (lag_s == 0) continue;
    const std::int64_t written = newest_of(segment_);
    if (written > std::max(saved_[i], pending_[i].segment))
      pending_[i] = {written, clock_s + lag_s - (reached - grid_.time_s(base_.count, written, pace_))};
  }
  const double added_s = pace_ > 1 ? (clock_s - piece_clock_s_) - (nominal_s() - piece_worth_s_) : 0;
  piece_clock_s_ = clock_s;
  piece_worth_s_ = nominal_s();
  piece_start_s_ = reached;
  return added_s;
}

double RunProgress::finish(double clock_s) {
  const double worth_s = grid_.time_s(base_.count, whole_segments_, 1) + last_work_s_ + final_stall_s();
  const double added_s = pace_ > 1 ? (clock_s - piece_clock_s_) - (worth_s - piece_worth_s_) : 0;
  go_to({work_s_, base_.count + whole_segments_});
  return added_s;
}

double RunProgress::repeat(double step_s) {
  const double repeated_s = std::min(step_s, into_work_s_);
  into_work_s_ -= repeated_s;
  return repeated_s;
}

void RunProgress::go_to(const RunPosition& position) {
  base_ = position;
  segment_ = 0;
  into_work_s_ = into_stall_s_ = 0;
  saved_.fill(0);
  pending_.fill({});
}

void RunProgress::keep_what_is_safe() {
  for (std::size_t i = 0; i < levels_.size(); ++i)
    if (saved_[i] > 0)
      safe_[i] = {base_.work_s + static_cast<double>(saved_[i]) * grid_.interval_s(), base_.count + saved_[i]};
}

void RunProgress::forget(LossScope scope) {
  for (std::size_t i = 0; i < levels_.size(); ++i)
    if (levels_[i].survives < scope) safe_[i].work_s = -1;
}

RunCopy RunProgress::newest_copy(LossScope scope) const {
  RunCopy best{.position = {}, .level = levels_.size()};
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    if (levels_[i].survives < scope || safe_[i].work_s < 0) continue;
    const bool is_better = best.level == levels_.size() || safe_[i].work_s > best.position.work_s ||
                           (safe_[i].work_s == best.position.work_s && levels_[i].reload / second < best.reload_s);
    if (is_better) best = {safe_[i], i, levels_[i].reload / second};
  }
  if (best.level == levels_.size()) best.level = 0;
  return best;
}

RunCopy RunProgress::clean_copy(double corrupted_s) const {
  const std::size_t last = levels_.size() - 1;
  RunCopy copy{.position = safe_[last], .level = last, .reload_s = levels_[last].reload / second};
  if (copy.position.work_s < 0) copy.position = {};
  if (copy.position.work_s <= corrupted_s) return copy;
  const double apart_s = levels_[last].every * grid_.interval_s();
  const double back = std::ceil((copy.position.work_s - corrupted_s) / apart_s);
  double work_s = std::max(0.0, copy.position.work_s - back * apart_s);
  if (back >= rule_.kept) {
    work_s = 0;
    if (rule_.archive_interval) {
      const double archived_s = apart_s * std::max(1.0, std::ceil(*rule_.archive_interval / second / apart_s));
      work_s = std::floor(corrupted_s / archived_s) * archived_s;
    }
  }
  // As many of its checkpoints as of its work: pauses and saves have made some segments shorter.
  const double share = work_s / copy.position.work_s;
  const auto count = static_cast<std::int64_t>(share * static_cast<double>(copy.position.count));
  copy.position = {work_s, count / levels_[last].every * levels_[last].every};
  return copy;
}

RunCopy RunProgress::survivors_copy(double step_s) const {
  const RunPosition now = here();
  const auto first = std::ranges::find_if(levels_, [](const auto& l) { return l.survives >= LossScope::kNode; });
  const std::size_t level = std::min(static_cast<std::size_t>(first - levels_.begin()), levels_.size() - 1);
  return {.position = {now.work_s - step_s, now.count}, .level = level, .reload_s = levels_[level].reload / second};
}

void RunProgress::reloaded(const RunCopy& copy) {
  for (std::size_t i = 0; i <= copy.level; ++i) safe_[i] = copy.position;
}

double RunProgress::save_to_all() {
  const double started_s = into_stall_s_;
  go_to(here());
  safe_.fill(base_);
  return started_s;
}

}  // namespace fmplan::sim
