#ifndef SECURITY_SECRANDOM_H
#define SECURITY_SECRANDOM_H

/* Random bytes. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/** A source of random bytes. */
typedef const struct __SecRandom *SecRandomRef;

/** The only source of random bytes: the kernel. The value is NULL. */
extern const SecRandomRef kSecRandomDefault;

/** Fills memory with random bytes that are suitable for keys.

    @param rnd Ignored; pass kSecRandomDefault.
    @param count The number of bytes to write.
    @param bytes The memory to fill.
    @return errSecSuccess; errSecParam if the count exceeds the address space, and for NULL; errSecInternalComponent
    if the kernel returned an error. Use the bytes only after success. */
extern int SecRandomCopyBytes(SecRandomRef rnd, size_t count, void *bytes);

CF_EXTERN_C_END

#endif
