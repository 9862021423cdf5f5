#ifndef LATCHKEY_WIPING_HEAP_H
#define LATCHKEY_WIPING_HEAP_H

// A program that links this module overwrites all heap memory before freeing it. Its own malloc(3), free(3) and
// related functions replace the functions of the C library, and of any library that is loaded before that. This also
// applies to the libraries that the program uses. So the content of a freed array, string or OpenSSL buffer is
// overwritten, including copies that were made when it grew.
//
// Only programs may link it, because they know which other libraries they link. A library must not link it.

// Returns whether freed memory is overwritten. It is not in a build with a sanitizer, which has its own heap.
int lk_wipes_heap(void);

#endif
