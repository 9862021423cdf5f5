#ifndef COMMONCRYPTO_COMMONHMAC_H
#define COMMONCRYPTO_COMMONHMAC_H

#include <CommonCrypto/CommonDigest.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  kCCHmacAlgSHA1 = 0,
  kCCHmacAlgMD5 = 1,
  kCCHmacAlgSHA256 = 2,
  kCCHmacAlgSHA384 = 3,
  kCCHmacAlgSHA512 = 4,
  kCCHmacAlgSHA224 = 5
};
typedef uint32_t CCHmacAlgorithm;

/* An HMAC context. A context need not be freed. CCHmacFinal wipes the context. */
typedef struct {
  CC_LONG64 state[48];
} CCHmacContext;

/* The following functions return no status. For an unknown algorithm, they compute nothing and do not write to
   `macOut`. */
void CCHmacInit(
  CCHmacContext *ctx, CCHmacAlgorithm algorithm, const void *key, size_t keyLength);
void CCHmacUpdate(CCHmacContext *ctx, const void *data, size_t dataLength);
void CCHmacFinal(CCHmacContext *ctx, void *macOut);
void CCHmac(
  CCHmacAlgorithm algorithm, const void *key, size_t keyLength, const void *data, size_t dataLength,
  void *macOut);

#ifdef __cplusplus
}
#endif

#endif
