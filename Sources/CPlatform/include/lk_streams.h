#ifndef LATCHKEY_STREAMS_H
#define LATCHKEY_STREAMS_H

#include <stddef.h>

// Writes to a descriptor, once and without SIGPIPE: whoever reads may be gone, which must not end a
// program that is not asked. errno is kept.
void lk_write_quietly(int descriptor, const void *bytes, size_t count);

#endif
