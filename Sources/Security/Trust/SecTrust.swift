public import Foundation
import KeychainModel

/// A trust object: certificates, and the policies by which they are evaluated.
///
/// Several threads may use it at once. No call waits for a running evaluation, which may use the network. A change
/// during an evaluation takes effect at the next evaluation.
///
/// `@unchecked Sendable` is safe: the class is final, and a mutex protects its state.
public final class SecTrust: NSObject, @unchecked Sendable {
  private let guarded: ForkSafeMutex<TrustState>

  init(_ state: TrustState) { guarded = ForkSafeMutex(state) }

  /// The address of the object.
  public override var description: String {
    "<SecTrustRef: 0x\(String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16))>"
  }

  func with<Result>(_ body: (inout TrustState) -> Result) -> Result { guarded.withLock(body) }

  /// Returns the evaluation. Makes a new one if the object has changed since the last one. The mutex is not held
  /// during the evaluation.
  func evaluationResult() -> TrustEvaluationResult {
    let state = with { $0 }
    if let evaluationResult = state.evaluationResult { return evaluationResult }
    let policies = state.policies.map(\.policy)
    let made = state.evaluated(policies)
    return with { $0.keep(made, of: state, policies) }
  }
}

extension SecTrust: TypeIdentified {
  package static var typeIdentifier: TypeIdentifier { .trust }
}

/// Returns the type number of trust objects, as returned by `CFGetTypeID`.
public func SecTrustGetTypeID() -> CFTypeID {
  SecTrust.typeIdentifier.rawValue
}
