public import Foundation
import KeychainModel

/// Certificates and the policies that they are judged by.
///
/// May be used from several threads. No call waits for one that judges, which may ask the network: a change
/// meanwhile counts from the next judgement on.
///
/// `@unchecked Sendable` holds because the class is final and its state is behind a lock.
public final class SecTrust: NSObject, @unchecked Sendable {
  private let guarded: Guarded<TrustState>

  init(_ state: TrustState) { guarded = Guarded(state) }

  /// The address of the object.
  public override var description: String {
    "<SecTrustRef: 0x\(String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16))>"
  }

  func with<Result>(_ body: (inout TrustState) -> Result) -> Result { guarded.withLock(body) }

  /// The judgement, made if there is none since the last change. Nothing is locked while it is made.
  func judgement() -> TrustJudgement {
    let state = with { $0 }
    if let judgement = state.judgement { return judgement }
    let policies = state.policies.map(\.policy)
    let made = state.judged(policies)
    return with { $0.keep(made, of: state, policies) }
  }
}

extension SecTrust: TypeIdentified {
  package static var typeIdentifier: TypeIdentifier { .trust }
}

/// Returns the type number of trust objects, as `CFGetTypeID` gives it.
public func SecTrustGetTypeID() -> CFTypeID {
  SecTrust.typeIdentifier.rawValue
}
