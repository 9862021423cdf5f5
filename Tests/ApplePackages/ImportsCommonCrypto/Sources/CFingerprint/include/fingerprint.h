#include <stddef.h>

/* Writes the SHA-1 of some bytes as 40 hexadecimal digits and a NUL. */
void fingerprint(const void *bytes, size_t count, char digits[41]);
