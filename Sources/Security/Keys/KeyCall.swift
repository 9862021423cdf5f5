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
      let result = try ForkGate.enter(body)
      LastFailure.clear()
      return result
    } catch let failure {
      report(failure.failure, to: error)
      return nil
    }
  }

  /// The status of a call.
  static func status(
    _ body: () throws(KeychainError) -> OSStatus
  ) -> OSStatus {
    do throws(KeychainError) {
      LastFailure.clear()
      let status = try ForkGate.enter(body)
      LastFailure.note(end: status)
      return status
    } catch {
      LastFailure.note(error)
      return error.code.rawValue
    }
  }

  /// Hands out an error for a status that no typed error explains.
  static func report(
    _ status: OSStatus, _ reason: String, to error: UnsafeMutablePointer<Unmanaged<CFError>?>?
  ) {
    LastFailure.note(status: status, reason)
    guard let failure = LastFailure.current else { return }
    hand(failure, to: error)
  }

  private static func report(
    _ failure: Failure, to error: UnsafeMutablePointer<Unmanaged<CFError>?>?
  ) {
    LastFailure.note(failure)
    hand(failure, to: error)
  }

  /// Hands out an error that the caller has to release. One that is there already is not released: as
  /// on Apple's platforms nobody knows whether the place has been initialised.
  private static func hand(
    _ failure: Failure, to error: UnsafeMutablePointer<Unmanaged<CFError>?>?
  ) {
    guard let error else { return }
    error.pointee = Unmanaged.passRetained(NSError(failure, description: failure.reason))
  }
}
