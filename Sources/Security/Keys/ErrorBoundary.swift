import AsymmetricKeys
import Foundation
import Keychain
import KeychainModel

/// Converts typed errors to the error objects and statuses of the key functions, at the boundary of the public
/// functions (specification: keys-and-certificates 1.11).
enum ErrorBoundary {
  /// Runs a call. If it fails, returns nil and stores the error.
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

  /// Runs a call and returns its status.
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

  /// Stores an error object for a status that has no typed error.
  static func report(
    _ status: OSStatus, _ reason: String, to error: UnsafeMutablePointer<Unmanaged<CFError>?>?
  ) {
    LastFailure.note(status: status, reason)
    guard let failure = LastFailure.current else { return }
    assign(failure, to: error)
  }

  private static func report(
    _ failure: Failure, to error: UnsafeMutablePointer<Unmanaged<CFError>?>?
  ) {
    LastFailure.note(failure)
    assign(failure, to: error)
  }

  /// Stores an error object that the caller must release. It does not release an object that is already stored there,
  /// because the memory may be uninitialized. This is also the behaviour on Apple's platforms.
  private static func assign(
    _ failure: Failure, to error: UnsafeMutablePointer<Unmanaged<CFError>?>?
  ) {
    guard let error else { return }
    error.pointee = Unmanaged.passRetained(NSError(failure, description: failure.reason))
  }
}

/// One operation with a key: the key, the operation and the algorithm.
struct CheckedKeyOperation {
  private let key: SecKey
  private let operation: KeyOperation
  private let algorithm: SecKeyAlgorithm

  init(_ key: SecKey, _ operation: KeyOperation, _ algorithm: SecKeyAlgorithm) {
    self.key = key
    self.operation = operation
    self.algorithm = algorithm
  }

  /// Checks that the key supports the operation, and then runs it.
  func perform<Result>(
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?,
    _ body: (AsymmetricKey, KeyAlgorithm) throws(KeychainError) -> Result
  ) -> Result? {
    guard case .asymmetric(let material) = key.material,
      let resolved = KeyAlgorithm(rawValue: algorithm.rawValue as String),
      material.supports(resolved, for: operation)
    else {
      ErrorBoundary.report(
        errSecParam, "\(key): the algorithm \(algorithm.rawValue) is not supported for this",
        to: error)
      return nil
    }
    return ErrorBoundary.perform(error) { () throws(KeychainError) in try body(material, resolved) }
  }
}
