#include "keys.h"

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/rsa.h>
#include <stdlib.h>

struct floor_key {
  EVP_PKEY *key;
  EVP_PKEY_CTX *signer;
  EVP_PKEY_CTX *verifier;
};

enum { digest_length = 32 };

static int prepare(EVP_PKEY_CTX *context, int is_rsa) {
  if (is_rsa && EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) != 1) return 1;
  return EVP_PKEY_CTX_set_signature_md(context, EVP_sha256()) == 1 ? 0 : 1;
}

floor_key *floor_key_new(int rsa_bits) {
  floor_key *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  made->key = rsa_bits ? EVP_RSA_gen((unsigned)rsa_bits) : EVP_EC_gen("P-256");
  if (made->key) {
    made->signer = EVP_PKEY_CTX_new_from_pkey(NULL, made->key, NULL);
    made->verifier = EVP_PKEY_CTX_new_from_pkey(NULL, made->key, NULL);
  }
  if (!made->signer || !made->verifier || EVP_PKEY_sign_init(made->signer) != 1 ||
      EVP_PKEY_verify_init(made->verifier) != 1 || prepare(made->signer, rsa_bits != 0) ||
      prepare(made->verifier, rsa_bits != 0)) {
    floor_key_free(made);
    return NULL;
  }
  return made;
}

void floor_key_free(floor_key *key) {
  if (!key) return;
  EVP_PKEY_CTX_free(key->signer);
  EVP_PKEY_CTX_free(key->verifier);
  EVP_PKEY_free(key->key);
  free(key);
}

int floor_key_sign(
    floor_key *key, const unsigned char *digest, unsigned char *signature, size_t *length) {
  return EVP_PKEY_sign(key->signer, signature, length, digest, digest_length) == 1 ? 0 : 1;
}

int floor_key_verify(
    floor_key *key, const unsigned char *digest, const unsigned char *signature, size_t length) {
  return EVP_PKEY_verify(key->verifier, signature, length, digest, digest_length) == 1 ? 0 : 1;
}

int floor_key_read(const unsigned char *point, const unsigned char *number) {
  unsigned char native[32];
  // OpenSSL expects a number in the byte order of the machine.
  for (size_t i = 0; i < sizeof native; i++) native[i] = number[sizeof native - 1 - i];
  OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string("group", "prime256v1", 0),
      OSSL_PARAM_construct_octet_string("pub", (void *)point, 65),
      OSSL_PARAM_construct_BN("priv", native, sizeof native),
      OSSL_PARAM_construct_end(),
  };
  EVP_PKEY *key = NULL;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
  int done = context && EVP_PKEY_fromdata_init(context) == 1 &&
             EVP_PKEY_fromdata(context, &key, EVP_PKEY_KEYPAIR, parameters) == 1;
  EVP_PKEY_CTX_free(context);
  EVP_PKEY_free(key);
  return done ? 0 : 1;
}
