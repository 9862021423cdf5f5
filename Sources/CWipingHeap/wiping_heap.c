#define _GNU_SOURCE
#include "CWipingHeap.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <string.h>

#include "CPlatform.h"

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

// The original functions of the C library. glibc exports these names for programs that replace malloc(3). This file
// must define all functions of the malloc family. If this file omitted a function, another library could provide the
// function. Then memory of one heap would be freed in another heap.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void *__libc_valloc(size_t size);
void *__libc_pvalloc(size_t size);
void __libc_free(void *memory);

// The function malloc_usable_size of the C library, even if another library also defines this name. A constructor finds
// the function. Before that moment, this file wipes no memory.
static size_t (*usable_size)(void *memory);

__attribute__((constructor)) static void find_usable_size(void) {
  void *library = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
  if (library) usable_size = (size_t(*)(void *))dlsym(library, "malloc_usable_size");
}

int lk_wipes_heap(void) { return usable_size != 0; }

// Counts allocated memory.
static inline void *counted(void *memory) {
  if (memory && usable_size) lk_thread_heap_add((int64_t)usable_size(memory));
  return memory;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }

void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) {
    return EINVAL;
  }
  int error = errno;
  void *made = memalign(alignment, size);
  errno = error;
  if (!made) return ENOMEM;
  *memory = made;
  return 0;
}

void *valloc(size_t size) { return counted(__libc_valloc(size)); }

void *pvalloc(size_t size) { return counted(__libc_pvalloc(size)); }

size_t malloc_usable_size(void *memory) {
  return memory && usable_size ? usable_size(memory) : 0;
}

void free(void *memory) {
  if (!memory) return;
  int error = errno;
  if (usable_size) {
    size_t size = usable_size(memory);
    lk_thread_heap_add(-(int64_t)size);
    explicit_bzero(memory, size);
  }
  __libc_free(memory);
  errno = error;
}

void *realloc(void *memory, size_t size) {
  if (!memory) return malloc(size);
  if (!usable_size) return __libc_realloc(memory, size);
  size_t usable = usable_size(memory);
  if (size == 0) {
    free(memory);
    return 0;
  }
  if (size <= usable && size >= usable / 2) {
    explicit_bzero((char *)memory + size, usable - size);
    return memory;
  }
  void *other = malloc(size);
  if (!other) return 0;
  memcpy(other, memory, size < usable ? size : usable);
  free(memory);
  return other;
}

void *reallocarray(void *memory, size_t count, size_t size) {
  size_t whole;
  if (__builtin_mul_overflow(count, size, &whole)) {
    errno = ENOMEM;
    return 0;
  }
  return realloc(memory, whole);
}

#endif
