#include "library.h"

static inline void stubXMLStart(void) { STUB_XML(xmlInitParser)(); }

static inline xmlParserCtxtPtr stubXMLMakeParser(void) { return STUB_XML(xmlNewParserCtxt)(); }

static inline void stubXMLFreeParser(xmlParserCtxtPtr parser) {
  STUB_XML(xmlFreeParserCtxt)(parser);
}

static inline xmlDocPtr stubXMLRead(
    xmlParserCtxtPtr parser, const char *bytes, int count, int options) {
  return STUB_XML(xmlCtxtReadMemory)(parser, bytes, count, NULL, NULL, options);
}

static inline void stubXMLStop(xmlParserCtxtPtr parser) { STUB_XML(xmlStopParser)(parser); }

/// How many bytes have been read; below 0 when that is not known.
static inline long stubXMLBytesRead(xmlParserCtxtPtr parser) {
  return STUB_XML(xmlByteConsumed)(parser);
}

static inline const xmlError *stubXMLLastError(xmlParserCtxtPtr parser) {
  return STUB_XML(xmlCtxtGetLastError)(parser);
}

static inline xmlNodePtr stubXMLRoot(xmlDocPtr document) {
  return STUB_XML(xmlDocGetRootElement)(document);
}

static inline void stubXMLFreeDocument(xmlDocPtr document) { STUB_XML(xmlFreeDoc)(document); }

/// Frees what libxml2 allocated.
static inline void stubXMLFree(void *memory) { STUB_XML(xmlFree)(memory); }

static inline xmlXPathContextPtr stubXPathMake(xmlDocPtr document) {
  return STUB_XML(xmlXPathNewContext)(document);
}

static inline void stubXPathFree(xmlXPathContextPtr context) {
  STUB_XML(xmlXPathFreeContext)(context);
}

static inline void stubXPathRegister(
    xmlXPathContextPtr context, const char *prefix, const char *namespace) {
  STUB_XML(xmlXPathRegisterNs)(context, (const xmlChar *)prefix, (const xmlChar *)namespace);
}

static inline void stubXPathFreeResult(xmlXPathObjectPtr result) {
  STUB_XML(xmlXPathFreeObject)(result);
}

/// A text to be freed.
static inline xmlChar *stubXPathText(xmlXPathObjectPtr result) {
  return STUB_XML(xmlXPathCastToString)(result);
}

/// A text to be freed.
static inline xmlChar *stubXPathTextOfNode(xmlNodePtr node) {
  return STUB_XML(xmlXPathCastNodeToString)(node);
}

static inline void stubXMLIgnoreMessage(void *context, const char *message, ...) {
  (void)context;
  (void)message;
}

/// Evaluates an expression without a word on standard error, where libxml2 complains of functions.
static inline xmlXPathObjectPtr stubXPathEvaluate(
    const char *expression, xmlXPathContextPtr context) {
  xmlGenericErrorFunc handler = *STUB_XML(__xmlGenericError)();
  void *handlerContext = *STUB_XML(__xmlGenericErrorContext)();
  STUB_XML(xmlSetGenericErrorFunc)(NULL, stubXMLIgnoreMessage);
  xmlXPathObjectPtr result =
      STUB_XML(xmlXPathEvalExpression)((const xmlChar *)expression, context);
  STUB_XML(xmlSetGenericErrorFunc)(handlerContext, handler);
  return result;
}
