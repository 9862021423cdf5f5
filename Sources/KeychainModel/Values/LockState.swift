/// The lock state of a store that has a passcode.
package enum LockState: Sendable, Hashable, CaseIterable {
  /// The passcode was not given since the start of the machine. Only the device key opens items.
  case beforeFirstUnlock
  /// The passcode was given, and the store was locked afterwards.
  case locked
  case unlocked

  /// The state in which exactly these classes are open.
  package init(openClasses: Set<Accessibility>) {
    if openClasses.contains(.whenUnlocked) {
      self = .unlocked
    } else {
      self = openClasses.contains(.afterFirstUnlock) ? .locked : .beforeFirstUnlock
    }
  }

  /// Whether items of a class may be read and written.
  package func opens(_ accessibility: Accessibility) -> Bool {
    switch accessibility {
    case .always, .alwaysThisDeviceOnly: true
    case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: self != .beforeFirstUnlock
    case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly:
      self == .unlocked
    }
  }
}
