import KeychainModel

/// The cause of a failed call. A cause is more specific than a status: `errSecNotAvailable` alone has more than a
/// dozen causes.
///
/// `docs/failures.md` lists the statuses and the remedy of each cause. The numbers and names never change. A later
/// version may add causes, so a `switch` needs a `default`.
public enum LatchkeyFailureCause: Int32, Sendable, CaseIterable {
  /// No other case names the cause of the failure. `LatchkeyFailure.reason` describes the failure.
  case other = 1

  // MARK: The request

  /// An argument, a dictionary or an imported file is invalid.
  case invalidArgument = 10
  /// The call requests an operation that Latchkey does not support.
  case unsupported = 11
  /// No item matches the query.
  case itemNotFound = 12
  /// The item already exists.
  case duplicateItem = 13
  /// The program does not have an access group or an entitlement that the call requires.
  case missingEntitlement = 14
  /// The entitlements file cannot be read, is malformed, or is writable by other users.
  case entitlementsUnusable = 15
  /// An entitlement denies the program access to the keychain.
  case deniedByEntitlement = 16

  // MARK: Proofs and locks

  /// The keychain is locked.
  case locked = 20
  /// The call requires a prompt to the user, but a prompt is forbidden or impossible.
  case interactionForbidden = 21
  /// The user dismissed the prompt.
  case userCancelled = 22
  /// A proof was wrong or missing.
  case authenticationFailed = 23
  /// The passcode is wrong.
  case passcodeWrong = 24
  /// There were too many wrong passcodes. The keychain refuses further passcodes until a delay has passed.
  case passcodeMustWait = 25
  /// The call needs a passcode, but no passcode is set.
  case passcodeMissing = 26
  /// The passcode file or the passcode credential of this process is unusable. The file is missing, is named by a
  /// relative path, is accessible to other users, or contains a wrong passcode.
  case passcodeFileUnusable = 27
  /// The password of the item is wrong.
  case itemPasswordWrong = 28
  /// The access control requires a proof that Latchkey cannot obtain.
  case accessControlUnprovable = 29
  /// The passphrase of a backup or of an imported file is wrong or missing.
  case passphraseWrong = 30

  // MARK: The files of the keychain

  /// The database is damaged.
  case databaseDamaged = 40
  /// The database is missing.
  case databaseMissing = 42
  /// The keybag that the database records is missing.
  case keybagMissing = 43
  /// Both copies in the file of the keybag are damaged.
  case keybagDamaged = 44
  /// The database, `latchkey.lock` or the keybag is an outdated copy.
  case olderFile = 45
  /// The device key is missing.
  case deviceKeyMissing = 46
  /// The device key is damaged, or the file is not a device key.
  case deviceKeyDamaged = 47
  /// The device key belongs to another keychain, or to another keybag.
  case deviceKeyWrong = 48
  /// The file `latchkey.lock`, which contains the state of the keychain, is missing.
  case headerMissing = 49
  /// The folder contains files of different keychains.
  case filesOfDifferentKeychains = 50
  /// A newer version of Latchkey wrote the file.
  case newerFormat = 51
  /// A change of the device key was interrupted and must be completed first.
  case interrupted = 52
  /// The files were replaced or removed while the process used them.
  case replaced = 53
  /// A file cannot be created, because its name is already in use.
  case fileInTheWay = 54
  /// One of the small files of the keychain is damaged: `latchkey.lock` or the trust settings.
  case fileDamaged = 55
  /// The keychain was moved to `keychaind`.
  case databaseMoved = 56

  // MARK: Folders and the machine

  /// No folder is configured for the keychain, or the configured path is not absolute.
  case noPlace = 60
  /// The home folder belongs to another user.
  case foreignHome = 61
  /// The folder of the keychain is accessible to other users.
  case folderTooOpen = 62
  /// A parent of the keychain folder is writable by other users.
  case folderAboveTooOpen = 63
  /// A file of the keychain is accessible to other users.
  case fileTooOpen = 64
  /// A file or folder belongs to another user.
  case foreignOwner = 65
  /// A file or folder has the wrong type. For example, a file is a symbolic link, a device or a folder.
  case wrongFileKind = 66
  /// The folder is on a network file system.
  case networkFileSystem = 67
  /// The kernel denied this user access to a file.
  case permissionDenied = 68
  /// The file system is read-only.
  case readOnly = 69
  /// The disk or the user's quota is full.
  case diskFull = 70
  /// Reading or writing a device failed.
  case inputOutput = 71
  /// Memory ran out.
  case outOfMemory = 72
  /// The process or the system has too many open files.
  case tooManyFiles = 73
  /// The time limit expired while other processes used the keychain.
  case timedOut = 74
  /// The process was forked during a call.
  case forked = 75
  /// A cryptographic operation, or a component that Latchkey uses, failed.
  case componentFailed = 76

  /// The name of the cause in text formats, for example `device-key-missing`. The name never changes.
  public var name: String { model.name }

  /// Advice to the user in English. Nil if only the program can handle the failure.
  public var advice: String? { model.advice }

  private var model: FailureCause { FailureCause(rawValue: rawValue) ?? .other }

  init(_ cause: FailureCause) { self = LatchkeyFailureCause(rawValue: cause.rawValue) ?? .other }
}
