/// When an item may be read: the accessibility classes of `kSecAttrAccessible`.
///
/// The number is the one Apple's key store uses for the class; it is what a row stores.
package enum Accessibility: UInt8, Sendable, CaseIterable, Hashable {
  /// `kSecAttrAccessibleWhenUnlocked`
  case whenUnlocked = 6
  /// `kSecAttrAccessibleAfterFirstUnlock`
  case afterFirstUnlock = 7
  /// `kSecAttrAccessibleAlways`
  case always = 8
  /// `kSecAttrAccessibleWhenUnlockedThisDeviceOnly`
  case whenUnlockedThisDeviceOnly = 9
  /// `kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`
  case afterFirstUnlockThisDeviceOnly = 10
  /// `kSecAttrAccessibleAlwaysThisDeviceOnly`
  case alwaysThisDeviceOnly = 11
  /// `kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly`
  case whenPasscodeSetThisDeviceOnly = 12

  /// The value of the `kSecAttrAccessible…` constant.
  package var constant: String {
    switch self {
    case .whenUnlocked: "ak"
    case .afterFirstUnlock: "ck"
    case .always: "dk"
    case .whenUnlockedThisDeviceOnly: "aku"
    case .afterFirstUnlockThisDeviceOnly: "cku"
    case .alwaysThisDeviceOnly: "dku"
    case .whenPasscodeSetThisDeviceOnly: "akpu"
    }
  }

  /// The class of a `kSecAttrAccessible…` value; nil when it names none.
  package init?(constant: String) {
    guard let match = Self.allCases.first(where: { $0.constant == constant }) else { return nil }
    self = match
  }

  /// Whether items of this class stay on the device that made them.
  package var isThisDeviceOnly: Bool {
    switch self {
    case .whenUnlocked, .afterFirstUnlock, .always: false
    default: true
    }
  }

  /// The value that passes validation and that no item can be stored under ("until reboot").
  package static let untilReboot = "f"
}
