#ifndef LATCHKEY_EXPAT_H
#define LATCHKEY_EXPAT_H

#include <stddef.h>

// Reads XML with Expat. The library is loaded when the function is called, and is never linked.

// Receives the parts of a document. A function that returns 0 ends the parsing.
struct lk_xml_handler {
  void *context;
  // `attributes` has names and values by turns, and ends with NULL. All texts are UTF-8.
  int (*begin)(void *context, const char *name, const char *const *attributes);
  int (*end)(void *context, const char *name);
  // One text may come in several parts.
  int (*text)(void *context, const char *bytes, int count);
};

enum lk_xml_result {
  LK_XML_OK = 0,
  // libexpat.so.1 is missing.
  LK_XML_NO_LIBRARY = 1,
  LK_XML_MALFORMED = 2,
  // The document has a declaration of its type, which could define entities.
  LK_XML_HAS_TYPE = 3,
  // A function of the handler returned 0.
  LK_XML_ENDED = 4,
  LK_XML_NO_MEMORY = 5,
};

// Parses a whole document. `line` receives the line of a failure.
enum lk_xml_result lk_xml_parse(
    const void *bytes, size_t count, const struct lk_xml_handler *handler, unsigned long *line);

#endif
