public import Foundation
import KeychainModel
import PublicKeys

/// Certificates and the policies that they are judged by.
///
/// May be used from several threads; a call waits for one that judges.
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
}

extension SecTrust: TypeIdentified {
  package static var typeIdentifier: TypeIdentifier { .trust }
}

/// Returns the type number of trust objects, as `CFGetTypeID` gives it.
public func SecTrustGetTypeID() -> CFTypeID {
  SecTrust.typeIdentifier.rawValue
}
