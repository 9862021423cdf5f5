/// The uses of a key for which a certificate or identity is preferred, as bits of CDSA (`CSSM_KEYUSE`).
/// Empty for all uses.
package struct PreferenceUsage: OptionSet, Sendable, Hashable {
  package let rawValue: UInt32

  /// CDSA has a separate bit that means all uses. It is converted to the empty set.
  package init(rawValue: UInt32) {
    self.rawValue = rawValue & Self.anyUse == 0 ? rawValue : 0
  }

  package static let encrypt = PreferenceUsage(rawValue: 1 << 0)
  package static let decrypt = PreferenceUsage(rawValue: 1 << 1)
  package static let sign = PreferenceUsage(rawValue: 1 << 2)
  package static let verify = PreferenceUsage(rawValue: 1 << 3)
  package static let signRecover = PreferenceUsage(rawValue: 1 << 4)
  package static let verifyRecover = PreferenceUsage(rawValue: 1 << 5)
  package static let wrap = PreferenceUsage(rawValue: 1 << 6)
  package static let unwrap = PreferenceUsage(rawValue: 1 << 7)
  package static let derive = PreferenceUsage(rawValue: 1 << 8)

  private static let anyUse: UInt32 = 1 << 31

  /// Whether every bit is a known use.
  package var isKnown: Bool { rawValue < 1 << 9 }

  /// How well a preference for these uses suits a request for `asked`: a lower number is better, nil
  /// means not at all. A request without uses accepts every preference.
  func rank(for asked: PreferenceUsage) -> Int? {
    if self == asked { return 0 }
    if asked.isEmpty { return 3 }
    if isEmpty { return 2 }
    return isSuperset(of: asked) ? 1 : nil
  }
}
