import AsymmetricKeys
import Foundation
import Keychain
import KeychainModel

/// Converts the typed error of a public function to an error object or a status (specification: keys-and-certificates
/// 1.11).
enum ErrorBoundary {
  /// Runs `body` and returns its result. If `body` fails, the function returns nil and stores an error object at
  /// `error`.
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

  /// Runs `body` and returns the status of the call.
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

  /// Stores an error object for a status without a typed error.
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

  /// Stores an error object that the caller must release. The function does not release an earlier object at `error`,
  /// because the memory at `error` may be uninitialized. Apple's functions do not release an earlier object either.
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

  /// Runs `body` if the key supports the operation with the algorithm. Otherwise stores `errSecParam` at `error` and
  /// returns nil.
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
