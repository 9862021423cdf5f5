#ifndef COMMONCRYPTO_COMMONRANDOM_H
#define COMMONCRYPTO_COMMONRANDOM_H

#include <CommonCrypto/CommonCryptoError.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef CCCryptorStatus CCRNGStatus;

/* Fills `bytes` with random bytes. Returns kCCSuccess; kCCParamError if `bytes` is NULL; kCCRNGFailure. */
CCRNGStatus CCRandomGenerateBytes(void *bytes, size_t count);

#ifdef __cplusplus
}
#endif

#endif
