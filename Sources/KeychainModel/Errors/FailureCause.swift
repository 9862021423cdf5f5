/// The cause of a failed call. A cause is more precise than a status: the status -25291 alone has more than a dozen
/// causes.
///
/// Programs in Swift and C compare the numbers and names, and processes exchange numbers. So numbers and names never
/// change and are never reused. `docs/failures.md` explains each cause. The public enumerations of `Security` and
/// `LatchkeyFailure.h` contain the same causes.
package enum FailureCause: Int32, Sendable, CaseIterable {
  /// A failure without a specific cause. The reason of the error describes the failure.
  case other = 1

  // MARK: The request

  /// An argument, a dictionary or a file to import is invalid.
  case invalidArgument = 10
  /// This library does not support the request.
  case unsupported = 11
  /// No item matches.
  case itemNotFound = 12
  /// The item already exists.
  case duplicateItem = 13
  /// The program does not have the access group or the entitlement.
  case missingEntitlement = 14
  /// The entitlements file cannot be read, is malformed, or is writable by other users.
  case entitlementsUnusable = 15
  /// An entitlement denies the program access to the keychain.
  case deniedByEntitlement = 16

  // MARK: Proofs and locks

  /// The keychain is locked.
  case locked = 20
  /// The call must ask the user a question, but questions are forbidden or impossible.
  case interactionForbidden = 21
  /// The user dismissed the question.
  case userCancelled = 22
  /// A proof was wrong or missing.
  case authenticationFailed = 23
  /// The passcode is wrong.
  case passcodeWrong = 24
  /// Too many wrong passcodes were given. The next attempt is possible only later.
  case passcodeMustWait = 25
  /// The call needs a passcode, but no passcode is set.
  case passcodeMissing = 26
  /// The passcode file or the passcode credential of this process is unusable. The file is missing, has a relative
  /// path, is accessible to other users, or contains a wrong passcode.
  case passcodeFileUnusable = 27
  /// The application password of the item is wrong.
  case itemPasswordWrong = 28
  /// The access control requires a proof that is impossible on this system.
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
  /// The database, `latchkey.lock` or the keybag is an older copy.
  case olderFile = 45
  /// The device key is missing.
  case deviceKeyMissing = 46
  /// The device key is damaged, or the file is not a device key.
  case deviceKeyDamaged = 47
  /// The device key belongs to another keychain or to another keybag.
  case deviceKeyWrong = 48
  /// The file `latchkey.lock`, which contains the state of the keychain, is missing.
  case headerMissing = 49
  /// The folder contains files of different keychains.
  case filesOfDifferentKeychains = 50
  /// A newer version of Latchkey wrote the file.
  case newerFormat = 51
  /// A change of the device key was interrupted and must be completed first.
  case interrupted = 52
  /// Files of the keychain were replaced or removed while this process used the keychain.
  case replaced = 53
  /// A file that is to be created already exists.
  case fileInTheWay = 54
  /// A small file of the keychain is damaged: `latchkey.lock` or the trust settings.
  case fileDamaged = 55
  /// The keychain was moved to `keychaind`.
  case databaseMoved = 56

  // MARK: Folders and the machine

  /// No folder is configured for the keychain, or the configured path is not absolute.
  case noPlace = 60
  /// The home folder belongs to another user.
  case foreignHome = 61
  /// Other users can access the folder of the keychain.
  case folderTooOpen = 62
  /// Other users can write to a folder above the keychain's folder.
  case folderAboveTooOpen = 63
  /// Other users can access a file of the keychain.
  case fileTooOpen = 64
  /// A file or folder belongs to another user.
  case foreignOwner = 65
  /// A file or folder has the wrong type. For example, a file is a symbolic link, a device or a folder.
  case wrongFileKind = 66
  /// The folder is on a file system that several machines share.
  case networkFileSystem = 67
  /// The kernel does not permit this user to use a file.
  case permissionDenied = 68
  /// The file system is read-only.
  case readOnly = 69
  /// The disk is full, or the user's quota is exhausted.
  case diskFull = 70
  /// Reading or writing a device failed.
  case inputOutput = 71
  /// There is not enough memory.
  case outOfMemory = 72
  /// The process or the machine has too many files open.
  case tooManyFiles = 73
  /// Other processes kept the keychain busy until the deadline.
  case timedOut = 74
  /// The process was forked during a call.
  case forked = 75
  /// Cryptography or another internal component failed.
  case componentFailed = 76
}

/// The status, the cause and the reason of a failed call. The type contains no references to objects. So a failure can
/// be stored until the program reads the failure, and can be sent to another process.
package struct Failure: Sendable, Equatable {
  /// The status of the call, as an `OSStatus`. Never 0.
  package let status: Int32

  package let cause: FailureCause

  /// A sentence for the user. The sentence names the affected file. The sentence never contains a secret or the value
  /// of an attribute.
  package let reason: String

  package init(status: Int32, cause: FailureCause, reason: String) {
    self.status = status
    self.cause = cause
    self.reason = reason
  }
}

extension KeychainError {
  package var failure: Failure {
    Failure(status: code.rawValue, cause: failureCause, reason: reason)
  }
}
