#define OPENSSL_SUPPRESS_DEPRECATED
#include <CommonCrypto/CommonDigest.h>
#include <openssl/crypto.h>
#include <openssl/md4.h>
#include <openssl/md5.h>
#include <openssl/sha.h>
#include <string.h>

// CommonCrypto's digest functions call libcrypto's older digest functions. The newer EVP functions are not suitable: an
// EVP context must be freed, but a program may copy or drop a CommonCrypto context without freeing anything. Each
// function copies the context to a local variable and back, because the caller's context may have a smaller alignment
// than libcrypto requires.
//
// The older functions, including the functions for MD4, are in libcrypto itself. So no provider has to be loaded, and
// the program's own providers do not change. With EVP, MD4 would need OpenSSL's legacy provider. This provider is not
// always installed, and CC_MD4 cannot report an error.
#define DIGEST(NAME, CONTEXT, LIBRARY, STATE)                                             \
  _Static_assert(sizeof(CONTEXT) == sizeof(STATE), "the size of " #CONTEXT);              \
  int CC_##NAME##_Init(CONTEXT *c) {                                                      \
    if (c == NULL) return 0;                                                              \
    STATE state;                                                                          \
    int done = LIBRARY##_Init(&state);                                                    \
    memcpy(c, &state, sizeof state);                                                      \
    return done;                                                                          \
  }                                                                                       \
  int CC_##NAME##_Update(CONTEXT *c, const void *data, CC_LONG len) {                     \
    if (c == NULL || (data == NULL && len > 0)) return 0;                                 \
    STATE state;                                                                          \
    memcpy(&state, c, sizeof state);                                                      \
    int done = LIBRARY##_Update(&state, data, len);                                       \
    memcpy(c, &state, sizeof state);                                                      \
    OPENSSL_cleanse(&state, sizeof state);                                                \
    return done;                                                                          \
  }                                                                                       \
  int CC_##NAME##_Final(unsigned char *md, CONTEXT *c) {                                  \
    if (c == NULL || md == NULL) return 0;                                                \
    STATE state;                                                                          \
    memcpy(&state, c, sizeof state);                                                      \
    int done = LIBRARY##_Final(md, &state);                                               \
    OPENSSL_cleanse(&state, sizeof state);                                                \
    OPENSSL_cleanse(c, sizeof *c);                                                        \
    return done;                                                                          \
  }                                                                                       \
  unsigned char *CC_##NAME(const void *data, CC_LONG len, unsigned char *md) {            \
    if (md == NULL || (data == NULL && len > 0)) return NULL;                             \
    CONTEXT context;                                                                      \
    CC_##NAME##_Init(&context);                                                           \
    CC_##NAME##_Update(&context, data, len);                                              \
    CC_##NAME##_Final(md, &context);                                                      \
    return md;                                                                            \
  }

DIGEST(MD4, CC_MD4_CTX, MD4, MD4_CTX)
DIGEST(MD5, CC_MD5_CTX, MD5, MD5_CTX)
DIGEST(SHA1, CC_SHA1_CTX, SHA1, SHA_CTX)
DIGEST(SHA224, CC_SHA256_CTX, SHA224, SHA256_CTX)
DIGEST(SHA256, CC_SHA256_CTX, SHA256, SHA256_CTX)
DIGEST(SHA384, CC_SHA512_CTX, SHA384, SHA512_CTX)
DIGEST(SHA512, CC_SHA512_CTX, SHA512, SHA512_CTX)
