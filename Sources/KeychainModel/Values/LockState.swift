/// The lock state of a store that has a passcode.
package enum LockState: Sendable, Hashable, CaseIterable {
  /// The passcode has not been given since the start of the machine. Only items that the device key alone opens can be
  /// read.
  case beforeFirstUnlock
  /// The passcode has been given since the start of the machine, and the store was locked afterwards.
  case locked
  case unlocked

  /// The lock state in which the items of `openClasses` can be read.
  package init(openClasses: Set<Accessibility>) {
    if openClasses.contains(.whenUnlocked) {
      self = .unlocked
    } else {
      self = openClasses.contains(.afterFirstUnlock) ? .locked : .beforeFirstUnlock
    }
  }

  /// Whether items with an accessibility can be read and written in this lock state.
  package func opens(_ accessibility: Accessibility) -> Bool {
    switch accessibility {
    case .always, .alwaysThisDeviceOnly: true
    case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: self != .beforeFirstUnlock
    case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly:
      self == .unlocked
    }
  }
}
