/// The kinds of requests that a client may send to a service. A server decides the permissions of each client.
package struct Permissions: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Permits requests for items in the caller's access groups, and requests about the presence and the lock of the
  /// keychain.
  package static let items = Permissions(rawValue: 1 << 0)
  /// Permits passcode attempts: requests to prove a passcode, and requests to unlock the keychain.
  package static let authentication = Permissions(rawValue: 1 << 1)
  /// Permits requests for the whole keychain: its settings, its passcode, its keys, its files, and the items of all
  /// programs.
  package static let administration = Permissions(rawValue: 1 << 2)

  /// Permits storing the items of a backup in a keychain without items.
  package static let restoration = Permissions(rawValue: 1 << 3)

  /// Permits copies of the whole keychain, and its removal, to the administrator of the machine. No proof of a person
  /// gives this permission.
  package static let custody = Permissions(rawValue: 1 << 4)

  /// The permissions of a program that acts for itself.
  package static let ofProgram: Permissions = [.items, .authentication, .restoration]

  package static let all: Permissions = [.items, .authentication, .administration, .restoration]
}

extension Request {
  /// The permissions that a request needs. Other rules, such as the rules of access groups, are checked when the
  /// request is performed.
  package var permissions: Permissions {
    switch self {
    case .items, .candidates, .duplicates, .countItems, .countUnreadable, .use, .changes, .outcome,
      .openProof, .isCurrent, .mayGuard, .closeProof, .becomeAgent,
      .isPresent, .open, .close, .status, .canBeLocked, .lock,
      // The handle in these requests belongs to the client that began the work, so no other permission is needed.
      .next, .write, .cancel:
      .items
    case .provePasscode, .requirePasscodeAttempt, .askPerson, .unlock, .unlockWithGivenPasscode: .authentication
    case .set, .changePasscode, .changeDeviceKey, .exportDeviceKey, .importDeviceKey, .removeDeviceKeyFile, .repair,
      .acceptOlder, .recoverQuarantined, .dropQuarantined, .erase:
      .administration
    case .setAside, .deleteKeychain, .keepKeychain: .custody
    case .begin(let work): work.permissions
    }
  }
}

extension Work {
  fileprivate var permissions: Permissions {
    switch self {
    case .add, .batch: .items
    case .rotateKeys, .verify, .purge, .compact, .exportBackup: .administration
    // Without the permission `administration`, the keychain must have no items.
    case .importBackup, .importCopy: .restoration
    case .exportCopy: .custody
    }
  }
}
