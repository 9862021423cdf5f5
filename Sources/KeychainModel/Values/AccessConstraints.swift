/// What has to be proven before an item may be used: the flags of an access control object
/// (secitem 5.6) without those that change nothing, so that equal protections are equal values.
package struct AccessConstraints: OptionSet, Sendable, Hashable {
  package let rawValue: UInt64

  /// The flags that have a meaning. `and` is the rule anyway, and `or` means something only between
  /// several constraints.
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

  /// Whether one proof of several is enough.
  private var isAnyEnough: Bool { rawValue & Self.orFlag != 0 }

  /// Whether the person has to prove anything, beside a password that the program has.
  package var needsProof: Bool { rawValue & Self.proofs != 0 }

  /// Whether a password of the program goes into the key of the item.
  package var needsApplicationPassword: Bool { contains(.applicationPassword) }

  /// What guards an item of a class. `privateKeyUsage` says that a key may be used, which is what keys
  /// are there for: it asks for nothing, nor does it for the certificate of an identity. A password with
  /// it could never be read (secitem 5.6).
  package func guarding(_ itemClass: ItemClass) -> AccessConstraints {
    guard itemClass == .key || itemClass == .certificate else { return self }
    return AccessConstraints(rawValue: rawValue & ~Self.privateKeyUsage.rawValue)
  }

  /// Whether an item with them is sealed like one without access control: nothing has to be proven,
  /// and no use is forbidden.
  package var areNone: Bool {
    !needsProof && !needsApplicationPassword && !contains(.privateKeyUsage)
  }

  /// Whether the passcode proves what has to be proven. Where there is neither biometry nor a paired
  /// device, nothing else can.
  package var areMetByPasscode: Bool {
    guard needsProof else { return true }
    let byPasscode = !isDisjoint(with: [.userPresence, .devicePasscode])
    let others = !isDisjoint(with: [.biometryAny, .biometryCurrentSet, .companion])
    return byPasscode && (!others || isAnyEnough)
  }
}
