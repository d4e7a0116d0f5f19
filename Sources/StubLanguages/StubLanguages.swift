// The languages of texts in stubs and requests. The target knows nothing about stubs and requests
// themselves; each folder is a small library that can be read alone:
//
// - JSON: values, reading, writing and comparing (RFC 8259, pointers of RFC 6901).
// - JSONPath: queries (RFC 9535) with their regular expressions (RFC 9485).
// - Patterns: regular expressions of PCRE2, and globs.
// - URITemplates: expanding and matching (RFC 6570).
// - Templates: Handlebars for responses; `Helpers` has its functions by family.
// - XML: documents, XPath 1.0, comparing and events, with libxml2.
// - Support: percent-encoding, dates, time zones, random values and texts for messages.
