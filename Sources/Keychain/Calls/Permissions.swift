/// What a client may ask of a service. A server decides it for each client.
package struct Permissions: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Items of the caller's access groups, and whether the keychain is there and locked.
  package static let items = Permissions(rawValue: 1 << 0)
  /// To try passcodes: to prove one to the keychain, and to unlock it.
  package static let authentication = Permissions(rawValue: 1 << 1)
  /// The keychain as a whole: its settings, passcode and keys, its files, and what is in them of other programs.
  package static let administration = Permissions(rawValue: 1 << 2)

  package static let all: Permissions = [.items, .authentication, .administration]
}

extension Request {
  /// What a client must be allowed to do. The rest of the rules, such as those about access groups, is for each request to
  /// check.
  var permissions: Permissions {
    switch self {
    case .items, .candidates, .duplicates, .countItems, .countUnreadable, .use, .changes, .outcome,
      .openProof, .isCurrent, .mayGuard, .closeProof,
      .isPresent, .open, .close, .status, .canBeLocked, .lock,
      // A handle belongs to who began the work.
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
