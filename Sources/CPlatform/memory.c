#define _GNU_SOURCE
#include "lk_memory.h"

#include <malloc.h>
#include <string.h>
#include <sys/mman.h>

int lk_exclude_from_dumps(void *start, size_t length) {
  return madvise(start, length, MADV_DONTDUMP);
}

int lk_wipe_on_fork(void *start, size_t length) { return madvise(start, length, MADV_WIPEONFORK); }

void lk_wipe(void *start, size_t length) { explicit_bzero(start, length); }

__attribute__((noinline)) void lk_wipe_stack(void) {
  unsigned char space[256 * 1024];
  explicit_bzero(space, sizeof space);
}

void lk_memory_return_when_freed(void) {
  // A fixed threshold also ends the growth of the threshold with the sizes of freed blocks.
  mallopt(M_MMAP_THRESHOLD, 256 << 10);
  mallopt(M_TRIM_THRESHOLD, 1 << 20);
  mallopt(M_ARENA_MAX, 2);
}

void lk_memory_return_free(void) { malloc_trim(0); }

static _Thread_local int64_t heap_of_thread;

int64_t lk_thread_heap_byte_count(void) { return heap_of_thread; }

void lk_thread_heap_add(int64_t byte_count) { heap_of_thread += byte_count; }
