#include "core/base/process.h"

#include <array>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fmplan {
namespace {

using Clock = std::chrono::steady_clock;

/// A file descriptor that is closed with its owner, and in programs that are started.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void set(int number) {
    close();
    number_ = number;
  }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

/// A channel of a program's output.
struct Pipe {
  Descriptor reading, writing;

  bool open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    reading.set(ends[0]);
    writing.set(ends[1]);
    return true;
  }
};

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t size = ::write(file, text.data(), text.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(size));
  }
  return ::lseek(file, 0, SEEK_SET) == 0;
}

/// A file in memory that holds the text.
bool open_input(std::string_view text, Descriptor& input) {
  if (text.empty()) {
    input.set(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    return input.is_open();
  }
  input.set(::memfd_create("input", MFD_CLOEXEC));
  return input.is_open() && write_all(input.number(), text);
}

/// A program that was started, killed with all that it started where it is still there at the end.
class Child {
 public:
  Child() = default;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (process_ <= 0) return;
    kill();
    wait();
  }

  /// An error number, or 0.
  int start(std::vector<std::string> words, int in, int out, int err) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const int error = ::posix_spawnp(&process_, arguments.front(), &actions, &attributes, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error != 0) process_ = 0;
    return error;
  }

  void kill() const { ::kill(-process_, SIGKILL); }

  /// Its status as waitpid() has it; none: nobody can tell (a parent that ignores SIGCHLD).
  std::optional<int> wait() {
    int status = 0;
    pid_t ended = 0;
    do ended = ::waitpid(process_, &status, 0);
    while (ended < 0 && errno == EINTR);
    process_ = 0;
    return ended < 0 ? std::nullopt : std::optional(status);
  }

 private:
  pid_t process_ = 0;
};

/// Reads both channels until the other ends are closed, or something else ends it.
ProgramEnd read_both(const Program& program, const Pipe& out, const Pipe& err, const Watch& watch, Finished& finished) {
  constexpr int kLookEvery_ms = 50;  // chosen: nobody waits longer for a stop
  const Clock::time_point begin = Clock::now();
  std::array<pollfd, 2> open = {pollfd{out.reading.number(), POLLIN, 0}, pollfd{err.reading.number(), POLLIN, 0}};
  const std::array<std::string*, 2> texts = {&finished.out, &finished.err};
  while (open[0].fd >= 0 || open[1].fd >= 0) {
    if (watch.stopped()) return ProgramEnd::kStopped;
    if (program.guard && Clock::now() - begin >= *program.guard) return ProgramEnd::kGuard;
    if (finished.out.size() + finished.err.size() > program.most_output) return ProgramEnd::kTooMuch;
    const int ready = ::poll(open.data(), open.size(), kLookEvery_ms);
    if (ready < 0 && errno != EINTR) return ProgramEnd::kEnded;
    if (ready <= 0) continue;
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (open[i].fd < 0 || open[i].revents == 0) continue;
      std::array<char, 65536> block;
      const ssize_t size = ::read(open[i].fd, block.data(), block.size());
      if (size > 0)
        texts[i]->append(block.data(), static_cast<std::size_t>(size));
      else if (size == 0 || errno != EINTR)
        open[i].fd = -1;
    }
  }
  return ProgramEnd::kEnded;
}

Finished not_started(int error) {
  return {.end = error == ENOENT ? ProgramEnd::kNotThere : ProgramEnd::kNotStarted,
          .error = std::generic_category().message(error)};
}

}  // namespace

Finished run_program(const Program& program, const Watch& watch) {
  Descriptor input;
  Pipe out, err;
  if (!open_input(program.input, input) || !out.open() || !err.open())
    return {.end = ProgramEnd::kNotStarted, .error = std::generic_category().message(errno)};
  Child child;
  if (const int error = child.start(program.words, input.number(), out.writing.number(), err.writing.number());
      error != 0)
    return not_started(error);
  out.writing.close();
  err.writing.close();
  Finished finished;
  finished.end = read_both(program, out, err, watch, finished);
  // Who has a guard is not waited for either once it has said all.
  if (finished.end != ProgramEnd::kEnded || program.guard) child.kill();
  if (const std::optional<int> status = child.wait()) {
    if (WIFEXITED(*status)) finished.code = WEXITSTATUS(*status);
    if (WIFSIGNALED(*status)) finished.signal = WTERMSIG(*status);
  }
  return finished;
}

}  // namespace fmplan
