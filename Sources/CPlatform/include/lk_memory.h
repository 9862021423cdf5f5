#ifndef LATCHKEY_MEMORY_H
#define LATCHKEY_MEMORY_H

#include <stddef.h>
#include <stdint.h>

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

// The bytes that the calling thread has allocated with malloc(3), minus the bytes that the thread has freed. The number is
// negative when the thread freed more memory of other threads. Only programs that link `CWipingHeap` count. In other
// programs, and with a sanitizer, the number is always 0.
int64_t lk_thread_heap_byte_count(void);

// Adds to this number. Only `CWipingHeap` calls this function.
void lk_thread_heap_add(int64_t byte_count);

// Overwrites memory with zeros: explicit_bzero(3), which the compiler cannot remove.
void lk_wipe(void *start, size_t length);

// Overwrites 256 KiB of the stack below the caller. Earlier calls may have left secrets in this memory.
void lk_wipe_stack(void);

#endif
