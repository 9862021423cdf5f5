// The constant strings of the API. A constant string is static memory of the library. Core Foundation never frees the
// string, even if a program releases the string too often, because the string has the reference count of a constant
// object. The constant strings that the compiler makes do not survive superfluous releases.

#include <Security/Security.h>

#include "CSecurity.h"

#if __BIG_ENDIAN__
#error "the constant strings are laid out for little-endian machines"
#endif

// A constant has the same memory layout as a string that the macro CFSTR makes. CFSTR itself can be used only in
// functions.
#define STRING(text)                                                                    \
  {{(uintptr_t)&_CF_CONSTANT_STRING_SWIFT_CLASS, _CF_CONSTANT_OBJECT_STRONG_RC, 0x07C8}, \
   (uint8_t *)(text),                                                                   \
   sizeof(text) - 1},

static struct __CFConstStr strings[] = {
#define CONSTANT(name, text) STRING(text)
#include "ConstantStrings.inc"
#undef CONSTANT
};

enum {
#define CONSTANT(name, text) index_of_##name,
#include "ConstantStrings.inc"
#undef CONSTANT
  constant_count
};

#define CONSTANT(name, text) const CFStringRef name = (CFStringRef)&strings[index_of_##name];
#include "ConstantStrings.inc"
#undef CONSTANT

const SecRandomRef kSecRandomDefault = NULL;

long lk_constant_count(void) { return constant_count; }

long lk_constant_index(const void *object) {
  uintptr_t offset = (uintptr_t)object - (uintptr_t)strings;
  return offset < sizeof strings ? (long)(offset / sizeof strings[0]) : -1;
}

const void *lk_constant(long index) { return &strings[index]; }

const char *lk_constant_text(long index) { return (const char *)strings[index]._ptr; }
