#include "fingerprint.h"

#include <CommonCrypto/CommonDigest.h>
#include <stdio.h>

void fingerprint(const void *bytes, size_t count, char digits[41]) {
  unsigned char digest[CC_SHA1_DIGEST_LENGTH];
  CC_SHA1_CTX context;
  CC_SHA1_Init(&context);
  CC_SHA1_Update(&context, bytes, (CC_LONG)count);
  CC_SHA1_Final(digest, &context);
  for (int i = 0; i < CC_SHA1_DIGEST_LENGTH; i++) snprintf(digits + 2 * i, 3, "%02x", digest[i]);
}
