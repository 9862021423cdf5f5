#ifndef COMMONCRYPTO_COMMONKEYDERIVATION_H
#define COMMONCRYPTO_COMMONKEYDERIVATION_H

#include <CommonCrypto/CommonCryptoError.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { kCCPBKDF2 = 2 };
typedef uint32_t CCPBKDFAlgorithm;

enum {
  kCCPRFHmacAlgSHA1 = 1,
  kCCPRFHmacAlgSHA224 = 2,
  kCCPRFHmacAlgSHA256 = 3,
  kCCPRFHmacAlgSHA384 = 4,
  kCCPRFHmacAlgSHA512 = 5
};
typedef uint32_t CCPseudoRandomAlgorithm;

/* Derives a key from a password with PBKDF2 (RFC 8018).

   Returns kCCSuccess; kCCParamError if the algorithm is unknown, if `rounds` or the length of the derived key is 0, if
   a number exceeds INT_MAX, or if a required pointer is NULL; kCCUnspecifiedError if libcrypto fails. */
int CCKeyDerivationPBKDF(
  CCPBKDFAlgorithm algorithm, const char *password, size_t passwordLen, const uint8_t *salt,
  size_t saltLen, CCPseudoRandomAlgorithm prf, unsigned rounds, uint8_t *derivedKey,
  size_t derivedKeyLen);

/* Returns the number of rounds that take about `msec` milliseconds on this machine: at least 10000. Returns 0 if
   CCKeyDerivationPBKDF would fail. */
unsigned CCCalibratePBKDF(
  CCPBKDFAlgorithm algorithm, size_t passwordLen, size_t saltLen, CCPseudoRandomAlgorithm prf,
  size_t derivedKeyLen, uint32_t msec);

#ifdef __cplusplus
}
#endif

#endif
