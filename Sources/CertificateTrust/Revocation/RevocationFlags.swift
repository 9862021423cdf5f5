/// How revocation is looked for: the flags of `SecPolicyCreateRevocation` (keys-and-certificates 4.4).
package struct RevocationFlags: OptionSet, Sendable {
  package let rawValue: UInt
  package init(rawValue: UInt) { self.rawValue = rawValue }

  package static let ocsp = RevocationFlags(rawValue: 1)
  package static let lists = RevocationFlags(rawValue: 2)
  package static let prefersLists = RevocationFlags(rawValue: 4)
  package static let requiresResponse = RevocationFlags(rawValue: 8)
  package static let isOffline = RevocationFlags(rawValue: 16)

  /// What is done for all of several policies.
  static func union(_ policies: [TrustPolicy]) -> RevocationFlags? {
    var result: RevocationFlags?
    for case .revocation(let flags) in policies {
      result = (result ?? []).union(RevocationFlags(rawValue: flags))
    }
    return result
  }

  /// Whether a way is allowed. Without any being named, all are.
  func allows(_ method: RevocationFlags) -> Bool {
    contains(method) || isDisjoint(with: [.ocsp, .lists])
  }
}
