#ifndef LATCHKEY_STREAMS_H
#define LATCHKEY_STREAMS_H

#include <stddef.h>

// Writes to a descriptor with one write(2), repeated only after a signal. Suppresses SIGPIPE, because a closed pipe
// must not end the program. Preserves errno.
void lk_write_quietly(int descriptor, const void *bytes, size_t count);

#endif
