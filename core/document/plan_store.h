#pragma once

/// @file
/// A .fmplan file that is written to: one document with its versions, kept as it changes.  One process at a time.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "core/document/stored_document.h"

namespace fmplan::document {

/// A .fmplan file held for writing, alone, by a lock that the kernel lets go of when the process ends.  One thread at a
/// time.  Everything is done as a whole or not at all; what throws DatabaseError has left the file as it was.
class PlanStore {
 public:
  /// Numbers of the versions that the file holds.
  struct Kept {
    std::int64_t first = 0, last = 0;
  };

  /// Makes a file of `document`.  One of ours that is there gets this content in place of its own, any other is
  /// replaced when the new one is whole.
  /// @throws InputError where another window has it open or the folder cannot be written to; DatabaseError.
  static PlanStore make(const std::filesystem::path& path, const StoredDocument& document);

  ~PlanStore();
  PlanStore(PlanStore&&) noexcept;

  const std::string& path() const;
  /// @throws DatabaseError.
  Kept kept() const;
  /// Puts `versions` in place of those from number `from` on, and shows number `shown`.  What is beyond kMostVersions
  /// and kMostVersionBytes goes, before the shown one from the oldest on, then behind it from the newest on.
  /// @pre `from` is at most one behind the last that is kept.  @throws DatabaseError.
  void write(std::int64_t from, std::span<const Version> versions, std::int64_t shown);
  /// Keeps an answer beside the versions, in place of an earlier one of its fingerprint; what is beyond kMostAnswers
  /// and kMostAnswerBytes goes, from the oldest on.  One that is larger alone is not kept.  @throws DatabaseError.
  void keep(const KeptAnswer& answer);
  /// Ends it, and removes the file: what it held is not needed any more.
  static void remove(PlanStore store);

 private:
  friend struct OpenedStore open_store(const std::filesystem::path& path);
  struct Open;
  explicit PlanStore(std::unique_ptr<Open> open);

  std::unique_ptr<Open> open_;
};

/// Why a file may only be looked at.
enum class Locked {
  kNo,
  kInUse,      ///< another window has it
  kReadOnly,   ///< the file, or the folder about it, cannot be written to
  kOldFormat,  ///< the file is of an earlier format, and there was no room to make it one of this
};

struct OpenedStore {
  StoredDocument document;
  Locked locked = Locked::kNo;
  std::unique_ptr<PlanStore> store{};  ///< none where it is locked
  std::filesystem::path copy{};        ///< of the file as it was, where it was of an earlier format; else empty
};

/// Where a file of an earlier format is kept when it is made one of this: "plan.fmplan.format-1".
std::filesystem::path copy_of_format(const std::filesystem::path& path, std::int64_t format);

/// Opens a .fmplan file, for writing where that is possible.  One of an earlier format is made one of this, as a whole
/// or not at all, after a copy was put at copy_of_format(); where only a number behind that name is free, there.
/// @throws InputError that says what to do: none of ours, damaged, of a later format.  Then nothing was changed.
OpenedStore open_store(const std::filesystem::path& path);

}  // namespace fmplan::document
