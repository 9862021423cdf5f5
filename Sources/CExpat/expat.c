#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "CExpat.h"

// The types and functions of Expat that Latchkey uses, as expat.h declares them. The ABI of libexpat.so.1 is stable.

typedef struct XML_ParserStruct *XML_Parser;

typedef struct {
  void *(*malloc)(size_t size);
  void *(*realloc)(void *pointer, size_t size);
  void (*free)(void *pointer);
} XML_Memory;

struct functions {
  XML_Parser (*create)(const char *encoding, const XML_Memory *memory, const char *separator);
  void (*set_user_data)(XML_Parser parser, void *data);
  void (*set_elements)(
      XML_Parser parser, void (*begin)(void *, const char *, const char **), void (*end)(void *, const char *));
  void (*set_text)(XML_Parser parser, void (*text)(void *, const char *, int));
  void (*set_type)(XML_Parser parser, void (*type)(void *, const char *, const char *, const char *, int));
  int (*parse)(XML_Parser parser, const char *bytes, int count, int is_last);
  int (*stop)(XML_Parser parser, unsigned char is_resumable);
  unsigned long (*line)(XML_Parser parser);
  void (*release)(XML_Parser parser);
};

static int find(void *library, const char *name, void *function) {
  return (*(void **)function = dlsym(library, name)) != NULL;
}

static int load(struct functions *functions) {
  void *library = dlopen("libexpat.so.1", RTLD_NOW | RTLD_LOCAL);
  return library != NULL && find(library, "XML_ParserCreate_MM", &functions->create) &&
         find(library, "XML_SetUserData", &functions->set_user_data) &&
         find(library, "XML_SetElementHandler", &functions->set_elements) &&
         find(library, "XML_SetCharacterDataHandler", &functions->set_text) &&
         find(library, "XML_SetStartDoctypeDeclHandler", &functions->set_type) &&
         find(library, "XML_Parse", &functions->parse) && find(library, "XML_StopParser", &functions->stop) &&
         find(library, "XML_GetCurrentLineNumber", &functions->line) &&
         find(library, "XML_ParserFree", &functions->release);
}

struct state {
  const struct lk_xml_handler *handler;
  struct functions functions;
  XML_Parser parser;
  enum lk_xml_result result;
};

static void stop(struct state *state, enum lk_xml_result result) {
  // Expat may call further functions after the parser was stopped.
  if (state->result != LK_XML_OK) return;
  state->result = result;
  state->functions.stop(state->parser, 0);
}

static void begin(void *data, const char *name, const char **attributes) {
  struct state *state = data;
  if (state->result == LK_XML_OK &&
      !state->handler->begin(state->handler->context, name, (const char *const *)attributes))
    stop(state, LK_XML_ENDED);
}

static void end(void *data, const char *name) {
  struct state *state = data;
  if (state->result == LK_XML_OK && !state->handler->end(state->handler->context, name)) stop(state, LK_XML_ENDED);
}

static void text(void *data, const char *bytes, int count) {
  struct state *state = data;
  if (state->result == LK_XML_OK && !state->handler->text(state->handler->context, bytes, count))
    stop(state, LK_XML_ENDED);
}

static void type(void *data, const char *name, const char *system, const char *public, int has_internal) {
  (void)name, (void)system, (void)public, (void)has_internal;
  stop(data, LK_XML_HAS_TYPE);
}

enum lk_xml_result lk_xml_parse(
    const void *bytes, size_t count, const struct lk_xml_handler *handler, unsigned long *line) {
  struct state state = {.handler = handler, .result = LK_XML_OK};
  *line = 0;
  if (!load(&state.functions)) return LK_XML_NO_LIBRARY;
  state.parser = state.functions.create(NULL, NULL, NULL);
  if (state.parser == NULL) return LK_XML_NO_MEMORY;
  state.functions.set_user_data(state.parser, &state);
  state.functions.set_elements(state.parser, begin, end);
  state.functions.set_text(state.parser, text);
  state.functions.set_type(state.parser, type);
  const size_t part = 1 << 20;
  const char *position = bytes;
  for (;;) {
    size_t length = count < part ? count : part;
    int is_last = length == count;
    if (state.functions.parse(state.parser, position, (int)length, is_last) == 0 && state.result == LK_XML_OK)
      state.result = LK_XML_MALFORMED;
    if (state.result != LK_XML_OK || is_last) break;
    position += length;
    count -= length;
  }
  if (state.result != LK_XML_OK) *line = state.functions.line(state.parser);
  state.functions.release(state.parser);
  return state.result;
}
