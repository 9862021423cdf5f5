#include <CommonCrypto/CommonCryptor.h>
#include <limits.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>

struct _CCCryptor {
  EVP_CIPHER_CTX *context;
  CCOperation operation;
  size_t block_size;  // 1 for stream modes
  bool pads;
  bool is_finished;
  size_t taken;  // bytes of input
  size_t given;  // bytes of output
  bool has_rest;  // `rest` contains the last output
  int rest_size;
  unsigned char rest[EVP_MAX_BLOCK_LENGTH];
};

static const EVP_CIPHER *aes(CCMode mode, size_t key_length) {
#define SIZES(MODE)                                     \
  (key_length == kCCKeySizeAES128   ? EVP_aes_128_##MODE() \
   : key_length == kCCKeySizeAES192 ? EVP_aes_192_##MODE() \
                                    : EVP_aes_256_##MODE())
  switch (mode) {
    case kCCModeECB: return SIZES(ecb);
    case kCCModeCBC: return SIZES(cbc);
    case kCCModeCFB: return SIZES(cfb128);
    case kCCModeCTR: return SIZES(ctr);
    case kCCModeOFB: return SIZES(ofb);
    case kCCModeCFB8: return SIZES(cfb8);
    default: return NULL;
  }
#undef SIZES
}

static const EVP_CIPHER *triple_des(CCMode mode) {
  switch (mode) {
    case kCCModeECB: return EVP_des_ede3_ecb();
    case kCCModeCBC: return EVP_des_ede3_cbc();
    case kCCModeCFB: return EVP_des_ede3_cfb64();
    case kCCModeOFB: return EVP_des_ede3_ofb();
    case kCCModeCFB8: return EVP_des_ede3_cfb8();
    default: return NULL;
  }
}

// Selects the cipher and prepares its key. DES is computed as 3DES with the same key three times, because libcrypto
// offers DES itself only in its legacy provider, which is not loaded.
static CCCryptorStatus choose(
  CCMode mode, CCAlgorithm algorithm, const void *key, size_t key_length,
  const EVP_CIPHER **cipher, unsigned char prepared[32]) {
  switch (algorithm) {
    case kCCAlgorithmAES:
      if (key_length != 16 && key_length != 24 && key_length != 32) return kCCKeySizeError;
      *cipher = aes(mode, key_length);
      memcpy(prepared, key, key_length);
      break;
    case kCCAlgorithmDES:
      if (key_length != kCCKeySizeDES) return kCCKeySizeError;
      *cipher = triple_des(mode);
      for (int i = 0; i < 3; i++) memcpy(prepared + 8 * i, key, 8);
      break;
    case kCCAlgorithm3DES:
      if (key_length != kCCKeySize3DES) return kCCKeySizeError;
      *cipher = triple_des(mode);
      memcpy(prepared, key, key_length);
      break;
    case kCCAlgorithmCAST:
    case kCCAlgorithmRC4:
    case kCCAlgorithmRC2:
    case kCCAlgorithmBlowfish: return kCCUnimplemented;
    default: return kCCParamError;
  }
  return *cipher == NULL ? kCCUnimplemented : kCCSuccess;
}

static CCCryptorStatus create(
  CCCryptorRef cryptor, CCMode mode, CCAlgorithm algorithm, bool pads, const void *iv,
  const void *key, size_t key_length) {
  static const unsigned char zeros[EVP_MAX_IV_LENGTH];
  const EVP_CIPHER *cipher = NULL;
  unsigned char prepared[32];
  CCCryptorStatus status = choose(mode, algorithm, key, key_length, &cipher, prepared);
  if (status == kCCSuccess) {
    cryptor->context = EVP_CIPHER_CTX_new();
    if (cryptor->context == NULL) status = kCCMemoryFailure;
  }
  if (status == kCCSuccess) {
    cryptor->block_size = (size_t)EVP_CIPHER_get_block_size(cipher);
    cryptor->pads = pads && cryptor->block_size > 1;
    int done = EVP_CipherInit_ex2(
      cryptor->context, cipher, prepared, iv == NULL ? zeros : iv, cryptor->operation == kCCEncrypt,
      NULL);
    if (done == 1) done = EVP_CIPHER_CTX_set_padding(cryptor->context, cryptor->pads);
    if (done != 1) status = kCCUnspecifiedError;
  }
  OPENSSL_cleanse(prepared, sizeof prepared);
  return status;
}

CCCryptorStatus CCCryptorCreateWithMode(
  CCOperation op, CCMode mode, CCAlgorithm alg, CCPadding padding, const void *iv, const void *key,
  size_t keyLength, const void *tweak, size_t tweakLength, int numRounds, CCModeOptions options,
  CCCryptorRef *cryptorRef) {
  (void)tweak, (void)tweakLength, (void)numRounds, (void)options;
  if (cryptorRef == NULL || key == NULL || op > kCCDecrypt || padding > ccPKCS7Padding) {
    return kCCParamError;
  }
  CCCryptorRef cryptor = calloc(1, sizeof *cryptor);
  if (cryptor == NULL) return kCCMemoryFailure;
  cryptor->operation = op;
  ERR_set_mark();
  CCCryptorStatus status =
    create(cryptor, mode, alg, padding == ccPKCS7Padding, iv, key, keyLength);
  ERR_pop_to_mark();
  if (status == kCCSuccess) {
    *cryptorRef = cryptor;
  } else {
    CCCryptorRelease(cryptor);
  }
  return status;
}

CCCryptorStatus CCCryptorCreate(
  CCOperation op, CCAlgorithm alg, CCOptions options, const void *key, size_t keyLength,
  const void *iv, CCCryptorRef *cryptorRef) {
  if (options & ~(CCOptions)(kCCOptionPKCS7Padding | kCCOptionECBMode)) return kCCParamError;
  return CCCryptorCreateWithMode(
    op, options & kCCOptionECBMode ? kCCModeECB : kCCModeCBC, alg,
    options & kCCOptionPKCS7Padding ? ccPKCS7Padding : ccNoPadding, iv, key, keyLength, NULL, 0, 0, 0,
    cryptorRef);
}

CCCryptorStatus CCCryptorRelease(CCCryptorRef cryptorRef) {
  if (cryptorRef == NULL) return kCCSuccess;
  EVP_CIPHER_CTX_free(cryptorRef->context);
  OPENSSL_cleanse(cryptorRef, sizeof *cryptorRef);
  free(cryptorRef);
  return kCCSuccess;
}

// Returns the number of output bytes that are complete after `count` more bytes of input. Decryption with padding holds
// back the last block of output until more input follows or the decryption ends.
static size_t output_of_update(CCCryptorRef cryptor, size_t count) {
  size_t total = cryptor->taken + count, block = cryptor->block_size;
  size_t complete = total - total % block;
  if (cryptor->pads && cryptor->operation == kCCDecrypt && complete == total && total > 0) {
    complete -= block;
  }
  return complete - cryptor->given;
}

size_t CCCryptorGetOutputLength(CCCryptorRef cryptorRef, size_t inputLength, bool final) {
  if (cryptorRef == NULL) return 0;
  if (!final) return output_of_update(cryptorRef, inputLength);
  size_t total = cryptorRef->taken + inputLength, block = cryptorRef->block_size;
  if (cryptorRef->pads && cryptorRef->operation == kCCEncrypt) total += block - total % block;
  return total - cryptorRef->given;
}

static CCCryptorStatus update(
  CCCryptorRef cryptor, const unsigned char *input, size_t count, unsigned char *output,
  size_t *moved) {
  *moved = 0;
  while (count > 0) {
    int piece = count > 1 << 30 ? 1 << 30 : (int)count, written = 0;
    if (EVP_CipherUpdate(cryptor->context, output + *moved, &written, input, piece) != 1) {
      return kCCUnspecifiedError;
    }
    input += piece;
    count -= (size_t)piece;
    *moved += (size_t)written;
  }
  return kCCSuccess;
}

CCCryptorStatus CCCryptorUpdate(
  CCCryptorRef cryptorRef, const void *dataIn, size_t dataInLength, void *dataOut,
  size_t dataOutAvailable, size_t *dataOutMoved) {
  size_t moved = 0;
  if (dataOutMoved != NULL) *dataOutMoved = 0;
  if (cryptorRef == NULL || (dataIn == NULL && dataInLength > 0)) return kCCParamError;
  if (cryptorRef->is_finished || cryptorRef->has_rest) return kCCCallSequenceError;
  size_t needed = output_of_update(cryptorRef, dataInLength);
  if (needed > dataOutAvailable || (dataOut == NULL && needed > 0)) {
    if (dataOutMoved != NULL) *dataOutMoved = needed;
    return dataOut == NULL ? kCCParamError : kCCBufferTooSmall;
  }
  // The output goes to a separate buffer first, for two reasons: the caller's buffer may overlap the input, and
  // libcrypto may write beyond the end of the output.
  unsigned char *output = malloc(needed + 2 * cryptorRef->block_size);
  if (output == NULL) return kCCMemoryFailure;
  ERR_set_mark();
  CCCryptorStatus status = update(cryptorRef, dataIn, dataInLength, output, &moved);
  ERR_pop_to_mark();
  if (status == kCCSuccess && moved > dataOutAvailable) status = kCCUnspecifiedError;
  if (status == kCCSuccess) {
    if (moved > 0) memcpy(dataOut, output, moved);
    cryptorRef->taken += dataInLength;
    cryptorRef->given += moved;
    if (dataOutMoved != NULL) *dataOutMoved = moved;
  }
  OPENSSL_cleanse(output, needed + 2 * cryptorRef->block_size);
  free(output);
  return status;
}

// Completes the operation in libcrypto. If the operation is already complete, the function does nothing.
static CCCryptorStatus end(CCCryptorRef cryptor) {
  if (cryptor->has_rest) return kCCSuccess;
  bool is_whole = cryptor->taken % cryptor->block_size == 0;
  if (!is_whole && !(cryptor->pads && cryptor->operation == kCCEncrypt)) return kCCAlignmentError;
  ERR_set_mark();
  int done = EVP_CipherFinal_ex(cryptor->context, cryptor->rest, &cryptor->rest_size);
  ERR_pop_to_mark();
  cryptor->has_rest = done == 1;
  cryptor->is_finished = done != 1;
  return done == 1 ? kCCSuccess : kCCDecodeError;
}

CCCryptorStatus CCCryptorFinal(
  CCCryptorRef cryptorRef, void *dataOut, size_t dataOutAvailable, size_t *dataOutMoved) {
  if (dataOutMoved != NULL) *dataOutMoved = 0;
  if (cryptorRef == NULL) return kCCParamError;
  if (cryptorRef->is_finished) return kCCCallSequenceError;
  CCCryptorStatus status = end(cryptorRef);
  if (status != kCCSuccess) return status;
  size_t size = (size_t)cryptorRef->rest_size;
  if (dataOutMoved != NULL) *dataOutMoved = size;
  if (size > dataOutAvailable) return kCCBufferTooSmall;
  if (size > 0 && dataOut == NULL) return kCCParamError;
  if (size > 0) memcpy(dataOut, cryptorRef->rest, size);
  OPENSSL_cleanse(cryptorRef->rest, sizeof cryptorRef->rest);
  cryptorRef->has_rest = false;
  cryptorRef->is_finished = true;
  return kCCSuccess;
}

CCCryptorStatus CCCryptorReset(CCCryptorRef cryptorRef, const void *iv) {
  static const unsigned char zeros[EVP_MAX_IV_LENGTH];
  if (cryptorRef == NULL) return kCCParamError;
  ERR_set_mark();
  int done = EVP_CipherInit_ex2(
    cryptorRef->context, NULL, NULL, iv == NULL ? zeros : iv, cryptorRef->operation == kCCEncrypt,
    NULL);
  ERR_pop_to_mark();
  OPENSSL_cleanse(cryptorRef->rest, sizeof cryptorRef->rest);
  cryptorRef->has_rest = false;
  cryptorRef->is_finished = false;
  cryptorRef->taken = 0;
  cryptorRef->given = 0;
  return done == 1 ? kCCSuccess : kCCUnspecifiedError;
}

CCCryptorStatus CCCrypt(
  CCOperation op, CCAlgorithm alg, CCOptions options, const void *key, size_t keyLength,
  const void *iv, const void *dataIn, size_t dataInLength, void *dataOut, size_t dataOutAvailable,
  size_t *dataOutMoved) {
  CCCryptorRef cryptor = NULL;
  if (dataOutMoved != NULL) *dataOutMoved = 0;
  if (dataIn == NULL && dataInLength > 0) return kCCParamError;
  CCCryptorStatus status = CCCryptorCreate(op, alg, options, key, keyLength, iv, &cryptor);
  if (status != kCCSuccess) return status;
  // The output goes to a separate buffer first: the length of decrypted data is known only after the padding of the
  // last block has been removed.
  size_t size = dataInLength + 2 * cryptor->block_size, first = 0, last = 0;
  unsigned char *output = malloc(size);
  if (output == NULL) status = kCCMemoryFailure;
  if (status == kCCSuccess) {
    status = CCCryptorUpdate(cryptor, dataIn, dataInLength, output, size, &first);
  }
  if (status == kCCSuccess) {
    status = CCCryptorFinal(cryptor, output + first, size - first, &last);
  }
  if (status == kCCSuccess) {
    if (dataOutMoved != NULL) *dataOutMoved = first + last;
    if (first + last > dataOutAvailable) {
      status = kCCBufferTooSmall;
    } else if (first + last > 0 && dataOut == NULL) {
      status = kCCParamError;
    } else if (first + last > 0) {
      memcpy(dataOut, output, first + last);
    }
  }
  if (output != NULL) {
    OPENSSL_cleanse(output, size);
    free(output);
  }
  CCCryptorRelease(cryptor);
  return status;
}
