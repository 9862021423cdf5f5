#include <stddef.h>

/* The SHA-1 of some bytes as 40 hexadecimal digits and a zero. */
void fingerprint(const void *bytes, size_t count, char digits[41]);
