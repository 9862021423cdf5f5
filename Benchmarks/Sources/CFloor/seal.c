#include "seal.h"

#include <openssl/rand.h>
#include <string.h>

int floor_cipher_init(floor_cipher *cipher) {
  unsigned char key[32];
  memset(key, 7, sizeof key);
  cipher->seal = EVP_CIPHER_CTX_new();
  cipher->open = EVP_CIPHER_CTX_new();
  return EVP_EncryptInit_ex(cipher->seal, EVP_aes_256_gcm(), 0, key, 0) != 1 ||
         EVP_DecryptInit_ex(cipher->open, EVP_aes_256_gcm(), 0, key, 0) != 1;
}

void floor_cipher_free(floor_cipher *cipher) {
  EVP_CIPHER_CTX_free(cipher->seal);
  EVP_CIPHER_CTX_free(cipher->open);
}

int floor_seal(floor_cipher *cipher, const unsigned char *secret, int length,
               unsigned char *sealed) {
  EVP_CIPHER_CTX *context = cipher->seal;
  unsigned char *body = sealed + FLOOR_NONCE;
  int count = 0, last = 0;
  return RAND_bytes(sealed, FLOOR_NONCE) != 1 ||
         EVP_EncryptInit_ex(context, 0, 0, 0, sealed) != 1 ||
         EVP_EncryptUpdate(context, body, &count, secret, length) != 1 ||
         EVP_EncryptFinal_ex(context, body + count, &last) != 1 ||
         EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, FLOOR_TAG, body + length) != 1;
}

int floor_unseal(floor_cipher *cipher, const unsigned char *sealed, int sealed_length,
                 unsigned char *secret, int *length) {
  EVP_CIPHER_CTX *context = cipher->open;
  int count = 0, last = 0, body = sealed_length - FLOOR_OVERHEAD;
  if (body < 0) return 1;
  void *tag = (void *)(sealed + FLOOR_NONCE + body);
  if (EVP_DecryptInit_ex(context, 0, 0, 0, sealed) != 1 ||
      EVP_DecryptUpdate(context, secret, &count, sealed + FLOOR_NONCE, body) != 1 ||
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, FLOOR_TAG, tag) != 1 ||
      EVP_DecryptFinal_ex(context, secret + count, &last) != 1)
    return 1;
  *length = count;
  return 0;
}
