/// The requests that a client may make of a service. A server decides the permissions of each client.
package struct Permissions: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Access to items of the caller's access groups, and to whether the keychain is present and locked.
  package static let items = Permissions(rawValue: 1 << 0)
  /// The trial of passcodes: to prove one to the keychain, and to unlock the keychain.
  package static let authentication = Permissions(rawValue: 1 << 1)
  /// The keychain as a whole: its settings, passcode, keys and files, and the data of other programs in them.
  package static let administration = Permissions(rawValue: 1 << 2)

  package static let all: Permissions = [.items, .authentication, .administration]
}

extension Request {
  /// The permissions that a request needs. The request itself checks the other rules, such as the rules of access
  /// groups.
  var permissions: Permissions {
    switch self {
    case .items, .candidates, .duplicates, .countItems, .countUnreadable, .use, .changes, .outcome,
      .openProof, .isCurrent, .mayGuard, .closeProof,
      .isPresent, .open, .close, .status, .canBeLocked, .lock,
      // A handle belongs to the client that began the work.
      .next, .write, .cancel:
      .items
    case .provePasscode, .requirePasscodeAttempt, .unlock, .unlockWithGivenPasscode: .authentication
    case .set, .changePasscode, .changeDeviceKey, .exportDeviceKey, .importDeviceKey, .removeDeviceKeyFile, .repair,
      .acceptOlder, .recoverQuarantined, .dropQuarantined, .erase:
      .administration
    case .begin(let work): work.permissions
    }
  }
}

extension Work {
  fileprivate var permissions: Permissions {
    switch self {
    case .add, .batch: .items
    case .rotateKeys, .verify, .purge, .compact, .exportBackup, .importBackup: .administration
    }
  }
}
