#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

/// Frees what libxml2 allocated; `xmlFree` itself is a variable, which Swift cannot call safely.
static inline void stubXMLFree(void *memory) { xmlFree(memory); }
