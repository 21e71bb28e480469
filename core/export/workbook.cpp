#include "core/export/workbook.h"

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <map>
#include <stdexcept>

#include <fmt/format.h>
#include <xlsxwriter.h>

#include "core/base/quantity.h"
#include "core/base/shared_library.h"
#include "core/text/json_text.h"

namespace fmplan::exports {
namespace {

namespace fs = std::filesystem;

/// What is used of libxlsxwriter, which is loaded for the first workbook.
struct Xlsxwriter {
  SharedLibrary library{FMPLAN_XLSXWRITER_LIBRARY};
  decltype(&::format_set_bold) format_set_bold = library.find("format_set_bold");
  decltype(&::format_set_num_format) format_set_num_format = library.find("format_set_num_format");
  decltype(&::lxw_strerror) lxw_strerror = library.find("lxw_strerror");
  decltype(&::lxw_workbook_free) lxw_workbook_free = library.find("lxw_workbook_free");
  decltype(&::workbook_add_format) workbook_add_format = library.find("workbook_add_format");
  decltype(&::workbook_add_worksheet) workbook_add_worksheet = library.find("workbook_add_worksheet");
  decltype(&::workbook_close) workbook_close = library.find("workbook_close");
  decltype(&::workbook_new) workbook_new = library.find("workbook_new");
  decltype(&::workbook_set_properties) workbook_set_properties = library.find("workbook_set_properties");
  decltype(&::worksheet_freeze_panes) worksheet_freeze_panes = library.find("worksheet_freeze_panes");
  decltype(&::worksheet_set_column) worksheet_set_column = library.find("worksheet_set_column");
  decltype(&::worksheet_write_formula_num) worksheet_write_formula_num = library.find("worksheet_write_formula_num");
  decltype(&::worksheet_write_number) worksheet_write_number = library.find("worksheet_write_number");
  decltype(&::worksheet_write_string) worksheet_write_string = library.find("worksheet_write_string");
};

const Xlsxwriter& xlsx() {
  static const Xlsxwriter kLoaded;
  return kLoaded;
}

/// A folder that goes with what is in it: the library writes to a file of a name.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_((fs::temp_directory_path() / "fmplan-XXXXXX").string()) {
    if (mkdtemp(path_.data()) == nullptr)
      throw std::runtime_error(fmt::format("cannot make a folder {} for the workbook", path_));
  }
  ~TemporaryFolder() {
    std::error_code error;
    fs::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  fs::path path() const { return path_; }

 private:
  std::string path_;
};

void check(lxw_error error) {
  if (error != LXW_NO_ERROR)
    throw std::runtime_error(fmt::format("the workbook cannot be written: {}", xlsx().lxw_strerror(error)));
}

class Writer {
 public:
  explicit Writer(const std::string& path) : book_(xlsx().workbook_new(path.c_str())) {
    if (book_ == nullptr) throw std::runtime_error("the workbook cannot be begun");
    for (const auto& [style, number_format] : kNumberFormats) {
      lxw_format* const format = xlsx().workbook_add_format(book_);
      if (*number_format != '\0') xlsx().format_set_num_format(format, number_format);
      if (style == CellStyle::kHeading) xlsx().format_set_bold(format);
      formats_[style] = format;
    }
  }
  ~Writer() {
    if (book_ != nullptr) xlsx().lxw_workbook_free(book_);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void add(const Sheet& sheet) {
    if (sheet.rows.size() > kMostSheetRows)
      throw std::runtime_error(fmt::format("sheet \"{}\" would have {} rows, more than the {} of the format",
                                           sheet.name, sheet.rows.size(), kMostSheetRows));
    lxw_worksheet* const into = xlsx().workbook_add_worksheet(book_, sheet.name.c_str());
    if (into == nullptr) throw std::runtime_error(fmt::format("\"{}\" is no name for a sheet", sheet.name));
    for (std::size_t column = 0; column < sheet.widths.size(); ++column)
      check(xlsx().worksheet_set_column(into, static_cast<lxw_col_t>(column), static_cast<lxw_col_t>(column),
                                        sheet.widths[column], nullptr));
    xlsx().worksheet_freeze_panes(into, static_cast<lxw_row_t>(sheet.frozen_rows),
                                  static_cast<lxw_col_t>(sheet.frozen_columns));
    for (std::size_t row = 0; row < sheet.rows.size(); ++row) {
      if (sheet.rows[row].size() > kMostSheetColumns)
        throw std::runtime_error(fmt::format("sheet \"{}\" would have {} columns, more than the {} of the format",
                                             sheet.name, sheet.rows[row].size(), kMostSheetColumns));
      for (std::size_t column = 0; column < sheet.rows[row].size(); ++column)
        write(into, static_cast<lxw_row_t>(row), static_cast<lxw_col_t>(column), sheet.rows[row][column]);
    }
  }

  void describe(const std::string& title, Date created) {
    std::string title_text = title;
    lxw_doc_properties properties{};
    properties.title = title_text.data();
    properties.created = static_cast<std::time_t>(created.days_since_epoch) * static_cast<std::time_t>(day / second);
    // 0 would be this moment.
    if (properties.created == 0) properties.created = 1;
    check(xlsx().workbook_set_properties(book_, &properties));
  }

  void close() {
    lxw_workbook* const book = book_;
    book_ = nullptr;  // closed or not, it is freed
    check(xlsx().workbook_close(book));
  }

 private:
  static inline const std::map<CellStyle, const char*> kNumberFormats = {{CellStyle::kPlain, ""},
                                                                         {CellStyle::kHeading, ""},
                                                                         {CellStyle::kMoney, "#,##0.00"},
                                                                         {CellStyle::kShare, "0.0%"},
                                                                         {CellStyle::kHours, "#,##0.0"}};

  void write(lxw_worksheet* into, lxw_row_t row, lxw_col_t column, const Cell& cell) {
    lxw_format* const format = formats_.at(cell.style);
    if (const auto* text = std::get_if<std::string>(&cell.content)) {
      check(xlsx().worksheet_write_string(into, row, column, text->c_str(), format));
    } else if (const auto* number = std::get_if<double>(&cell.content)) {
      check(xlsx().worksheet_write_number(into, row, column, *number, format));
    } else if (const auto* formula = std::get_if<Formula>(&cell.content)) {
      check(
          xlsx().worksheet_write_formula_num(into, row, column, ("=" + formula->text).c_str(), format, formula->value));
    }
  }

  lxw_workbook* book_;
  std::map<CellStyle, lxw_format*> formats_;
};

}  // namespace

std::string cell_name(std::size_t row, std::size_t column) {
  constexpr std::size_t kLetters = 26;  // of the alphabet
  std::string letters;
  for (std::size_t rest = column + 1; rest > 0; rest = (rest - 1) / kLetters)
    letters.insert(letters.begin(), static_cast<char>('A' + (rest - 1) % kLetters));
  return fmt::format("{}{}", letters, row + 1);
}

std::string xlsx_bytes(const Workbook& workbook) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "workbook.xlsx";
  Writer writer(path.string());
  writer.describe(workbook.title, workbook.created);
  for (const Sheet& sheet : workbook.sheets) writer.add(sheet);
  writer.close();
  constexpr std::size_t kMostBytes = 1u << 30;  // chosen: of a file that a spreadsheet opens
  return text::read_text_file(path, kMostBytes);
}

}  // namespace fmplan::exports
