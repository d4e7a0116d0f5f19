// Loads a library of the system when one of its functions is first called, as Linux does here with
// libcurl, which few runs use, but which takes longer to load than all others together.

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

/// Defines a structure of that name with a pointer to each function, and functions that give it.
///
/// `functions(each)` calls the macro `each` with the name of each function, of which there is a
/// declaration. `NAMELoaded(file)` is the library in a file, which stays loaded; `NAMEOnce()` is the
/// one in `usual`, loaded by the first call. Its `problem` says, in the words of the system, why it
/// could not be used; it is `NULL` when it can. Each file of Swift that calls these functions has
/// pointers of its own to the one library.
#define STUB_LOADED_LIBRARY(name, functions, usual) \
  struct name { \
    functions(STUB_LOADED_POINTER) \
    const char *problem; \
  }; \
  static inline struct name name##Loaded(const char *file) { \
    struct name library = {0}; \
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL); \
    functions(STUB_LOADED_FIND) \
    return library; \
  } \
  static inline struct name *name##Pointers(void) { \
    static struct name library; \
    return &library; \
  } \
  static inline void name##Load(void) { *name##Pointers() = name##Loaded(usual); } \
  static inline const struct name *name##Once(void) { \
    static pthread_once_t once = PTHREAD_ONCE_INIT; \
    pthread_once(&once, name##Load); \
    return name##Pointers(); \
  }

#define STUB_LOADED_POINTER(function) __typeof__(&function) function;

#define STUB_LOADED_FIND(function) \
  if (handle != NULL) library.function = (__typeof__(&function))dlsym(handle, #function); \
  if (library.function == NULL) { \
    library.problem = strdup(dlerror()); \
    return library; \
  }
