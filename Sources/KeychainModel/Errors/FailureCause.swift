/// Why a call failed, closer than its status: -25291 alone has more than a dozen causes.
///
/// The numbers and the names are what programs in Swift and C compare, and what crosses the border of a
/// process: neither changes, and none is used again. `docs/failures.md` explains each; the public
/// enumerations of `Security` and `LatchkeyFailure.h` repeat them.
package enum FailureCause: Int32, Sendable, CaseIterable {
  /// Anything without a cause of its own: the sentence says what it was.
  case other = 1

  // MARK: The request

  /// An argument, a dictionary or a file to import is not as it must be.
  case invalidArgument = 10
  /// The call asks for something that this library does not do.
  case unsupported = 11
  /// Nothing matches.
  case itemNotFound = 12
  /// The item is there already.
  case duplicateItem = 13
  /// The access group or the entitlement is not the program's.
  case missingEntitlement = 14
  /// The entitlements file cannot be read, is malformed, or could have been written by others.
  case entitlementsUnusable = 15
  /// An entitlement of the program denies it the keychain.
  case deniedByEntitlement = 16

  // MARK: Proofs and locks

  /// The keychain is locked.
  case locked = 20
  /// A person would have to be asked, and nobody may or can be.
  case interactionForbidden = 21
  /// A person dismissed the question.
  case userCancelled = 22
  /// A proof was wrong, or did not come.
  case authenticationFailed = 23
  /// The passcode is wrong.
  case passcodeWrong = 24
  /// Too many wrong passcodes were given: the next may be tried later.
  case passcodeMustWait = 25
  /// The call needs a passcode, and none is set.
  case passcodeMissing = 26
  /// The file or the credential with the passcode of this process is missing, named by a relative path, open
  /// to others, or holds a wrong passcode.
  case passcodeFileUnusable = 27
  /// The password of the item is another one.
  case itemPasswordWrong = 28
  /// The access control asks for a proof that nothing here can give.
  case accessControlUnprovable = 29
  /// The passphrase of a backup or of a file to import is wrong or missing.
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
  /// The device key is damaged, or no device key at all.
  case deviceKeyDamaged = 47
  /// The device key is that of another keychain, or of another keybag.
  case deviceKeyWrong = 48
  /// The file `latchkey.lock`, which holds the state of the keychain, is missing.
  case headerMissing = 49
  /// Files of different keychains are in one folder.
  case filesOfDifferentKeychains = 50
  /// A newer version of Latchkey wrote the file.
  case newerFormat = 51
  /// A change of the device key was interrupted, and must be finished first.
  case interrupted = 52
  /// The files were replaced or removed while they were used.
  case replaced = 53
  /// Another file has the name of one that is to be made.
  case fileInTheWay = 54
  /// One of the small files beside the database is damaged.
  case fileDamaged = 55

  // MARK: Folders and the machine

  /// No folder is named for the keychain, or by no absolute path.
  case noPlace = 60
  /// The home folder is that of another user.
  case foreignHome = 61
  /// The folder of the keychain is open to others.
  case folderTooOpen = 62
  /// A folder above that of the keychain can be written by others.
  case folderAboveTooOpen = 63
  /// A file of the keychain is open to others.
  case fileTooOpen = 64
  /// A file or folder belongs to another user.
  case foreignOwner = 65
  /// A file or folder is of a wrong kind: a symbolic link, a device, or the other of the two.
  case wrongFileKind = 66
  /// The folder lies on a file system that machines share.
  case networkFileSystem = 67
  /// The kernel does not permit this user to use a file.
  case permissionDenied = 68
  /// The file system may only be read.
  case readOnly = 69
  /// The disk, or the user's share of it, is full.
  case diskFull = 70
  /// Reading or writing a device failed.
  case inputOutput = 71
  /// Memory ran out.
  case outOfMemory = 72
  /// The process or the machine has too many files open.
  case tooManyFiles = 73
  /// Others kept the keychain busy until the time was over.
  case timedOut = 74
  /// The process was forked in the middle of a call.
  case forked = 75
  /// Cryptography or another component below failed.
  case componentFailed = 76
}
