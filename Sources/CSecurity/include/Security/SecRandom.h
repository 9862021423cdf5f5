#ifndef SECURITY_SECRANDOM_H
#define SECURITY_SECRANDOM_H

/* Random bytes. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/** A source of random bytes. */
typedef const struct __SecRandom *SecRandomRef;

/** The only source there is: the kernel. It is NULL. */
extern const SecRandomRef kSecRandomDefault;

/** Fills memory with random bytes fit for keys.

    @param rnd Ignored; pass kSecRandomDefault.
    @param count How many bytes to write.
    @param bytes Where to write them.
    @return errSecSuccess; errSecParam for a count that is too large for memory, and for NULL;
    errSecInternalComponent if the kernel gave no randomness. The bytes are to be used only after
    success. */
extern int SecRandomCopyBytes(SecRandomRef rnd, size_t count, void *bytes);

CF_EXTERN_C_END

#endif
