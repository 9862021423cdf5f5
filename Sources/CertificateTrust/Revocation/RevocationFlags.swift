/// How revocation is checked: the flags of `SecPolicyCreateRevocation` (keys-and-certificates 4.4).
package struct RevocationFlags: OptionSet, Sendable {
  package let rawValue: UInt
  package init(rawValue: UInt) { self.rawValue = rawValue }

  package static let ocsp = RevocationFlags(rawValue: 1)
  package static let lists = RevocationFlags(rawValue: 2)
  package static let prefersLists = RevocationFlags(rawValue: 4)
  package static let requiresResponse = RevocationFlags(rawValue: 8)
  package static let isOffline = RevocationFlags(rawValue: 16)

  /// The combined flags of several policies; nil when no policy requests a check.
  static func union(_ policies: [TrustPolicy]) -> RevocationFlags? {
    var result: RevocationFlags?
    for case .revocation(let flags) in policies {
      result = (result ?? []).union(RevocationFlags(rawValue: flags))
    }
    return result
  }

  /// Whether a method is allowed. If the flags name no method, all are allowed.
  func allows(_ method: RevocationFlags) -> Bool {
    contains(method) || isDisjoint(with: [.ocsp, .lists])
  }
}
