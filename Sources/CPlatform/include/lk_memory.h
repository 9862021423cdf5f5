#ifndef LATCHKEY_MEMORY_H
#define LATCHKEY_MEMORY_H

#include <stddef.h>

// Excludes a page range from core dumps: madvise(2) with MADV_DONTDUMP. Returns 0, or -1 and errno.
int lk_exclude_from_dumps(void *start, size_t length);

// Excludes a private anonymous page range from forked children: madvise(2) with MADV_WIPEONFORK (Linux 4.14). A child
// reads zeros in this range. Returns 0, or -1 and errno.
int lk_wipe_on_fork(void *start, size_t length);

// Makes malloc(3) return memory to the system soon after it is freed: large blocks at once, and with two arenas for all
// threads. Otherwise each of many threads keeps what its largest request needed.
void lk_memory_return_when_freed(void);

// Returns all free memory to the system, also the memory of small blocks: malloc_trim(3).
void lk_memory_return_free(void);

// Overwrites memory with zeros: explicit_bzero(3), which the compiler cannot remove.
void lk_wipe(void *start, size_t length);

// Overwrites 256 KiB of the stack below the caller. Earlier calls may have left secrets in this memory.
void lk_wipe_stack(void);

#endif
