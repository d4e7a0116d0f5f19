#include <stdint.h>

/// Has the processor fetch the memory there into its cache, if there is any, without waiting for it.
static inline void stubPrefetch(uintptr_t address) { __builtin_prefetch((const void *)address, 1); }
