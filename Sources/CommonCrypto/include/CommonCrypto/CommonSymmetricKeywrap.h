#ifndef COMMONCRYPTO_COMMONSYMMETRICKEYWRAP_H
#define COMMONCRYPTO_COMMONSYMMETRICKEYWRAP_H

#include <CommonCrypto/CommonCryptoError.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* AES Key Wrap (RFC 3394). */
enum { kCCWRAPAES = 1 };
typedef uint32_t CCWrappingAlgorithm;

/* The initial value that RFC 3394 defines for AES Key Wrap, and the length of this value: 8 bytes. */
extern const uint8_t *const CCrfc3394_iv;
extern const size_t CCrfc3394_ivLen;

/* Encrypts a key with another key.

   `iv` has 8 bytes. `kek` is an AES key of 16, 24 or 32 bytes. `rawKeyLen` is a multiple of 8, and at least 16.
   `wrappedKeyLen` contains the capacity of `wrappedKey`, and receives the length, which is `rawKeyLen` plus 8.

   Returns kCCSuccess; kCCBufferTooSmall, with the required capacity in `wrappedKeyLen`; kCCKeySizeError for another
   length of `kek`; kCCParamError for another algorithm, other lengths, and NULL; kCCMemoryFailure;
   kCCUnspecifiedError if libcrypto fails. */
int CCSymmetricKeyWrap(
  CCWrappingAlgorithm algorithm, const uint8_t *iv, const size_t ivLen, const uint8_t *kek,
  size_t kekLen, const uint8_t *rawKey, size_t rawKeyLen, uint8_t *wrappedKey,
  size_t *wrappedKeyLen);

/* Decrypts a key that CCSymmetricKeyWrap encrypted.

   Returns kCCDecodeError if the key was wrapped with another `kek` or `iv`, or was modified. In this case, the function
   writes no key. The other statuses are the same as in CCSymmetricKeyWrap. */
int CCSymmetricKeyUnwrap(
  CCWrappingAlgorithm algorithm, const uint8_t *iv, const size_t ivLen, const uint8_t *kek,
  size_t kekLen, const uint8_t *wrappedKey, size_t wrappedKeyLen, uint8_t *rawKey,
  size_t *rawKeyLen);

/* Returns the length of a wrapped key; 0 if the algorithm is not kCCWRAPAES. */
size_t CCSymmetricWrappedSize(CCWrappingAlgorithm algorithm, size_t rawKeyLen);

/* Returns the length of the key inside a wrapped key. Returns 0 if the algorithm is not kCCWRAPAES, or if the wrapped
   key is too short. */
size_t CCSymmetricUnwrappedSize(CCWrappingAlgorithm algorithm, size_t wrappedKeyLen);

#ifdef __cplusplus
}
#endif

#endif
