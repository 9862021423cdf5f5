import COpenSSL

/// What must be said to OpenSSL before anything else.
package enum OpenSSLStart {
  /// Makes OpenSSL keep what it has when the process exits. Otherwise exit(3) takes the locks and
  /// generators away from threads that are in the middle of a call, and the process crashes.
  ///
  /// Without effect when another part of the process has used OpenSSL before.
  package static let isDone = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1
}
