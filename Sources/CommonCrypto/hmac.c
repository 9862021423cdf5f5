#include <CommonCrypto/CommonHMAC.h>
#include <openssl/crypto.h>
#include <string.h>

// This file implements HMAC (RFC 2104) with contexts that need not be freed.

typedef union {
  CC_MD5_CTX md5;
  CC_SHA1_CTX sha1;
  CC_SHA256_CTX sha256;
  CC_SHA512_CTX sha512;
} Digest;

typedef struct {
  Digest inner;
  unsigned char outer_key[CC_SHA512_BLOCK_BYTES];
  CCHmacAlgorithm algorithm;
} State;
_Static_assert(sizeof(State) <= sizeof(CCHmacContext), "the size of CCHmacContext");

static size_t block_size(CCHmacAlgorithm algorithm) {
  return algorithm == kCCHmacAlgSHA384 || algorithm == kCCHmacAlgSHA512 ? 128 : 64;
}

static size_t digest_size(CCHmacAlgorithm algorithm) {
  switch (algorithm) {
    case kCCHmacAlgSHA1: return CC_SHA1_DIGEST_LENGTH;
    case kCCHmacAlgMD5: return CC_MD5_DIGEST_LENGTH;
    case kCCHmacAlgSHA224: return CC_SHA224_DIGEST_LENGTH;
    case kCCHmacAlgSHA256: return CC_SHA256_DIGEST_LENGTH;
    case kCCHmacAlgSHA384: return CC_SHA384_DIGEST_LENGTH;
    case kCCHmacAlgSHA512: return CC_SHA512_DIGEST_LENGTH;
    default: return 0;
  }
}

static void begin(Digest *digest, CCHmacAlgorithm algorithm) {
  switch (algorithm) {
    case kCCHmacAlgSHA1: CC_SHA1_Init(&digest->sha1); break;
    case kCCHmacAlgMD5: CC_MD5_Init(&digest->md5); break;
    case kCCHmacAlgSHA224: CC_SHA224_Init(&digest->sha256); break;
    case kCCHmacAlgSHA256: CC_SHA256_Init(&digest->sha256); break;
    case kCCHmacAlgSHA384: CC_SHA384_Init(&digest->sha512); break;
    case kCCHmacAlgSHA512: CC_SHA512_Init(&digest->sha512); break;
    default: break;
  }
}

static void add_piece(
  Digest *digest, CCHmacAlgorithm algorithm, const unsigned char *bytes, CC_LONG count) {
  switch (algorithm) {
    case kCCHmacAlgSHA1: CC_SHA1_Update(&digest->sha1, bytes, count); break;
    case kCCHmacAlgMD5: CC_MD5_Update(&digest->md5, bytes, count); break;
    case kCCHmacAlgSHA224: CC_SHA224_Update(&digest->sha256, bytes, count); break;
    case kCCHmacAlgSHA256: CC_SHA256_Update(&digest->sha256, bytes, count); break;
    case kCCHmacAlgSHA384: CC_SHA384_Update(&digest->sha512, bytes, count); break;
    case kCCHmacAlgSHA512: CC_SHA512_Update(&digest->sha512, bytes, count); break;
    default: break;
  }
}

// Adds data to a digest in pieces, because a digest function takes a length of 32 bits.
static void add(Digest *digest, CCHmacAlgorithm algorithm, const void *data, size_t count) {
  const unsigned char *bytes = data;
  while (count > 0) {
    CC_LONG piece = count > 1u << 30 ? 1u << 30 : (CC_LONG)count;
    add_piece(digest, algorithm, bytes, piece);
    bytes += piece;
    count -= piece;
  }
}

static void finish(Digest *digest, CCHmacAlgorithm algorithm, unsigned char *output) {
  switch (algorithm) {
    case kCCHmacAlgSHA1: CC_SHA1_Final(output, &digest->sha1); break;
    case kCCHmacAlgMD5: CC_MD5_Final(output, &digest->md5); break;
    case kCCHmacAlgSHA224: CC_SHA224_Final(output, &digest->sha256); break;
    case kCCHmacAlgSHA256: CC_SHA256_Final(output, &digest->sha256); break;
    case kCCHmacAlgSHA384: CC_SHA384_Final(output, &digest->sha512); break;
    case kCCHmacAlgSHA512: CC_SHA512_Final(output, &digest->sha512); break;
    default: break;
  }
}

static void begin_keyed(
  State *state, CCHmacAlgorithm algorithm, const void *key, size_t keyLength) {
  unsigned char block[CC_SHA512_BLOCK_BYTES] = {0};
  size_t size = block_size(algorithm);
  memset(state, 0, sizeof *state);
  state->algorithm = algorithm;
  if (keyLength > size) {
    begin(&state->inner, algorithm);
    add(&state->inner, algorithm, key, keyLength);
    finish(&state->inner, algorithm, block);
  } else if (keyLength > 0) {
    memcpy(block, key, keyLength);
  }
  for (size_t i = 0; i < size; i++) state->outer_key[i] = block[i] ^ 0x5c;
  for (size_t i = 0; i < size; i++) block[i] ^= 0x36;
  begin(&state->inner, algorithm);
  add(&state->inner, algorithm, block, size);
  OPENSSL_cleanse(block, sizeof block);
}

void CCHmacInit(
  CCHmacContext *ctx, CCHmacAlgorithm algorithm, const void *key, size_t keyLength) {
  State state;
  begin_keyed(&state, algorithm, key, keyLength);
  memcpy(ctx, &state, sizeof state);
  OPENSSL_cleanse(&state, sizeof state);
}

void CCHmacUpdate(CCHmacContext *ctx, const void *data, size_t dataLength) {
  State state;
  memcpy(&state, ctx, sizeof state);
  add(&state.inner, state.algorithm, data, dataLength);
  memcpy(ctx, &state, sizeof state);
  OPENSSL_cleanse(&state, sizeof state);
}

void CCHmacFinal(CCHmacContext *ctx, void *macOut) {
  State state;
  unsigned char digest[CC_SHA512_DIGEST_LENGTH];
  memcpy(&state, ctx, sizeof state);
  finish(&state.inner, state.algorithm, digest);
  begin(&state.inner, state.algorithm);
  add(&state.inner, state.algorithm, state.outer_key, block_size(state.algorithm));
  add(&state.inner, state.algorithm, digest, digest_size(state.algorithm));
  finish(&state.inner, state.algorithm, macOut);
  OPENSSL_cleanse(digest, sizeof digest);
  OPENSSL_cleanse(&state, sizeof state);
  OPENSSL_cleanse(ctx, sizeof *ctx);
}

void CCHmac(
  CCHmacAlgorithm algorithm, const void *key, size_t keyLength, const void *data, size_t dataLength,
  void *macOut) {
  CCHmacContext context;
  CCHmacInit(&context, algorithm, key, keyLength);
  CCHmacUpdate(&context, data, dataLength);
  CCHmacFinal(&context, macOut);
}
