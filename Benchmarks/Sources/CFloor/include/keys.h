#ifndef LATCHKEY_CFLOOR_KEYS_H
#define LATCHKEY_CFLOOR_KEYS_H

#include <stddef.h>

// The floor for keys: OpenSSL's EVP functions with a key in memory. Contexts are prepared once and reused. Every
// function returns 0 on success.

typedef struct floor_key floor_key;

// Makes an RSA key with a number of bits, or a P-256 key if it is 0.
floor_key *floor_key_new(int rsa_bits);
void floor_key_free(floor_key *key);

// The signature of a SHA-256 digest: PKCS#1 v1.5 for RSA, DER for P-256.
int floor_key_sign(
    floor_key *key, const unsigned char *digest, unsigned char *signature, size_t *length);
int floor_key_verify(
    floor_key *key, const unsigned char *digest, const unsigned char *signature, size_t length);

// Makes a P-256 key from the 65 bytes of a point and the 32 bytes of its private number, and frees it. It measures the
// cost of reading a key.
int floor_key_read(const unsigned char *point, const unsigned char *number);

#endif
