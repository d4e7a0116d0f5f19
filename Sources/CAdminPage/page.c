#include "page.h"

// Embedded by the C compiler: Swift takes half a minute for a literal of that size.
const char *admin_page(void) {
#pragma clang diagnostic ignored "-Wc23-extensions"
  static const char text[] = {
#embed "page.html" suffix(, 0)
  };
  return text;
}
