/* Includes all headers of CommonCrypto, and calls a function of each header. The program does not need Swift. */
#include <CommonCrypto/CommonCrypto.h>
#include <CommonCrypto/CommonCryptoError.h>
#include <CommonCrypto/CommonCryptor.h>
#include <CommonCrypto/CommonDigest.h>
#include <CommonCrypto/CommonHMAC.h>
#include <CommonCrypto/CommonKeyDerivation.h>
#include <CommonCrypto/CommonRandom.h>
#include <CommonCrypto/CommonSymmetricKeywrap.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

static void check(const char *what, const unsigned char *bytes, size_t count, const char *expected) {
  char text[200];
  for (size_t index = 0; index < count; index++) sprintf(text + 2 * index, "%02x", bytes[index]);
  if (strcmp(text, expected) == 0) return;
  fprintf(stderr, "%s: %s, not %s\n", what, text, expected);
  failures++;
}

int main(void) {
  unsigned char bytes[64];
  CC_MD4("abc", 3, bytes);
  check("MD4", bytes, CC_MD4_DIGEST_LENGTH, "a448017aaf21d8525fc10ae87aa6729d");
  CC_SHA256("abc", 3, bytes);
  check("SHA-256", bytes, CC_SHA256_DIGEST_LENGTH,
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  /* Test vector of RFC 2202, section 2. */
  CCHmac(kCCHmacAlgMD5, "Jefe", 4, "what do ya want for nothing?", 28, bytes);
  check("HMAC", bytes, CC_MD5_DIGEST_LENGTH, "750c783e6ab0b503eaa86e310a5db738");
  /* Test vector of RFC 6070. */
  CCKeyDerivationPBKDF(kCCPBKDF2, "password", 8, (const uint8_t *)"salt", 4, kCCPRFHmacAlgSHA1, 2,
                       bytes, 20);
  check("PBKDF2", bytes, 20, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957");
  /* Test vector of RFC 3394, section 4.1. */
  uint8_t kek[16], key[16], wrapped[24], again[16];
  for (int index = 0; index < 16; index++) {
    kek[index] = (uint8_t)index;
    key[index] = (uint8_t)(index * 0x11);
  }
  size_t count = sizeof wrapped;
  if (CCSymmetricKeyWrap(kCCWRAPAES, CCrfc3394_iv, CCrfc3394_ivLen, kek, sizeof kek, key, sizeof key,
                         wrapped, &count) != kCCSuccess) {
    failures++;
  }
  check("AES Key Wrap", wrapped, count, "1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5");
  count = sizeof again;
  if (CCSymmetricKeyUnwrap(kCCWRAPAES, CCrfc3394_iv, CCrfc3394_ivLen, kek, sizeof kek, wrapped,
                           sizeof wrapped, again, &count) != kCCSuccess ||
      memcmp(again, key, sizeof key) != 0) {
    failures++;
  }
  size_t moved = 0;
  if (CCCrypt(kCCEncrypt, kCCAlgorithmAES, kCCOptionECBMode, kek, sizeof kek, NULL, key, sizeof key,
              bytes, sizeof bytes, &moved) != kCCSuccess) {
    failures++;
  }
  /* Test vector of FIPS 197, appendix C.1. */
  check("AES", bytes, moved, "69c4e0d86a7b0430d8cdb78070b4c55a");
  if (CCRandomGenerateBytes(bytes, sizeof bytes) != kCCSuccess) failures++;
  if (failures == 0) puts("ok");
  return failures != 0;
}
