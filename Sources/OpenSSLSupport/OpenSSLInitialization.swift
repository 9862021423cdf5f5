import COpenSSL
import Synchronization

/// The options with which OpenSSL is initialized before its first use.
package enum OpenSSLInitialization {
  /// Initializes OpenSSL so that OpenSSL does not free its resources when the process exits. Otherwise exit(3) would
  /// free locks and random number generators while other threads use them, and the process would crash.
  ///
  /// The option has no effect if another part of the process has already used OpenSSL.
  package static let isDone = OPENSSL_init_crypto(options, nil) == 1

  /// Prevents OpenSSL from loading its error texts. Loading these texts takes a twentieth of the run time of a program
  /// that finds one item. Error messages then contain OpenSSL's error number, which `openssl errstr` explains.
  ///
  /// The option applies to the whole process. Therefore only programs of Latchkey may call this function, before any
  /// other use of OpenSSL.
  package static func omitErrorStrings() { omitsErrorStrings.store(true, ordering: .relaxed) }

  private static let omitsErrorStrings = Atomic(false)

  private static var options: UInt64 {
    let texts = omitsErrorStrings.load(ordering: .relaxed) ? OPENSSL_INIT_NO_LOAD_CRYPTO_STRINGS : 0
    return UInt64(OPENSSL_INIT_NO_ATEXIT) | UInt64(texts)
  }
}
