import COpenSSL
import Synchronization

/// What must be said to OpenSSL before anything else.
package enum OpenSSLStart {
  /// Makes OpenSSL keep what it has when the process exits. Otherwise exit(3) takes the locks and
  /// generators away from threads that are in the middle of a call, and the process crashes.
  ///
  /// Without effect when another part of the process has used OpenSSL before.
  package static let isDone = OPENSSL_init_crypto(options, nil) == 1

  /// Leaves the texts of OpenSSL's errors out, which take a twentieth of the life of a program that
  /// finds one item: errors then name OpenSSL's number, for `openssl errstr`. For programs of our own
  /// only, and before anything else: the texts are those of the whole process.
  package static func leaveTextsOut() { leavesTextsOut.store(true, ordering: .relaxed) }

  private static let leavesTextsOut = Atomic(false)

  private static var options: UInt64 {
    let texts = leavesTextsOut.load(ordering: .relaxed) ? OPENSSL_INIT_NO_LOAD_CRYPTO_STRINGS : 0
    return UInt64(OPENSSL_INIT_NO_ATEXIT) | UInt64(texts)
  }
}
