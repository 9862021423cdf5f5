#include <CommonCrypto/CommonCryptor.h>
#include <CommonCrypto/CommonSymmetricKeywrap.h>
#include <limits.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>

// AES Key Wrap (RFC 3394), implemented with libcrypto's key wrap ciphers.

enum { semiblock = 8 };

static const uint8_t initial_value[semiblock] = {0xA6, 0xA6, 0xA6, 0xA6, 0xA6, 0xA6, 0xA6, 0xA6};
const uint8_t *const CCrfc3394_iv = initial_value;
const size_t CCrfc3394_ivLen = sizeof initial_value;

size_t CCSymmetricWrappedSize(CCWrappingAlgorithm algorithm, size_t rawKeyLen) {
  if (algorithm != kCCWRAPAES || rawKeyLen > SIZE_MAX - semiblock) return 0;
  return rawKeyLen + semiblock;
}

size_t CCSymmetricUnwrappedSize(CCWrappingAlgorithm algorithm, size_t wrappedKeyLen) {
  if (algorithm != kCCWRAPAES || wrappedKeyLen < semiblock) return 0;
  return wrappedKeyLen - semiblock;
}

static const EVP_CIPHER *cipher_of(size_t key_length) {
  switch (key_length) {
    case kCCKeySizeAES128: return EVP_aes_128_wrap();
    case kCCKeySizeAES192: return EVP_aes_192_wrap();
    case kCCKeySizeAES256: return EVP_aes_256_wrap();
    default: return NULL;
  }
}

// Encrypts or decrypts a key. libcrypto writes to a separate buffer first, for two reasons: libcrypto may write beyond
// the end of the result, and a failed decryption leaves data in the buffer.
static int crypt(
  bool encrypts, const uint8_t *iv, const uint8_t *kek, const EVP_CIPHER *cipher,
  const uint8_t *input, size_t input_length, uint8_t *output, size_t output_length) {
  int status = kCCMemoryFailure, written = 0;
  size_t room = input_length + 2 * semiblock;
  uint8_t *result = malloc(room);
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  ERR_set_mark();
  if (result != NULL && context != NULL) {
    EVP_CIPHER_CTX_set_flags(context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
    status = kCCUnspecifiedError;
    if (EVP_CipherInit_ex2(context, cipher, kek, iv, encrypts, NULL) == 1) {
      int done = EVP_CipherUpdate(context, result, &written, input, (int)input_length);
      bool is_whole = done == 1 && written >= 0 && (size_t)written == output_length;
      status = is_whole ? kCCSuccess : encrypts ? kCCUnspecifiedError : kCCDecodeError;
    }
  }
  ERR_pop_to_mark();
  if (status == kCCSuccess) memcpy(output, result, output_length);
  if (result != NULL) OPENSSL_cleanse(result, room);
  free(result);
  EVP_CIPHER_CTX_free(context);
  return status;
}

static int run(
  bool encrypts, CCWrappingAlgorithm algorithm, const uint8_t *iv, size_t iv_length,
  const uint8_t *kek, size_t kek_length, const uint8_t *input, size_t input_length,
  uint8_t *output, size_t *output_length) {
  size_t least = encrypts ? 2 * semiblock : 3 * semiblock;
  if (algorithm != kCCWRAPAES || iv == NULL || iv_length != semiblock || kek == NULL) {
    return kCCParamError;
  }
  if (input == NULL || output_length == NULL || input_length < least) return kCCParamError;
  if (input_length % semiblock != 0 || input_length > INT_MAX - 2 * semiblock) return kCCParamError;
  const EVP_CIPHER *cipher = cipher_of(kek_length);
  if (cipher == NULL) return kCCKeySizeError;
  size_t needed = encrypts ? input_length + semiblock : input_length - semiblock;
  size_t room = *output_length;
  *output_length = needed;
  if (room < needed) return kCCBufferTooSmall;
  if (output == NULL) return kCCParamError;
  return crypt(encrypts, iv, kek, cipher, input, input_length, output, needed);
}

int CCSymmetricKeyWrap(
  CCWrappingAlgorithm algorithm, const uint8_t *iv, const size_t ivLen, const uint8_t *kek,
  size_t kekLen, const uint8_t *rawKey, size_t rawKeyLen, uint8_t *wrappedKey,
  size_t *wrappedKeyLen) {
  return run(
    true, algorithm, iv, ivLen, kek, kekLen, rawKey, rawKeyLen, wrappedKey, wrappedKeyLen);
}

int CCSymmetricKeyUnwrap(
  CCWrappingAlgorithm algorithm, const uint8_t *iv, const size_t ivLen, const uint8_t *kek,
  size_t kekLen, const uint8_t *wrappedKey, size_t wrappedKeyLen, uint8_t *rawKey,
  size_t *rawKeyLen) {
  return run(
    false, algorithm, iv, ivLen, kek, kekLen, wrappedKey, wrappedKeyLen, rawKey, rawKeyLen);
}
