#pragma once

/// @file
/// Libraries of others that few answers need: they are loaded when one does, and not when the program starts.

namespace fmplan {

/// A shared library, loaded for as long as the process lives.
class SharedLibrary {
 public:
  /// @param name  as its SONAME ("libical.so.3").  @throws std::runtime_error where it cannot be loaded: why
  explicit SharedLibrary(const char* name);

  /// One of its functions, as the pointer that it is assigned to: of the type that the library's header declares.
  class Function {
   public:
    explicit Function(void* address) : address_(address) {}
    template <class Type>
    operator Type*() const {
      return reinterpret_cast<Type*>(address_);
    }

   private:
    void* address_;
  };

  /// @throws std::runtime_error where the library has none of that name
  Function find(const char* name) const;

 private:
  const char* name_;
  void* handle_;
};

}  // namespace fmplan
