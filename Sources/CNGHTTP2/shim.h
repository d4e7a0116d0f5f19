#if !__has_include(<nghttp2/nghttp2.h>)
#error "install libnghttp2-dev (apt) or libnghttp2 (brew)"
#endif
#include <stdint.h>
#include <sys/types.h>

#include <nghttp2/nghttp2.h>
