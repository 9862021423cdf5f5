import Foundation
import Keychain
import KeychainModel

/// The edge where typed errors become the error object of a key function (keys-and-certificates 1.11).
enum KeyCall {
  /// Runs a call. Nil, and the error in its place, when it fails.
  static func perform<Result>(
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?,
    _ body: () throws(KeychainError) -> Result
  ) -> Result? {
    do throws(KeychainError) {
      return try ForkGate.enter(body)
    } catch let failure {
      report(failure.code.rawValue, failure.reason, to: error)
      return nil
    }
  }

  /// The status of a call.
  static func status(
    _ body: () throws(KeychainError) -> OSStatus
  ) -> OSStatus {
    do throws(KeychainError) {
      return try ForkGate.enter(body)
    } catch {
      return error.code.rawValue
    }
  }

  /// Hands out an error that the caller has to release. One that is there already is not released: as
  /// on Apple's platforms nobody knows whether the place has been initialised.
  static func report(
    _ status: OSStatus, _ reason: String, to error: UnsafeMutablePointer<Unmanaged<CFError>?>?
  ) {
    guard let error else { return }
    let details: [String: Any] = [NSLocalizedDescriptionKey: reason, "NSDescription": reason]
    let object = NSError(domain: NSOSStatusErrorDomain, code: Int(status), userInfo: details)
    error.pointee = Unmanaged.passRetained(object)
  }
}
