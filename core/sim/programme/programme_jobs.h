#pragma once

/// @file
/// Jobs of a trial: how they join the queue, start, stop and end.

#include "core/sim/programme/programme_state.h"

namespace fmplan::sim {

void add_event(ProgrammeState& s, double at_s, EventKind kind, int of, std::uint32_t version = 0);

/// It is in the queue from now on; one whose project keeps nodes enough starts on them at once.
void make_eligible(ProgrammeState& s, int job);
/// A stream's next job joins the queue.
void add_stream_job(ProgrammeState& s, int stream);

/// @pre it is not in the queue, and its nodes are there
void start_job(ProgrammeState& s, int job);
/// The run's clock has come to its next step.
void step_job(ProgrammeState& s, int job);
/// What has no run is done.
void end_plain_job(ProgrammeState& s, int job);

/// Takes a job's nodes for another one: at once, or as soon as its run has written a checkpoint.
void preempt_job(ProgrammeState& s, int job);
/// The checkpoint is written.
void end_saving(ProgrammeState& s, int job);
/// Takes its nodes at once, for the pool loses them: known ahead, so that its checkpoint is written by now.
void stop_job(ProgrammeState& s, int job);
/// A project keeps its nodes no longer.
void give_up_kept(ProgrammeState& s, int project);

/// A task or stream more has ended.
void count_ended(ProgrammeState& s, int project);

/// Counts the productive node-seconds up to now of runs that have begun and not ended; those of what has no run are
/// counted as it stops.
void count_running_work(ProgrammeState& s);

}  // namespace fmplan::sim
