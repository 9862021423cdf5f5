#ifndef COMMONCRYPTO_COMMONCRYPTOR_H
#define COMMONCRYPTO_COMMONCRYPTOR_H

#include <CommonCrypto/CommonCryptoError.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _CCCryptor *CCCryptorRef;

enum { kCCEncrypt = 0, kCCDecrypt };
typedef uint32_t CCOperation;

/* AES, DES and 3DES are supported. For other algorithms, every function returns kCCUnimplemented. */
enum {
  kCCAlgorithmAES128 = 0,
  kCCAlgorithmAES = 0,
  kCCAlgorithmDES,
  kCCAlgorithm3DES,
  kCCAlgorithmCAST,
  kCCAlgorithmRC4,
  kCCAlgorithmRC2,
  kCCAlgorithmBlowfish
};
typedef uint32_t CCAlgorithm;

enum { kCCOptionPKCS7Padding = 0x0001, kCCOptionECBMode = 0x0002 };
typedef uint32_t CCOptions;

enum {
  kCCKeySizeAES128 = 16,
  kCCKeySizeAES192 = 24,
  kCCKeySizeAES256 = 32,
  kCCKeySizeDES = 8,
  kCCKeySize3DES = 24,
  kCCKeySizeMinCAST = 5,
  kCCKeySizeMaxCAST = 16,
  kCCKeySizeMinRC4 = 1,
  kCCKeySizeMaxRC4 = 512,
  kCCKeySizeMinRC2 = 1,
  kCCKeySizeMaxRC2 = 128,
  kCCKeySizeMinBlowfish = 8,
  kCCKeySizeMaxBlowfish = 56
};

enum {
  kCCBlockSizeAES128 = 16,
  kCCBlockSizeDES = 8,
  kCCBlockSize3DES = 8,
  kCCBlockSizeCAST = 8,
  kCCBlockSizeRC2 = 8,
  kCCBlockSizeBlowfish = 8
};

/* ECB, CBC, CFB, OFB and CFB8 are supported, and CTR is supported with AES. For other modes, every function returns
   kCCUnimplemented. */
enum {
  kCCModeECB = 1,
  kCCModeCBC = 2,
  kCCModeCFB = 3,
  kCCModeCTR = 4,
  kCCModeOFB = 7,
  kCCModeXTS = 8,
  kCCModeRC4 = 9,
  kCCModeCFB8 = 10
};
typedef uint32_t CCMode;

enum { ccNoPadding = 0, ccPKCS7Padding = 1 };
typedef uint32_t CCPadding;

enum { kCCModeOptionCTR_LE = 0x0001, kCCModeOptionCTR_BE = 0x0002 };
typedef uint32_t CCModeOptions;

/* Makes a cryptor in CBC mode, or in ECB mode if `options` contain kCCOptionECBMode. If `iv` is NULL, the
   initialization vector is all zeros.

   Returns kCCSuccess; kCCKeySizeError; kCCParamError if an argument is missing or unknown; kCCUnimplemented;
   kCCMemoryFailure; kCCUnspecifiedError if libcrypto fails. */
CCCryptorStatus CCCryptorCreate(
  CCOperation op, CCAlgorithm alg, CCOptions options, const void *key, size_t keyLength,
  const void *iv, CCCryptorRef *cryptorRef);

/* Makes a cryptor in any mode. The function ignores `tweak`, `numRounds` and `options`. The counter of CTR mode is
   always big-endian, as on Apple's platforms. Padding applies only to ECB and CBC. Returns the same statuses as
   CCCryptorCreate. */
CCCryptorStatus CCCryptorCreateWithMode(
  CCOperation op, CCMode mode, CCAlgorithm alg, CCPadding padding, const void *iv, const void *key,
  size_t keyLength, const void *tweak, size_t tweakLength, int numRounds, CCModeOptions options,
  CCCryptorRef *cryptorRef);

/* Wipes and frees a cryptor, which may be NULL. Returns kCCSuccess. */
CCCryptorStatus CCCryptorRelease(CCCryptorRef cryptorRef);

/* Processes more input, and writes the completed output to `dataOut`, which may equal `dataIn`.

   Returns kCCSuccess; kCCBufferTooSmall, with the required space in `dataOutMoved` and without processing any
   input; kCCParamError; kCCMemoryFailure; kCCUnspecifiedError; kCCCallSequenceError after CCCryptorFinal. */
CCCryptorStatus CCCryptorUpdate(
  CCCryptorRef cryptorRef, const void *dataIn, size_t dataInLength, void *dataOut,
  size_t dataOutAvailable, size_t *dataOutMoved);

/* Writes the rest of the output.

   Returns kCCSuccess; kCCBufferTooSmall, with the required space in `dataOutMoved`, after which the call may be
   repeated; kCCAlignmentError if there is no padding and the input is not a whole number of blocks; kCCDecodeError
   if the padding of decrypted data is wrong; kCCCallSequenceError after CCCryptorFinal. */
CCCryptorStatus CCCryptorFinal(
  CCCryptorRef cryptorRef, void *dataOut, size_t dataOutAvailable, size_t *dataOutMoved);

/* Returns the maximum number of bytes that CCCryptorUpdate writes for `inputLength` more bytes of input. With `final`,
   the number includes the bytes that CCCryptorFinal writes. */
size_t CCCryptorGetOutputLength(CCCryptorRef cryptorRef, size_t inputLength, bool final);

/* Restarts the cryptor with the same key and another initialization vector. If `iv` is NULL, the initialization vector
   is all zeros. */
CCCryptorStatus CCCryptorReset(CCCryptorRef cryptorRef, const void *iv);

/* Combines CCCryptorCreate, CCCryptorUpdate, CCCryptorFinal and CCCryptorRelease. If the function returns
   kCCBufferTooSmall, `dataOutMoved` contains the required space, and nothing was written. */
CCCryptorStatus CCCrypt(
  CCOperation op, CCAlgorithm alg, CCOptions options, const void *key, size_t keyLength,
  const void *iv, const void *dataIn, size_t dataInLength, void *dataOut, size_t dataOutAvailable,
  size_t *dataOutMoved);

#ifdef __cplusplus
}
#endif

#endif
