#include "cli/process.h"

#include <array>
#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fmplan::cli {
namespace {

[[noreturn]] void fail(int error, const std::string& what) {
  throw std::runtime_error("cannot start " + what + ": " + std::generic_category().message(error));
}

/// Both ends of a pipe, which are closed in programs that are started.
struct Pipe {
  std::array<int, 2> ends{-1, -1};

  Pipe() {
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail(errno, "a program");
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    for (const int end : ends)
      if (end >= 0) ::close(end);
  }
  void close_writing() {
    ::close(ends[1]);
    ends[1] = -1;
  }
};

/// All that is written to both, until both are closed.
void read_both(Pipe& out, Pipe& err, Finished& finished) {
  std::array<pollfd, 2> open = {pollfd{out.ends[0], POLLIN, 0}, pollfd{err.ends[0], POLLIN, 0}};
  const std::array<std::string*, 2> texts = {&finished.out, &finished.err};
  while (open[0].fd >= 0 || open[1].fd >= 0) {
    if (::poll(open.data(), open.size(), -1) < 0 && errno != EINTR) return;
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (open[i].fd < 0 || open[i].revents == 0) continue;
      std::array<char, 4096> block;
      const ssize_t size = ::read(open[i].fd, block.data(), block.size());
      if (size > 0)
        texts[i]->append(block.data(), static_cast<std::size_t>(size));
      else if (size == 0 || errno != EINTR)
        open[i].fd = -1;
    }
  }
}

int exit_code(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return 127;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

std::optional<Finished> run_program(const std::vector<std::string>& words) {
  Pipe out, err;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.ends[1], STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::vector<std::string> copies = words;
  std::vector<char*> arguments;
  arguments.reserve(copies.size() + 1);
  for (std::string& word : copies) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t process = 0;
  const int error = ::posix_spawnp(&process, arguments.front(), &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (error == ENOENT) return std::nullopt;
  if (error != 0) fail(error, words.front());
  out.close_writing();
  err.close_writing();
  Finished finished;
  read_both(out, err, finished);
  finished.code = exit_code(process);
  return finished;
}

}  // namespace fmplan::cli
