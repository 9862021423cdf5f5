#include <CommonCrypto/CommonKeyDerivation.h>
#include <limits.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <time.h>

static const EVP_MD *hash_of(CCPseudoRandomAlgorithm prf) {
  switch (prf) {
    case kCCPRFHmacAlgSHA1: return EVP_sha1();
    case kCCPRFHmacAlgSHA224: return EVP_sha224();
    case kCCPRFHmacAlgSHA256: return EVP_sha256();
    case kCCPRFHmacAlgSHA384: return EVP_sha384();
    case kCCPRFHmacAlgSHA512: return EVP_sha512();
    default: return NULL;
  }
}

int CCKeyDerivationPBKDF(
  CCPBKDFAlgorithm algorithm, const char *password, size_t passwordLen, const uint8_t *salt,
  size_t saltLen, CCPseudoRandomAlgorithm prf, unsigned rounds, uint8_t *derivedKey,
  size_t derivedKeyLen) {
  const EVP_MD *hash = hash_of(prf);
  if (algorithm != kCCPBKDF2 || hash == NULL || rounds == 0 || rounds > INT_MAX) return kCCParamError;
  if (derivedKey == NULL || derivedKeyLen == 0 || derivedKeyLen > INT_MAX) return kCCParamError;
  if ((password == NULL && passwordLen > 0) || passwordLen > INT_MAX) return kCCParamError;
  if ((salt == NULL && saltLen > 0) || saltLen > INT_MAX) return kCCParamError;
  ERR_set_mark();
  int done = PKCS5_PBKDF2_HMAC(
    password == NULL ? "" : password, (int)passwordLen, salt, (int)saltLen, (int)rounds, hash,
    (int)derivedKeyLen, derivedKey);
  ERR_pop_to_mark();
  return done == 1 ? kCCSuccess : kCCUnspecifiedError;
}

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

unsigned CCCalibratePBKDF(
  CCPBKDFAlgorithm algorithm, size_t passwordLen, size_t saltLen, CCPseudoRandomAlgorithm prf,
  size_t derivedKeyLen, uint32_t msec) {
  enum { sample = 10000 };
  if (derivedKeyLen == 0 || derivedKeyLen > INT_MAX) return 0;
  if (passwordLen > INT_MAX || saltLen > INT_MAX) return 0;
  char *password = calloc(1, passwordLen + 1);
  uint8_t *salt = calloc(1, saltLen + 1), *key = calloc(1, derivedKeyLen);
  double taken = 0;
  if (password != NULL && salt != NULL && key != NULL) {
    double start = milliseconds();
    int status = CCKeyDerivationPBKDF(
      algorithm, password, passwordLen, salt, saltLen, prf, sample, key, derivedKeyLen);
    if (status == kCCSuccess) taken = milliseconds() - start;
  }
  free(password);
  free(salt);
  free(key);
  if (taken <= 0) return 0;
  double rounds = sample * (double)msec / taken;
  if (rounds < sample) return sample;
  return rounds > INT_MAX ? INT_MAX : (unsigned)rounds;
}
