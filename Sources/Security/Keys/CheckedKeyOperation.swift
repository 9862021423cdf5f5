import Foundation
import KeychainModel
import AsymmetricKeys

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
