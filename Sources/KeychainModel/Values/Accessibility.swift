/// The accessibility classes of `kSecAttrAccessible`. The accessibility class of an item determines when the item can
/// be read.
///
/// The raw value is the number of the class in Apple's key store. Rows store this number.
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

  /// The class with a `kSecAttrAccessible…` value; nil if no class has the value.
  package init?(constant: String) {
    guard let match = Self.allCases.first(where: { $0.constant == constant }) else { return nil }
    self = match
  }

  /// Whether items of this class stay on the device that made the items.
  package var isThisDeviceOnly: Bool {
    switch self {
    case .whenUnlocked, .afterFirstUnlock, .always: false
    default: true
    }
  }

  /// The value of `kSecAttrAccessible` that means "until reboot". A query accepts the value, but no item can be stored
  /// with this accessibility.
  package static let untilReboot = "f"
}
