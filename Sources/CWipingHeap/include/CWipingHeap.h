#ifndef LATCHKEY_WIPING_HEAP_H
#define LATCHKEY_WIPING_HEAP_H

// A program that links this module overwrites all heap memory before freeing the memory. The module defines malloc(3),
// free(3) and related functions, which replace the functions of the C library and of all other libraries. The libraries
// of the program use these functions too. So the content of a freed array, string or OpenSSL buffer is overwritten. A
// copy that remains when an array grows is also overwritten.
//
// The module also counts the memory of each thread (`lk_thread_heap_byte_count`).
//
// A library must not link this module. The choice of a heap concerns a whole program, so only the program makes this
// choice.

// Returns whether freed memory is overwritten. A build with a sanitizer does not overwrite freed memory, because the
// sanitizer has its own heap.
int lk_wipes_heap(void);

#endif
