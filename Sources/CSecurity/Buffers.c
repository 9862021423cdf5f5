// This file allocates and frees the memory in which the older functions return secrets as plain bytes.

#define _DEFAULT_SOURCE
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "CSecurity.h"

void *lk_buffer_create(const void *bytes, size_t count) {
  unsigned char *buffer = malloc(count + 1);
  if (!buffer) return NULL;
  if (count) memcpy(buffer, bytes, count);
  buffer[count] = 0;
  return buffer;
}

void lk_buffer_free(void *buffer) {
  if (!buffer) return;
  // The length of the buffer is not stored, so the size comes from the allocator.
  explicit_bzero(buffer, malloc_usable_size(buffer));
  free(buffer);
}
