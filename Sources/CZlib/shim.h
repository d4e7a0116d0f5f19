#if !__has_include(<zlib.h>)
#error "install zlib1g-dev (apt) or zlib (brew)"
#endif
#include <zlib.h>
