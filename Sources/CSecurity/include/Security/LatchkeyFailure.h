#ifndef SECURITY_LATCHKEYFAILURE_H
#define SECURITY_LATCHKEYFAILURE_H

/* Why the last call of a thread failed. Apple's platforms have nothing like it: a program that is to
   compile there includes this header only where it is (__has_include). */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/** Why a call failed, closer than its status. docs/failures.md lists the statuses that go with each
    cause, and how to mend it. The numbers do not change; a later version may add some. */
typedef CF_ENUM(int32_t, LatchkeyFailureCause) {
  /** Nothing failed. */
  kLatchkeyFailureCauseNone = 0,
  /** Anything without a cause of its own: the sentence says what it was. */
  kLatchkeyFailureCauseOther = 1,

  /* The request. */
  /** An argument, a dictionary or a file to import is not as it must be. */
  kLatchkeyFailureCauseInvalidArgument = 10,
  /** The call asks for something that this library does not do. */
  kLatchkeyFailureCauseUnsupported = 11,
  /** Nothing matches. */
  kLatchkeyFailureCauseItemNotFound = 12,
  /** The item is there already. */
  kLatchkeyFailureCauseDuplicateItem = 13,
  /** The access group or the entitlement is not the program's. */
  kLatchkeyFailureCauseMissingEntitlement = 14,
  /** The entitlements file cannot be read, is malformed, or could have been written by others. */
  kLatchkeyFailureCauseEntitlementsUnusable = 15,
  /** An entitlement of the program denies it the keychain. */
  kLatchkeyFailureCauseDeniedByEntitlement = 16,

  /* Proofs and locks. */
  /** The keychain is locked. */
  kLatchkeyFailureCauseLocked = 20,
  /** A person would have to be asked, and nobody may or can be. */
  kLatchkeyFailureCauseInteractionForbidden = 21,
  /** A person dismissed the question. */
  kLatchkeyFailureCauseUserCancelled = 22,
  /** A proof was wrong, or did not come. */
  kLatchkeyFailureCauseAuthenticationFailed = 23,
  /** The passcode is wrong. */
  kLatchkeyFailureCausePasscodeWrong = 24,
  /** Too many wrong passcodes were given: the next may be tried later. */
  kLatchkeyFailureCausePasscodeMustWait = 25,
  /** The call needs a passcode, and none is set. */
  kLatchkeyFailureCausePasscodeMissing = 26,
  /** The file or the credential with the passcode of this process is missing, named by a relative
      path, open to others, or holds a wrong passcode. */
  kLatchkeyFailureCausePasscodeFileUnusable = 27,
  /** The password of the item is another one. */
  kLatchkeyFailureCauseItemPasswordWrong = 28,
  /** The access control asks for a proof that nothing here can give. */
  kLatchkeyFailureCauseAccessControlUnprovable = 29,
  /** The passphrase of a backup or of a file to import is wrong or missing. */
  kLatchkeyFailureCausePassphraseWrong = 30,

  /* The files of the keychain. */
  /** The database is damaged. */
  kLatchkeyFailureCauseDatabaseDamaged = 40,
  /** The database is missing. */
  kLatchkeyFailureCauseDatabaseMissing = 42,
  /** The keybag that the database records is missing. */
  kLatchkeyFailureCauseKeybagMissing = 43,
  /** Both copies in the file of the keybag are damaged. */
  kLatchkeyFailureCauseKeybagDamaged = 44,
  /** The database, `latchkey.lock` or the keybag is an older copy. */
  kLatchkeyFailureCauseOlderFile = 45,
  /** The device key is missing. */
  kLatchkeyFailureCauseDeviceKeyMissing = 46,
  /** The device key is damaged, or no device key at all. */
  kLatchkeyFailureCauseDeviceKeyDamaged = 47,
  /** The device key is that of another keychain, or of another keybag. */
  kLatchkeyFailureCauseDeviceKeyWrong = 48,
  /** The file `latchkey.lock`, which holds the state of the keychain, is missing. */
  kLatchkeyFailureCauseHeaderMissing = 49,
  /** Files of different keychains are in one folder. */
  kLatchkeyFailureCauseFilesOfDifferentKeychains = 50,
  /** A newer version of Latchkey wrote the file. */
  kLatchkeyFailureCauseNewerFormat = 51,
  /** A change of the device key was interrupted, and must be finished first. */
  kLatchkeyFailureCauseInterrupted = 52,
  /** The files were replaced or removed while they were used. */
  kLatchkeyFailureCauseReplaced = 53,
  /** Another file has the name of one that is to be made. */
  kLatchkeyFailureCauseFileInTheWay = 54,
  /** One of the small files beside the database is damaged. */
  kLatchkeyFailureCauseFileDamaged = 55,

  /* Folders and the machine. */
  /** No folder is named for the keychain, or by no absolute path. */
  kLatchkeyFailureCauseNoPlace = 60,
  /** The home folder is that of another user. */
  kLatchkeyFailureCauseForeignHome = 61,
  /** The folder of the keychain is open to others. */
  kLatchkeyFailureCauseFolderTooOpen = 62,
  /** A folder above that of the keychain can be written by others. */
  kLatchkeyFailureCauseFolderAboveTooOpen = 63,
  /** A file of the keychain is open to others. */
  kLatchkeyFailureCauseFileTooOpen = 64,
  /** A file or folder belongs to another user. */
  kLatchkeyFailureCauseForeignOwner = 65,
  /** A file or folder is of a wrong kind: a symbolic link, a device, or the other of the two. */
  kLatchkeyFailureCauseWrongFileKind = 66,
  /** The folder lies on a file system that machines share. */
  kLatchkeyFailureCauseNetworkFileSystem = 67,
  /** The kernel does not permit this user to use a file. */
  kLatchkeyFailureCausePermissionDenied = 68,
  /** The file system may only be read. */
  kLatchkeyFailureCauseReadOnly = 69,
  /** The disk, or the user's share of it, is full. */
  kLatchkeyFailureCauseDiskFull = 70,
  /** Reading or writing a device failed. */
  kLatchkeyFailureCauseInputOutput = 71,
  /** Memory ran out. */
  kLatchkeyFailureCauseOutOfMemory = 72,
  /** The process or the machine has too many files open. */
  kLatchkeyFailureCauseTooManyFiles = 73,
  /** Others kept the keychain busy until the time was over. */
  kLatchkeyFailureCauseTimedOut = 74,
  /** The process was forked in the middle of a call. */
  kLatchkeyFailureCauseForked = 75,
  /** Cryptography or another component below failed. */
  kLatchkeyFailureCauseComponentFailed = 76
};

/** The key of a LatchkeyFailureCause, as a CFNumber, in the user information of a CFError. */
#define kLatchkeyFailureCauseErrorKey CFSTR("LatchkeyFailureCause")

/** The cause of the last failure of the calling thread.

    A call of this library that fails in a thread leaves its cause there, and the next one that succeeds
    in the same thread takes it away. Ask right after the call, in the same thread.

    @return The cause; kLatchkeyFailureCauseNone when the last call succeeded, or there was none. */
extern LatchkeyFailureCause LatchkeyGetLastFailureCause(void);

/** The status of the last failure of the calling thread.

    @return The status that the call returned; errSecSuccess when the last call succeeded, or there was
    none. */
extern OSStatus LatchkeyGetLastFailureStatus(void);

/** A sentence about the last failure of the calling thread, for a person: it names the file. It holds no
    secret and no value of an item. Do not compare it.

    @return The sentence, in English, which the caller releases; NULL when the last call succeeded, there
    was none, or memory ran out. */
extern CFStringRef LatchkeyCopyLastFailureReason(void) CF_RETURNS_RETAINED;

/** What a person can do about a cause.

    @param cause Any number.
    @return A sentence, in English, which the caller releases; NULL for a failure that the program has to
    deal with itself, for an unknown cause, and when memory ran out. */
extern CFStringRef LatchkeyCopyFailureCauseAdvice(LatchkeyFailureCause cause) CF_RETURNS_RETAINED;

/** The name of a cause in text formats, as "device-key-missing". It does not change.

    @param cause Any number.
    @return The name, which the caller releases; NULL for an unknown cause, and when memory ran out. */
extern CFStringRef LatchkeyCopyFailureCauseName(LatchkeyFailureCause cause) CF_RETURNS_RETAINED;

CF_EXTERN_C_END

#endif
