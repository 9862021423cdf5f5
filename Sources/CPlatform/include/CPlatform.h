#ifndef LATCHKEY_CPLATFORM_H
#define LATCHKEY_CPLATFORM_H

// What Linux offers and Swift's Glibc module does not: macros, variadic functions and GNU
// extensions, each behind one plain C function.

#include <stdint.h>

#include "lk_files.h"
#include "lk_memory.h"

// The value of an environment variable, or NULL; NULL in a set-user-ID program (secure_getenv(3)).
const char *lk_secure_getenv(const char *name);

#endif
