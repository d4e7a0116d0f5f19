// The functions of libxml2: loaded on Linux, linked elsewhere.

// The system's ICU headers contradict those of the toolchain's Foundation when a module sees both.
// Nothing here uses them; they only add members at the end of a type that stays with libxml2.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

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

// The file whose types these headers describe, and Debian's package of it.
#if LIBXML_VERSION < 21400
#define STUB_XML_FILE "libxml2.so.2"
#define STUB_XML_PACKAGE "libxml2"
#else
#define STUB_XML_FILE "libxml2.so.16"
#define STUB_XML_PACKAGE "libxml2-16"
#endif

STUB_LOADED_LIBRARY(StubXML, STUB_XML_FUNCTIONS, STUB_XML_FILE)

#define STUB_XML(name) (StubXMLFunctions()->name)
