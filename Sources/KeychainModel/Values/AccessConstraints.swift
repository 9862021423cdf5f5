/// The flags of an access control object (specification: secitem 5.6). The flags name the proofs that are required
/// before an item may be used. Flags without effect are removed, so that equal protections are equal values.
package struct AccessConstraints: OptionSet, Sendable, Hashable {
  package let rawValue: UInt64

  /// Keeps the flags that have an effect. The flag `and` is removed, because `and` is the default rule. The flag `or`
  /// is removed if there are fewer than two proofs.
  package init(rawValue: UInt64) {
    var flags = rawValue & Self.known
    flags &= ~Self.andFlag
    if (flags & Self.proofs).nonzeroBitCount < 2 { flags &= ~Self.orFlag }
    self.rawValue = flags
  }

  package static let userPresence = AccessConstraints(rawValue: 1 << 0)
  package static let biometryAny = AccessConstraints(rawValue: 1 << 1)
  package static let biometryCurrentSet = AccessConstraints(rawValue: 1 << 3)
  package static let devicePasscode = AccessConstraints(rawValue: 1 << 4)
  package static let companion = AccessConstraints(rawValue: 1 << 5)
  package static let privateKeyUsage = AccessConstraints(rawValue: 1 << 30)
  package static let applicationPassword = AccessConstraints(rawValue: 1 << 31)

  private static let orFlag: UInt64 = 1 << 14
  private static let andFlag: UInt64 = 1 << 15
  private static let proofs: UInt64 = 0b11_1011
  private static let known: UInt64 = proofs | orFlag | andFlag | 1 << 30 | 1 << 31

  /// Whether one of several proofs is sufficient.
  private var isAnyEnough: Bool { rawValue & Self.orFlag != 0 }

  /// Whether the user must give a proof other than an application password.
  package var needsProof: Bool { rawValue & Self.proofs != 0 }

  /// Whether the key of the item depends on an application password.
  package var needsApplicationPassword: Bool { contains(.applicationPassword) }

  /// The constraints that protect an item of a class. With the flag `privateKeyUsage`, an item can be used as a private
  /// key, but cannot be read. The flag has no effect on keys and certificates, so this function removes it. A password
  /// cannot be used as a key, so a password with this flag can never be read (specification: secitem 5.6).
  package func guarding(_ itemClass: ItemClass) -> AccessConstraints {
    guard itemClass == .key || itemClass == .certificate else { return self }
    return AccessConstraints(rawValue: rawValue & ~Self.privateKeyUsage.rawValue)
  }

  /// Whether these constraints require no proof and forbid no use. An item with such constraints is sealed like an item
  /// without access control.
  package var areNone: Bool {
    !needsProof && !needsApplicationPassword && !contains(.privateKeyUsage)
  }

  /// Whether the passcode is a sufficient proof. No other proof is possible, because the system has neither biometry
  /// nor a paired device.
  package var areMetByPasscode: Bool {
    guard needsProof else { return true }
    let byPasscode = !isDisjoint(with: [.userPresence, .devicePasscode])
    let others = !isDisjoint(with: [.biometryAny, .biometryCurrentSet, .companion])
    return byPasscode && (!others || isAnyEnough)
  }
}
