#ifndef LATCHKEY_CFLOOR_KEYS_H
#define LATCHKEY_CFLOOR_KEYS_H

#include <stddef.h>

// The comparison for keys: OpenSSL's EVP functions with a key in memory. The contexts are prepared once and reused.
// Every function returns 0 on success unless it returns a pointer.

typedef struct floor_key floor_key;

// Creates an RSA key with a number of bits, or a P-256 key if `rsa_bits` is 0.
floor_key *floor_key_new(int rsa_bits);
void floor_key_free(floor_key *key);

// Signs or verifies a SHA-256 digest. An RSA signature uses PKCS#1 v1.5, and a P-256 signature is encoded in DER.
int floor_key_sign(
    floor_key *key, const unsigned char *digest, unsigned char *signature, size_t *length);
int floor_key_verify(
    floor_key *key, const unsigned char *digest, const unsigned char *signature, size_t length);

// Creates a P-256 key from the 65 bytes of its public point and the 32 bytes of its private number, and frees the key.
// This measures the cost of reading a key.
int floor_key_read(const unsigned char *point, const unsigned char *number);

#endif
