#ifndef COMMONCRYPTO_COMMONRANDOM_H
#define COMMONCRYPTO_COMMONRANDOM_H

#include <CommonCrypto/CommonCryptoError.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef CCCryptorStatus CCRNGStatus;

/* Fills `bytes` with random ones. kCCSuccess, kCCParamError without a place for them, kCCRNGFailure. */
CCRNGStatus CCRandomGenerateBytes(void *bytes, size_t count);

#ifdef __cplusplus
}
#endif

#endif
