#include "library.h"

/// Frees what libxml2 allocated; `xmlFree` is not a function but a variable with one.
static inline void stubXMLFree(void *memory) { (*STUB_XML(xmlFree))(memory); }

static inline void stubXMLIgnoreMessage(void *context, const char *message, ...) {
  (void)context;
  (void)message;
}

/// Evaluates an expression without a word on standard error, where libxml2 complains of functions.
static inline xmlXPathObjectPtr stubXPathEvaluate(
    const xmlChar *expression, xmlXPathContextPtr context) {
  // What libxml2 calls `xmlGenericError` and `xmlGenericErrorContext`, of this thread.
  xmlGenericErrorFunc handler = *STUB_XML(__xmlGenericError)();
  void *handlerContext = *STUB_XML(__xmlGenericErrorContext)();
  STUB_XML(xmlSetGenericErrorFunc)(NULL, stubXMLIgnoreMessage);
  xmlXPathObjectPtr result = STUB_XML(xmlXPathEvalExpression)(expression, context);
  STUB_XML(xmlSetGenericErrorFunc)(handlerContext, handler);
  return result;
}
