// Finds the functions of a library of the system. Linux loads the library when it is first needed:
// few runs need libcurl, libxml2 or OpenSSL, which take longer to load and more memory than all
// else together. Elsewhere the library is linked.

#include <stddef.h>

/// Defines a structure of that name with a pointer to each function, and functions that fill it.
///
/// `functions(each)` calls the macro `each` with the name of each function, of which there is a
/// declaration. `NAMELoad()` loads the library from the file `usual`, and says in the words of the
/// system why it could not be loaded; it is to be called once, by one thread. Only when it has
/// returned `NULL`, what `NAMEFunctions()` points to can be called. On Linux, `NAMELoaded(file)` is
/// the library in another file. What is loaded stays loaded.
#define STUB_LOADED_LIBRARY(name, functions, usual) \
  struct name { \
    functions(STUB_LOADED_POINTER) \
    const char *_Nullable problem; \
  }; \
  STUB_LOADED_FUNCTIONS(name, functions, usual)

#define STUB_LOADED_POINTER(function) __typeof__(&function) _Nonnull function;

#ifdef __linux__

#include <dlfcn.h>
#include <string.h>

// The pointers are weak, so that all files of Swift, each of which defines them, share them.
#define STUB_LOADED_FUNCTIONS(name, functions, usual) \
  __attribute__((weak, visibility("hidden"))) struct name name##Library = {0}; \
  static inline const struct name *_Nonnull name##Functions(void) { return &name##Library; } \
  static inline struct name name##Loaded(const char *_Nonnull file) { \
    struct name library = {0}; \
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL); \
    functions(STUB_LOADED_FIND) \
    return library; \
  } \
  static inline const char *_Nullable name##Load(void) { \
    name##Library = name##Loaded(usual); \
    return name##Library.problem; \
  }

#define STUB_LOADED_FIND(function) \
  if (handle != NULL) library.function = (__typeof__(&function))dlsym(handle, #function); \
  if (library.function == NULL) { \
    library.problem = strdup(dlerror()); \
    return library; \
  }

#else

#define STUB_LOADED_FUNCTIONS(name, functions, usual) \
  static inline const struct name *_Nonnull name##Functions(void) { \
    static const struct name library = {functions(STUB_LOADED_LINKED)}; \
    return &library; \
  } \
  static inline const char *_Nullable name##Load(void) { return NULL; }

#define STUB_LOADED_LINKED(function) .function = &function,

#endif
