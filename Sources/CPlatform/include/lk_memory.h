#ifndef LATCHKEY_MEMORY_H
#define LATCHKEY_MEMORY_H

#include <stddef.h>

// Keeps a page range out of core dumps: madvise(2) with MADV_DONTDUMP. 0, or -1 and errno.
int lk_exclude_from_dumps(void *start, size_t length);

// Makes a private anonymous page range read as zeros in a forked child: madvise(2) with
// MADV_WIPEONFORK (Linux 4.14). 0, or -1 and errno.
int lk_wipe_on_fork(void *start, size_t length);

// Overwrites memory with zeros; the compiler may not leave it out: explicit_bzero(3).
void lk_wipe(void *start, size_t length);

// Overwrites 256 KiB of the stack below the caller: what calls left there that have returned.
void lk_wipe_stack(void);

#endif
