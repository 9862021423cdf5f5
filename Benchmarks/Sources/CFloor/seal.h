#ifndef LATCHKEY_FLOOR_SEAL_H
#define LATCHKEY_FLOOR_SEAL_H

#include <openssl/evp.h>

// Encrypts and decrypts with AES-256-GCM and a fixed key. The contexts are created once.

#define FLOOR_NONCE 12
#define FLOOR_TAG 16
#define FLOOR_OVERHEAD (FLOOR_NONCE + FLOOR_TAG)

typedef struct floor_cipher {
  EVP_CIPHER_CTX *seal, *open;
} floor_cipher;

int floor_cipher_init(floor_cipher *cipher);
void floor_cipher_free(floor_cipher *cipher);

// Writes the nonce, the ciphertext and the tag to `sealed`, which are `length` + FLOOR_OVERHEAD bytes.
int floor_seal(floor_cipher *cipher, const unsigned char *secret, int length, unsigned char *sealed);
int floor_unseal(floor_cipher *cipher, const unsigned char *sealed, int sealed_length,
                 unsigned char *secret, int *length);

#endif
