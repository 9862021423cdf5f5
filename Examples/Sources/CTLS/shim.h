// Imports OpenSSL. The functions in this header call macros of OpenSSL, which Swift cannot call.

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

static inline void tls_require_1_2(SSL_CTX *context) {
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}

// Adds an issuer's certificate to the chain that the server sends.
static inline int tls_add_to_chain(SSL_CTX *context, X509 *certificate) {
  return (int)SSL_CTX_add1_chain_cert(context, certificate);
}

static inline int tls_name_host(SSL *connection, const char *name) {
  return (int)SSL_set_tlsext_host_name(connection, name);
}

// Returns the number of certificates that the peer sent. The first is the peer's own certificate.
static inline int tls_sent_count(X509_STORE_CTX *judged) {
  return sk_X509_num(X509_STORE_CTX_get0_untrusted(judged));
}

static inline X509 *tls_sent(X509_STORE_CTX *judged, int index) {
  return sk_X509_value(X509_STORE_CTX_get0_untrusted(judged), index);
}

// Returns the reason why the last call of OpenSSL failed.
static inline const char *tls_reason(void) {
  const char *reason = ERR_reason_error_string(ERR_peek_last_error());
  return reason ? reason : "the connection ended";
}
