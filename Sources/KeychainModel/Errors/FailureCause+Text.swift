extension FailureCause {
  /// The name of the cause in text formats and documents. The name never changes.
  package var name: String {
    switch self {
    case .other: "other"
    case .invalidArgument: "invalid-argument"
    case .unsupported: "unsupported"
    case .itemNotFound: "item-not-found"
    case .duplicateItem: "duplicate-item"
    case .missingEntitlement: "missing-entitlement"
    case .entitlementsUnusable: "entitlements-unusable"
    case .deniedByEntitlement: "denied-by-entitlement"
    case .locked: "locked"
    case .interactionForbidden: "interaction-forbidden"
    case .userCancelled: "user-cancelled"
    case .authenticationFailed: "authentication-failed"
    case .passcodeWrong: "passcode-wrong"
    case .passcodeMustWait: "passcode-must-wait"
    case .passcodeMissing: "passcode-missing"
    case .passcodeFileUnusable: "passcode-file-unusable"
    case .itemPasswordWrong: "item-password-wrong"
    case .accessControlUnprovable: "access-control-unprovable"
    case .passphraseWrong: "passphrase-wrong"
    case .databaseDamaged: "database-damaged"
    case .databaseMissing: "database-missing"
    case .databaseMoved: "database-moved"
    case .keybagMissing: "keybag-missing"
    case .keybagDamaged: "keybag-damaged"
    case .olderFile: "older-file"
    case .deviceKeyMissing: "device-key-missing"
    case .deviceKeyDamaged: "device-key-damaged"
    case .deviceKeyWrong: "device-key-wrong"
    case .headerMissing: "header-missing"
    case .filesOfDifferentKeychains: "files-of-different-keychains"
    case .newerFormat: "newer-format"
    case .interrupted: "interrupted"
    case .replaced: "replaced"
    case .fileInTheWay: "file-in-the-way"
    case .fileDamaged: "file-damaged"
    case .noPlace: "no-place"
    case .foreignHome: "foreign-home"
    case .folderTooOpen: "folder-too-open"
    case .folderAboveTooOpen: "folder-above-too-open"
    case .fileTooOpen: "file-too-open"
    case .foreignOwner: "foreign-owner"
    case .wrongFileKind: "wrong-file-kind"
    case .networkFileSystem: "network-file-system"
    case .permissionDenied: "permission-denied"
    case .readOnly: "read-only"
    case .diskFull: "disk-full"
    case .inputOutput: "input-output"
    case .outOfMemory: "out-of-memory"
    case .tooManyFiles: "too-many-files"
    case .timedOut: "timed-out"
    case .forked: "forked"
    case .componentFailed: "component-failed"
    }
  }

  /// One or two sentences that explain to the user how to solve the problem, with the command if a command solves the
  /// problem. Nil for a failure that the program must handle.
  package var advice: String? {
    switch self {
    case .other, .invalidArgument, .unsupported, .itemNotFound, .duplicateItem, .missingEntitlement,
      .userCancelled, .authenticationFailed, .itemPasswordWrong, .accessControlUnprovable,
      .passphraseWrong:
      nil
    case .entitlementsUnusable:
      "Correct the entitlements file; it must be a property list that only its owner or root may write "
        + "(chmod go-w FILE)."
    case .deniedByEntitlement:
      "Take com.apple.private.keychain.deny out of the entitlements of the program."
    case .locked: "Unlock it: security unlock-keychain."
    case .interactionForbidden:
      "Unlock the keychain first (security unlock-keychain), or run the program where it can ask."
    case .passcodeWrong: "Give the right passcode."
    case .passcodeMustWait: "Wait as long as the sentence says, and give the right passcode."
    case .passcodeMissing: "Set a passcode: security set-keychain-password."
    case .passcodeFileUnusable:
      "Correct what LATCHKEY_PASSCODE_FILE, or the credential latchkey.passcode, leads to: an absolute path "
        + "of a file of mode 0400 that holds the passcode."
    case .databaseDamaged:
      "Repair it: security verify-keychain --repair. Nothing repairs it by itself."
    case .databaseMissing: "Put the file back together with keychain.db-wal."
    case .databaseMoved:
      "Start the program again; it then uses the keychain in keychaind. Without keychaind, root gives the keychain back: "
        + "security move-to-service --back -u USER."
    case .keybagMissing:
      "Put the file back; without it, security verify-keychain --accept-older goes on with another keybag."
    case .headerMissing:
      "Put the file back; without it, security verify-keychain --accept-older makes it again."
    case .keybagDamaged: "Put the file of the keybag back from a copy."
    case .olderFile:
      "Put the newer file back; without one, security verify-keychain --accept-older goes on with the files that "
        + "are there."
    case .deviceKeyMissing:
      "Put the device key back: security import-device-key, or pass it as the credential latchkey.device-key."
    case .deviceKeyDamaged, .deviceKeyWrong:
      "Move the file device.key away, and put the right one in its place: security import-device-key."
    case .filesOfDifferentKeychains: "Put the files of one keychain together, from one copy."
    case .newerFormat: "Use the version of Latchkey that wrote it, or a newer one."
    case .interrupted:
      "Use the keychain once, which finishes the change, as the sentence says."
    case .replaced: "Call again."
    case .fileInTheWay: "Move the file away."
    case .fileDamaged:
      "Put the file back from a copy; security verify-keychain checks all of them."
    case .noPlace: "Set LATCHKEY_HOME to a folder, by its absolute path."
    case .foreignHome:
      "Set LATCHKEY_HOME to a folder of this user, or HOME to its own home (sudo -H)."
    case .folderTooOpen, .fileTooOpen:
      "Take the rights of group and others away: chmod go= PATH. Who could read it may have done so."
    case .folderAboveTooOpen:
      "Take the right to write from group and others: chmod go-w FOLDER; or set LATCHKEY_HOME to another place."
    case .foreignOwner:
      "Use the keychain as the user that owns it, or set LATCHKEY_HOME to a folder of your own."
    case .wrongFileKind: "Put an ordinary file or folder there."
    case .networkFileSystem: "Set LATCHKEY_HOME to a folder on a disk of this machine."
    case .permissionDenied:
      "Give this user the right to the file, or set LATCHKEY_HOME to another place."
    case .readOnly: "Make the file system writable, or set LATCHKEY_HOME to a place that is."
    case .diskFull: "Make room on the disk."
    case .inputOutput: "Check the disk, and copy what can be read from it."
    case .outOfMemory: "End other programs, or raise the limit of memory."
    case .tooManyFiles: "Close files, or raise the limit: ulimit -n."
    case .timedOut: "Call again; find the process that keeps the keychain busy with fuser or lsof."
    case .forked: "Start the child with posix_spawn, or exec in it before it uses the keychain."
    case .componentFailed: "Report it, with the sentence and the log (LATCHKEY_LOG=stderr)."
    }
  }

  /// The failure cause of an error that was created without an explicit failure cause. The failure cause follows from
  /// `code` and `handling`.
  package static func defaultCause(
    for code: KeychainError.Code, _ handling: KeychainError.Cause?
  ) -> FailureCause {
    switch handling {
    case .databaseDamaged: return .databaseDamaged
    case .mustBeUnlocked, .indexClosed: return .locked
    case .wrongApplicationPassword: return .itemPasswordWrong
    case .passcodeMissing: return .passcodeMissing
    case .passcodeMustWait: return .passcodeMustWait
    case .agentMissing: return .interactionForbidden
    case .storeReplaced, .unknownProof, .unknownWork, .otherDatabase: return .replaced
    case .authenticationNeeded, .allPresent, .argument, .cancelled, .requestRepeated, .connectionLost, .personNeeded,
      nil:
      break
    }
    return switch code {
    case .parameter, .noSuchAttribute, .noSuchClass, .dataTooLarge, .invalidItemReference, .decode,
      .unknownFormat, .multiplePrivateKeys, .writePermission,
      .dataNotAvailable:
      .invalidArgument
    case .unimplemented, .unsupportedFormat: .unsupported
    case .itemNotFound, .noTrustSettings: .itemNotFound
    case .noSuchKeychain, .noDefaultKeychain: .noPlace
    case .invalidKeychain: .wrongFileKind
    case .duplicateKeychain: .fileInTheWay
    case .duplicateItem: .duplicateItem
    case .missingEntitlement: .missingEntitlement
    case .interactionNotAllowed: .locked
    case .userCancelled: .userCancelled
    case .authenticationFailed: .authenticationFailed
    case .passphraseRequired, .pkcs12VerifyFailure: .passphraseWrong
    case .invalidTrustSettings: .fileDamaged
    case .readOnly: .readOnly
    case .inputOutput: .inputOutput
    case .allocation: .outOfMemory
    case .internalComponent: .componentFailed
    case .notAvailable, .unexpected: .other
    }
  }
}
