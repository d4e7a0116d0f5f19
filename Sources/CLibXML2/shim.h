// The system's ICU headers contradict those of the toolchain's Foundation when a module sees both.
// Nothing here uses them; they only add members at the end of a type that stays with libxml2.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

/// Frees what libxml2 allocated; `xmlFree` itself is a variable, which Swift cannot call safely.
static inline void stubXMLFree(void *memory) { xmlFree(memory); }

static inline void stubXMLIgnoreMessage(void *context, const char *message, ...) {
  (void)context;
  (void)message;
}

/// Evaluates an expression without a word on standard error, where libxml2 complains of functions.
static inline xmlXPathObjectPtr stubXPathEvaluate(
    const xmlChar *expression, xmlXPathContextPtr context) {
  xmlGenericErrorFunc handler = xmlGenericError;
  void *handlerContext = xmlGenericErrorContext;
  xmlSetGenericErrorFunc(NULL, stubXMLIgnoreMessage);
  xmlXPathObjectPtr result = xmlXPathEvalExpression(expression, context);
  xmlSetGenericErrorFunc(handlerContext, handler);
  return result;
}
