#ifndef SECURITY_LATCHKEYFAILURE_H
#define SECURITY_LATCHKEYFAILURE_H

/* Functions that return the cause of the last failed call in a thread. Apple's platforms do not have this header. A
   program that must also compile on Apple's platforms includes this header only if the header exists
   (__has_include). */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/** The cause of a failed call. A cause is more specific than a status. docs/failures.md lists the statuses and the
    remedy of each cause. The numbers never change; a later version may add numbers. */
typedef CF_ENUM(int32_t, LatchkeyFailureCause) {
  /** The last call succeeded, or there was no call. */
  kLatchkeyFailureCauseNone = 0,
  /** No other constant names the cause of the failure. LatchkeyCopyLastFailureReason describes the failure. */
  kLatchkeyFailureCauseOther = 1,

  /* Causes that concern the request. */
  /** An argument, a dictionary or an imported file is invalid. */
  kLatchkeyFailureCauseInvalidArgument = 10,
  /** The call requests an operation that Latchkey does not support. */
  kLatchkeyFailureCauseUnsupported = 11,
  /** No item matches the query. */
  kLatchkeyFailureCauseItemNotFound = 12,
  /** The item already exists. */
  kLatchkeyFailureCauseDuplicateItem = 13,
  /** The program does not have an access group or an entitlement that the call requires. */
  kLatchkeyFailureCauseMissingEntitlement = 14,
  /** The entitlements file cannot be read, is malformed, or is writable by other users. */
  kLatchkeyFailureCauseEntitlementsUnusable = 15,
  /** An entitlement denies the program access to the keychain. */
  kLatchkeyFailureCauseDeniedByEntitlement = 16,

  /* Causes that concern passwords, prompts and locked keychains. */
  /** The keychain is locked. */
  kLatchkeyFailureCauseLocked = 20,
  /** The call must ask the user a question, but questions are forbidden or impossible. */
  kLatchkeyFailureCauseInteractionForbidden = 21,
  /** The user dismissed the question. */
  kLatchkeyFailureCauseUserCancelled = 22,
  /** A proof that the call requires, for example a passcode, was wrong or missing. */
  kLatchkeyFailureCauseAuthenticationFailed = 23,
  /** The passcode is wrong. */
  kLatchkeyFailureCausePasscodeWrong = 24,
  /** There were too many wrong passcodes. The keychain refuses further passcodes until a delay has passed. */
  kLatchkeyFailureCausePasscodeMustWait = 25,
  /** The call needs a passcode, but no passcode is set. */
  kLatchkeyFailureCausePasscodeMissing = 26,
  /** The passcode file or the passcode credential of this process is unusable. The file is missing, is named by a
      relative path, is accessible to other users, or contains a wrong passcode. */
  kLatchkeyFailureCausePasscodeFileUnusable = 27,
  /** The application password of the item is wrong. */
  kLatchkeyFailureCauseItemPasswordWrong = 28,
  /** The access control of the item requires a proof that Latchkey cannot obtain, for example a fingerprint. */
  kLatchkeyFailureCauseAccessControlUnprovable = 29,
  /** The passphrase of a backup or of an imported file is wrong or missing. */
  kLatchkeyFailureCausePassphraseWrong = 30,

  /* Causes that concern the files of the keychain. */
  /** The database is damaged. */
  kLatchkeyFailureCauseDatabaseDamaged = 40,
  /** The database is missing. */
  kLatchkeyFailureCauseDatabaseMissing = 42,
  /** The database belongs to a keybag, and this keybag is missing. */
  kLatchkeyFailureCauseKeybagMissing = 43,
  /** The file of the keybag contains two copies of the keybag, and both copies are damaged. */
  kLatchkeyFailureCauseKeybagDamaged = 44,
  /** The database, latchkey.lock or the keybag is an outdated copy. */
  kLatchkeyFailureCauseOlderFile = 45,
  /** The device key is missing. */
  kLatchkeyFailureCauseDeviceKeyMissing = 46,
  /** The file of the device key is damaged, or contains no device key. */
  kLatchkeyFailureCauseDeviceKeyDamaged = 47,
  /** The device key belongs to another keychain, or to another keybag. */
  kLatchkeyFailureCauseDeviceKeyWrong = 48,
  /** The file `latchkey.lock`, which contains the state of the keychain, is missing. */
  kLatchkeyFailureCauseHeaderMissing = 49,
  /** The folder of the keychain contains files of different keychains. */
  kLatchkeyFailureCauseFilesOfDifferentKeychains = 50,
  /** A newer version of Latchkey wrote a file, and this version cannot read the file. */
  kLatchkeyFailureCauseNewerFormat = 51,
  /** A change of the device key was interrupted and must be completed first. */
  kLatchkeyFailureCauseInterrupted = 52,
  /** The files of the keychain were replaced or removed while the process used the keychain. */
  kLatchkeyFailureCauseReplaced = 53,
  /** A file cannot be created, because its name is already in use. */
  kLatchkeyFailureCauseFileInTheWay = 54,
  /** One of the small files of the keychain is damaged: `latchkey.lock` or the trust settings. */
  kLatchkeyFailureCauseFileDamaged = 55,
  /** The keychain was moved to keychaind. */
  kLatchkeyFailureCauseDatabaseMoved = 56,

  /* Causes that concern folders, file systems and the machine. */
  /** No folder is configured for the keychain, or the configured path is not absolute. */
  kLatchkeyFailureCauseNoPlace = 60,
  /** The home folder belongs to another user. */
  kLatchkeyFailureCauseForeignHome = 61,
  /** The folder of the keychain is accessible to other users. */
  kLatchkeyFailureCauseFolderTooOpen = 62,
  /** A parent of the keychain folder is writable by other users. */
  kLatchkeyFailureCauseFolderAboveTooOpen = 63,
  /** A file of the keychain is accessible to other users. */
  kLatchkeyFailureCauseFileTooOpen = 64,
  /** A file or folder belongs to another user. */
  kLatchkeyFailureCauseForeignOwner = 65,
  /** A file or folder has the wrong type. For example, a file is a symbolic link, a device or a folder. */
  kLatchkeyFailureCauseWrongFileKind = 66,
  /** The folder of the keychain is on a network file system. */
  kLatchkeyFailureCauseNetworkFileSystem = 67,
  /** The kernel denied this user access to a file. */
  kLatchkeyFailureCausePermissionDenied = 68,
  /** The file system is read-only. */
  kLatchkeyFailureCauseReadOnly = 69,
  /** The disk or the user's quota is full. */
  kLatchkeyFailureCauseDiskFull = 70,
  /** Reading or writing a device failed. */
  kLatchkeyFailureCauseInputOutput = 71,
  /** Memory ran out. */
  kLatchkeyFailureCauseOutOfMemory = 72,
  /** The process or the system has too many open files. */
  kLatchkeyFailureCauseTooManyFiles = 73,
  /** The time limit expired while other processes used the keychain. */
  kLatchkeyFailureCauseTimedOut = 74,
  /** The process was forked during a call. */
  kLatchkeyFailureCauseForked = 75,
  /** A cryptographic operation, or a component that Latchkey uses, failed. */
  kLatchkeyFailureCauseComponentFailed = 76
};

/** The key of the cause in the user information of a CFError. The value is a LatchkeyFailureCause, as a CFNumber. */
#define kLatchkeyFailureCauseErrorKey CFSTR("LatchkeyFailureCause")

/** Returns the cause of the last failure in the calling thread.

    A failed call stores its cause in its thread. The next successful call in the same thread removes the stored cause.
    Call this function right after the failed call, in the same thread.

    @return The cause; kLatchkeyFailureCauseNone if the last call succeeded, or if there was no call. */
extern LatchkeyFailureCause LatchkeyGetLastFailureCause(void);

/** Returns the status of the last failure in the calling thread.

    @return The status that the failed call returned; errSecSuccess if the last call succeeded, or if there was no
    call. */
extern OSStatus LatchkeyGetLastFailureStatus(void);

/** Returns a sentence that describes the last failure in the calling thread to the user. If the failure concerns a
    file, the sentence names the file. The sentence contains no secret and no value of an item. Programs must not
    compare sentences, because a later version can change them.

    @return The sentence in English, which the caller must release. NULL if the last call succeeded, if there was no
    call, or if memory ran out. */
extern CFStringRef LatchkeyCopyLastFailureReason(void) CF_RETURNS_RETAINED;

/** Returns a sentence that tells the user how to remove a cause.

    @param cause Any number.
    @return A sentence in English, which the caller must release. NULL if only the program can handle the failure, if
    the cause is unknown, or if memory ran out. */
extern CFStringRef LatchkeyCopyFailureCauseAdvice(LatchkeyFailureCause cause) CF_RETURNS_RETAINED;

/** Returns the name of a cause in text formats, for example "device-key-missing". The name never changes.

    @param cause Any number.
    @return The name, which the caller must release; NULL if the cause is unknown, or if memory ran out. */
extern CFStringRef LatchkeyCopyFailureCauseName(LatchkeyFailureCause cause) CF_RETURNS_RETAINED;

CF_EXTERN_C_END

#endif
