#define _GNU_SOURCE
#include "CWipingHeap.h"

#include <errno.h>
#include <malloc.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_HEAP_OF_ITS_OWN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_HEAP_OF_ITS_OWN
#endif
#endif

#ifdef HAS_HEAP_OF_ITS_OWN

int lk_wipes_heap(void) { return 0; }

#else

// The functions of the C library themselves (glibc exports them for this).
void *__libc_malloc(size_t size);
void *__libc_realloc(void *memory, size_t size);
void __libc_free(void *memory);

int lk_wipes_heap(void) { return 1; }

void free(void *memory) {
  if (!memory) return;
  int error = errno;
  explicit_bzero(memory, malloc_usable_size(memory));
  __libc_free(memory);
  errno = error;
}

void *realloc(void *memory, size_t size) {
  if (!memory) return __libc_malloc(size);
  size_t usable = malloc_usable_size(memory);
  if (size == 0) {
    free(memory);
    return 0;
  }
  if (size <= usable && size >= usable / 2) {
    explicit_bzero((char *)memory + size, usable - size);
    return memory;
  }
  void *other = __libc_malloc(size);
  if (!other) return 0;
  memcpy(other, memory, size < usable ? size : usable);
  free(memory);
  return other;
}

#endif
