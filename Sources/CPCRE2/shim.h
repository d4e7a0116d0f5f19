#if !__has_include(<pcre2.h>)
#error "install libpcre2-dev (apt) or pcre2 (brew)"
#endif
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
