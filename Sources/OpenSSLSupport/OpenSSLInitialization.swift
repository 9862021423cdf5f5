import COpenSSL
import Synchronization

/// The settings that OpenSSL needs before its first use.
package enum OpenSSLInitialization {
  /// Prevents OpenSSL from freeing its resources when the process exits. Otherwise exit(3) would
  /// free locks and generators while other threads use them, and the process would crash.
  ///
  /// This setting has no effect if another part of the process has already used OpenSSL.
  package static let isDone = OPENSSL_init_crypto(options, nil) == 1

  /// Prevents OpenSSL from loading the texts of its errors, which takes a twentieth of the run time
  /// of a program that finds one item. Error messages then contain OpenSSL's number, for `openssl
  /// errstr`. The setting applies to the whole process, so only our own programs may use it, before
  /// any other use of OpenSSL.
  package static func omitErrorStrings() { omitsErrorStrings.store(true, ordering: .relaxed) }

  private static let omitsErrorStrings = Atomic(false)

  private static var options: UInt64 {
    let texts = omitsErrorStrings.load(ordering: .relaxed) ? OPENSSL_INIT_NO_LOAD_CRYPTO_STRINGS : 0
    return UInt64(OPENSSL_INIT_NO_ATEXIT) | UInt64(texts)
  }
}
