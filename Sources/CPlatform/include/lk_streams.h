#ifndef LATCHKEY_STREAMS_H
#define LATCHKEY_STREAMS_H

#include <stddef.h>

// Writes to a descriptor once, without SIGPIPE: a closed reader must not end the program. Preserves errno.
void lk_write_quietly(int descriptor, const void *bytes, size_t count);

#endif
