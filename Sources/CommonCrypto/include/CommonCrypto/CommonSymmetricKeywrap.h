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

/* The initial value of RFC 3394, and its length in bytes, 8. */
extern const uint8_t *const CCrfc3394_iv;
extern const size_t CCrfc3394_ivLen;

/* Encrypts a key with another key.
 *
 * `iv` has 8 bytes. `kek` is an AES key of 16, 24 or 32 bytes. `rawKeyLen` is a multiple of 8, 16 at least.
 * `wrappedKeyLen` gives the room at `wrappedKey` and receives the length, which is 8 more than `rawKeyLen`.
 *
 * kCCSuccess; kCCBufferTooSmall, with the room that is needed in `wrappedKeyLen`; kCCKeySizeError for another
 * length of `kek`; kCCParamError for another algorithm, for other lengths, and for NULL; kCCMemoryFailure;
 * kCCUnspecifiedError when libcrypto fails. */
int CCSymmetricKeyWrap(
  CCWrappingAlgorithm algorithm, const uint8_t *iv, const size_t ivLen, const uint8_t *kek,
  size_t kekLen, const uint8_t *rawKey, size_t rawKeyLen, uint8_t *wrappedKey,
  size_t *wrappedKeyLen);

/* Decrypts a key that CCSymmetricKeyWrap encrypted.
 *
 * kCCDecodeError when the key was wrapped with another `kek` or another `iv`, or was altered; nothing is written
 * then. Otherwise as CCSymmetricKeyWrap. */
int CCSymmetricKeyUnwrap(
  CCWrappingAlgorithm algorithm, const uint8_t *iv, const size_t ivLen, const uint8_t *kek,
  size_t kekLen, const uint8_t *wrappedKey, size_t wrappedKeyLen, uint8_t *rawKey,
  size_t *rawKeyLen);

/* The length of a wrapped key; 0 for another algorithm. */
size_t CCSymmetricWrappedSize(CCWrappingAlgorithm algorithm, size_t rawKeyLen);

/* The length of the key that is in a wrapped key; 0 for another algorithm, and when there is no room for one. */
size_t CCSymmetricUnwrappedSize(CCWrappingAlgorithm algorithm, size_t wrappedKeyLen);

#ifdef __cplusplus
}
#endif

#endif
