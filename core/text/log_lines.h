#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace fmplan::text {

/// One line that a program printed.
struct LogLine {
  int number = 0;     ///< the first being 1; what a progress bar overwrites shares its line's number
  std::string rank;   ///< who printed it, as the launcher wrote it: "0", "default7", "rank0"; empty if it did not
  std::string text;   ///< without colours, rank and blanks at either end
  bool whole = true;  ///< false for the last line of a text that does not end there
};

/// The lines of a log, one at a time, so that memory does not grow with the file.  Lines end in LF, CRLF or CR (as
/// progress bars do).  Escape sequences of terminals are left out, and so is what launchers put before a line: "1: " of
/// srun, "[1,0]<stdout>:" of mpirun, "[default0]:" and "[rank0]:" of torchrun, "job/0 " of TorchX.
class LogLines {
 public:
  /// `name` is what messages call the log.
  LogLines(std::istream& in, std::string name) : in_(in), name_(std::move(name)) {}

  /// None at the end.  @throws InputError, at "name:line", for a line of more than a mebibyte and a text of more than
  /// four gibibytes; for what gzip, xz or zstd packed.
  std::optional<LogLine> next();

 private:
  struct RawLine {
    std::string text;
    bool whole = true;
  };
  std::optional<RawLine> read_raw();

  std::istream& in_;
  std::string name_;
  int number_ = 1;
  std::size_t num_bytes_ = 0;
  bool after_return_ = false;
};

/// Text that may stand in a table: bytes that are no printable ASCII replaced by "?", at most 100 of them.
std::string table_text(std::string_view text);

}  // namespace fmplan::text
