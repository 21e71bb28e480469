#include "core/plan/placement/clasp_process.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

namespace fmplan::plan {
namespace {

/// A file descriptor that is closed with its owner, and in programs that are started.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  int number() const { return number_; }
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

std::string error_text(int error) { return std::generic_category().message(error); }

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t size = ::write(file, text.data(), text.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(size));
  }
  return ::lseek(file, 0, SEEK_SET) == 0;
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

  /// An error number, or 0.  Both channels of output go to `out`.
  int start(std::vector<std::string> words, int in, int out) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDERR_FILENO);
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

enum class Ended : std::uint8_t { kClosed, kStopped, kGuard, kTooMuch };

/// Reads until the other end is closed, or something else ends it.
Ended read_all(int file, std::chrono::steady_clock::time_point until, std::size_t most, const Watch& watch,
               std::string& text) {
  constexpr int kLookEvery_ms = 50;  // chosen: nobody waits longer for a stop
  while (true) {
    if (watch.stopped()) return Ended::kStopped;
    if (std::chrono::steady_clock::now() >= until) return Ended::kGuard;
    if (text.size() > most) return Ended::kTooMuch;
    pollfd open = {file, POLLIN, 0};
    if (::poll(&open, 1, kLookEvery_ms) <= 0) continue;
    std::array<char, 65536> block;
    const ssize_t size = ::read(file, block.data(), block.size());
    if (size > 0) text.append(block.data(), static_cast<std::size_t>(size));
    if (size == 0 || (size < 0 && errno != EINTR)) return Ended::kClosed;
  }
}

std::string reason(Ended ended, const ClaspSettings& settings) {
  switch (ended) {
    case Ended::kStopped: return "it was stopped";
    case Ended::kGuard:
      return fmt::format("it had not ended after {:g} s", std::chrono::duration<double>(settings.guard).count());
    case Ended::kTooMuch: return "it wrote more than an answer";
    case Ended::kClosed: break;
  }
  return {};
}

/// Of what an error of clasp reads like, the line of it.
std::string error_line(std::string_view text) {
  const std::size_t begin = text.find("*** ERROR");
  if (begin == std::string_view::npos) return {};
  constexpr std::size_t kMostOfALine = 200;  // chosen: characters
  return ": " + std::string(text.substr(begin, std::min(text.find('\n', begin) - begin, kMostOfALine)));
}

/// Codes of clasp's own from here on say that it failed; below they say what it found.
constexpr int kClaspFailed = 33;

OpbAnswer failed(std::string why) {
  OpbAnswer answer;
  answer.trouble = std::move(why);
  return answer;
}

/// Chosen by trial on random programmes (docs/decisions/0022-placement-by-clasp.md).
std::array<const char*, 2> options_of(OpbSearch search) {
  switch (search) {
    case OpbSearch::kFromBelow: return {"--opt-strategy=usc,pmres,7", "--configuration=trendy"};
    case OpbSearch::kFromAbove: return {"--opt-strategy=bb,lin", "--configuration=jumpy"};
    case OpbSearch::kFromBelowAnew: break;
  }
  return {"--opt-strategy=usc,pmres,7", "--configuration=tweety"};
}

OpbAnswer ask(const ClaspSettings& settings, const OpbQuestion& question, const Watch& watch) {
  const Descriptor in(::memfd_create("opb", MFD_CLOEXEC));
  if (in.number() < 0 || !write_all(in.number(), question.text))
    return failed("its question could not be written: " + error_text(errno));
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return failed("no pipe: " + error_text(errno));
  const Descriptor out(ends[0]);
  Descriptor writing(ends[1]);
  std::vector<std::string> words = {settings.program, "--outf=1", "--verbose=1", "--quiet=1",
                                    fmt::format("--solve-limit={}", question.conflicts)};
  for (const char* option : options_of(question.search)) words.emplace_back(option);
  const auto until = std::chrono::steady_clock::now() + settings.guard;
  Child child;
  const int error = child.start(std::move(words), in.number(), writing.number());
  if (error == ENOENT) return failed(fmt::format("{} is not installed", settings.program));
  if (error != 0) return failed(fmt::format("{} cannot be started: {}", settings.program, error_text(error)));
  writing.close();
  // Chosen: some lines, and 16 characters for each variable of the one assignment that it writes.
  const std::size_t most = 1'000'000 + 16 * static_cast<std::size_t>(question.num_variables);
  std::string text;
  const Ended ended = read_all(out.number(), until, most, watch, text);
  child.kill();
  const std::optional<int> status = child.wait();
  if (ended != Ended::kClosed) return failed(reason(ended, settings));
  if (status && WIFSIGNALED(*status)) return failed(fmt::format("it was ended by signal {}", WTERMSIG(*status)));
  if (status && WEXITSTATUS(*status) >= kClaspFailed)
    return failed(fmt::format("it ended with code {}{}", WEXITSTATUS(*status), error_line(text)));
  return read_clasp_output(text, question.num_variables);
}

template <class Number>
std::optional<Number> number_at(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() ? std::optional(number) : std::nullopt;
}

std::string_view without_spaces(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  return begin == std::string_view::npos ? std::string_view{} : text.substr(begin);
}

/// "x1 -x2 …" into `values`.  @return whether it is that.
bool read_values(std::string_view text, std::vector<bool>& values) {
  for (text = without_spaces(text); !text.empty(); text = without_spaces(text)) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    const bool negative = word.front() == '-';
    const std::string_view name = word.substr(negative ? 1 : 0);
    if (name.size() < 2 || name.front() != 'x') return false;
    const std::optional<int> number = number_at<int>(name.substr(1));
    if (!number || *number < 1 || *number > static_cast<int>(values.size())) return false;
    values[static_cast<std::size_t>(*number - 1)] = !negative;
  }
  return true;
}

}  // namespace

OpbSolver clasp_solver(const ClaspSettings& settings) {
  return [settings](const OpbQuestion& question, const Watch& watch) {
    OpbAnswer answer = ask(settings, question, watch);
    if (!answer.trouble.empty()) answer.trouble = "clasp: " + answer.trouble;
    return answer;
  };
}

OpbAnswer read_clasp_output(std::string_view text, int num_variables) {
  OpbAnswer answer;
  std::vector<bool> values(static_cast<std::size_t>(num_variables));
  bool has_values = false;
  std::string_view state;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.starts_with("s ")) state = line.substr(2);
    if (line.starts_with("c clasp version ")) answer.solver = fmt::format("clasp {}", line.substr(16, 40));
    if (line.starts_with("v ")) {
      has_values = true;
      if (!read_values(line.substr(2), values)) return failed("it names a variable that was not asked about");
    }
    // "c Progression : [ 7;21]", "c Bounds         : [7;21]": what is below the least, and the best so far.
    if (!line.starts_with("c Progression") && !line.starts_with("c Bounds")) continue;
    const std::size_t begin = line.find('[');
    if (begin == std::string_view::npos) continue;
    if (const auto bound = number_at<std::int64_t>(without_spaces(line.substr(begin + 1)))) answer.bound = *bound;
  }
  if (state == "OPTIMUM FOUND")
    answer.optimal = true;
  else if (state == "UNSATISFIABLE")
    answer.unsatisfiable = true;
  else if (state != "SATISFIABLE" && state != "UNKNOWN")
    return failed("it ended without saying what it found");
  if (has_values) answer.values = std::move(values);
  if (answer.optimal && !has_values) return failed("it says that it found the best and does not write it");
  return answer;
}

}  // namespace fmplan::plan
