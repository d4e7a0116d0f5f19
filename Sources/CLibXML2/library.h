// The functions of libxml2: loaded on Linux when one is first called, linked elsewhere.

// The system's ICU headers contradict those of the toolchain's Foundation when a module sees both.
// Nothing here uses them; they only add members at the end of a type that stays with libxml2.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

#ifdef __linux__

#include "../CLoading/loading.h"

#define STUB_XML_FUNCTIONS(each) \
  each(__xmlGenericError) \
  each(__xmlGenericErrorContext) \
  each(xmlByteConsumed) \
  each(xmlCtxtGetLastError) \
  each(xmlCtxtReadMemory) \
  each(xmlDocGetRootElement) \
  each(xmlFree) \
  each(xmlFreeDoc) \
  each(xmlFreeParserCtxt) \
  each(xmlInitParser) \
  each(xmlNewParserCtxt) \
  each(xmlSetGenericErrorFunc) \
  each(xmlStopParser) \
  each(xmlXPathCastNodeToString) \
  each(xmlXPathCastToString) \
  each(xmlXPathEvalExpression) \
  each(xmlXPathFreeContext) \
  each(xmlXPathFreeObject) \
  each(xmlXPathNewContext) \
  each(xmlXPathRegisterNs)

// Structures differ between these two, so it has to be the one that the headers are of.
#if LIBXML_VERSION >= 21400
STUB_LOADED_LIBRARY(StubXML, STUB_XML_FUNCTIONS, "libxml2.so.16")
#else
STUB_LOADED_LIBRARY(StubXML, STUB_XML_FUNCTIONS, "libxml2.so.2")
#endif

/// Why nothing can be called, in the words of the system; `NULL` when everything can.
static inline const char *stubXMLProblem(void) { return StubXMLOnce()->problem; }

#define STUB_XML(name) (*StubXMLOnce()->name)

#else

static inline const char *stubXMLProblem(void) { return NULL; }

#define STUB_XML(name) (name)

#endif
