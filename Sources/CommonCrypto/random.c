#include <CommonCrypto/CommonRandom.h>
#include <limits.h>
#include <openssl/rand.h>

CCRNGStatus CCRandomGenerateBytes(void *bytes, size_t count) {
  if (bytes == NULL && count > 0) return kCCParamError;
  unsigned char *place = bytes;
  while (count > 0) {
    int piece = count > INT_MAX ? INT_MAX : (int)count;
    if (RAND_bytes(place, piece) != 1) return kCCRNGFailure;
    place += piece;
    count -= (size_t)piece;
  }
  return kCCSuccess;
}
