#ifndef LATCHKEY_WIPING_HEAP_H
#define LATCHKEY_WIPING_HEAP_H

// A program that links this overwrites all heap memory as it gives it back: its own malloc(3) and free(3), with
// their family, stand before those of the C library and of any library loaded before that, for the libraries it
// uses as well. What lay in an array, a string or a
// buffer of OpenSSL is then gone with it, also when it grew or was copied on the way.
//
// For programs only, which know what else they link; never for a library.

// Whether it is so: not in a build with a sanitizer, which has its own heap.
int lk_wipes_heap(void);

#endif
