#if !__has_include(<libxml/parser.h>)
#error "install libxml2-dev (apt) or libxml2 (brew)"
#endif

// The system's ICU headers contradict those of the toolchain's Foundation when a module sees both.
// Nothing here uses them; they only add members at the end of a type that stays with libxml2.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

/// Frees what libxml2 allocated; `xmlFree` is not a function but a variable with one.
static inline void xmlFreeMemory(void *memory) { xmlFree(memory); }

static inline void xmlIgnoreMessage(void *context, const char *message, ...) {
  (void)context;
  (void)message;
}

/// Evaluates an expression without a word on standard error, where libxml2 complains of functions.
static inline xmlXPathObjectPtr xmlXPathEvaluateQuietly(
    const xmlChar *expression, xmlXPathContextPtr context) {
  xmlGenericErrorFunc handler = xmlGenericError;
  void *handlerContext = xmlGenericErrorContext;
  xmlSetGenericErrorFunc(NULL, xmlIgnoreMessage);
  xmlXPathObjectPtr result = xmlXPathEvalExpression(expression, context);
  xmlSetGenericErrorFunc(handlerContext, handler);
  return result;
}
