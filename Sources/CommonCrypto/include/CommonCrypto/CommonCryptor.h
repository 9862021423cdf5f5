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

/* AES, DES and 3DES work; for the others every function answers kCCUnimplemented. */
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

/* ECB, CBC, CFB, CTR, OFB and CFB8 work; for the others: kCCUnimplemented. */
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

/* Makes a cryptor in CBC mode, or ECB mode if `options` say so. Without `iv` it is all zeros.
 *
 * kCCSuccess; kCCKeySizeError; kCCParamError when something is missing or unknown; kCCUnimplemented;
 * kCCMemoryFailure; kCCUnspecifiedError when libcrypto fails. */
CCCryptorStatus CCCryptorCreate(
  CCOperation op, CCAlgorithm alg, CCOptions options, const void *key, size_t keyLength,
  const void *iv, CCCryptorRef *cryptorRef);

/* The same with any mode. `tweak`, `numRounds` and `options` are not used: counters are big-endian
 * whatever `options` say, as on Apple's platforms. Padding is for ECB and CBC alone. */
CCCryptorStatus CCCryptorCreateWithMode(
  CCOperation op, CCMode mode, CCAlgorithm alg, CCPadding padding, const void *iv, const void *key,
  size_t keyLength, const void *tweak, size_t tweakLength, int numRounds, CCModeOptions options,
  CCCryptorRef *cryptorRef);

/* Wipes and frees a cryptor. NULL is allowed. kCCSuccess. */
CCCryptorStatus CCCryptorRelease(CCCryptorRef cryptorRef);

/* Takes more input, and writes what is complete of the output to `dataOut`, which may be `dataIn`.
 *
 * kCCSuccess; kCCBufferTooSmall, with the space that is needed in `dataOutMoved` and nothing taken;
 * kCCParamError; kCCMemoryFailure; kCCUnspecifiedError; kCCCallSequenceError after Final. */
CCCryptorStatus CCCryptorUpdate(
  CCCryptorRef cryptorRef, const void *dataIn, size_t dataInLength, void *dataOut,
  size_t dataOutAvailable, size_t *dataOutMoved);

/* Writes the rest of the output.
 *
 * kCCSuccess; kCCBufferTooSmall, with the space that is needed in `dataOutMoved`: call it again with more; kCCAlignmentError when the input was no whole number of blocks, without
 * padding; kCCDecodeError when what was decrypted has no right padding; kCCCallSequenceError after Final. */
CCCryptorStatus CCCryptorFinal(
  CCCryptorRef cryptorRef, void *dataOut, size_t dataOutAvailable, size_t *dataOutMoved);

/* The space that Update, or with `final` Update and Final, need at most for so much more input. */
size_t CCCryptorGetOutputLength(CCCryptorRef cryptorRef, size_t inputLength, bool final);

/* Begins anew with the same key, and another initialisation vector or zeros. */
CCCryptorStatus CCCryptorReset(CCCryptorRef cryptorRef, const void *iv);

/* Create, Update, Final and Release in one. On kCCBufferTooSmall `dataOutMoved` has the space that is
 * needed, and nothing was written. */
CCCryptorStatus CCCrypt(
  CCOperation op, CCAlgorithm alg, CCOptions options, const void *key, size_t keyLength,
  const void *iv, const void *dataIn, size_t dataInLength, void *dataOut, size_t dataOutAvailable,
  size_t *dataOutMoved);

#ifdef __cplusplus
}
#endif

#endif
