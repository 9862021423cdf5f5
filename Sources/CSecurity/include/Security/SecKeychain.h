#ifndef SECURITY_SECKEYCHAIN_H
#define SECURITY_SECKEYCHAIN_H

/* Keychains, and passwords by the older functions. */

#include <Security/SecAccess.h>
#include <Security/SecBase.h>
#include <Security/SecKeychainItem.h>
#include <sys/types.h>

CF_EXTERN_C_BEGIN

/** A protocol of internet passwords: the four characters of kSecAttrProtocol as a number. */
typedef CF_ENUM(FourCharCode, SecProtocolType) {
  kSecProtocolTypeFTP = 'ftp ',
  kSecProtocolTypeFTPAccount = 'ftpa',
  kSecProtocolTypeHTTP = 'http',
  kSecProtocolTypeIRC = 'irc ',
  kSecProtocolTypeNNTP = 'nntp',
  kSecProtocolTypePOP3 = 'pop3',
  kSecProtocolTypeSMTP = 'smtp',
  kSecProtocolTypeSOCKS = 'sox ',
  kSecProtocolTypeIMAP = 'imap',
  kSecProtocolTypeLDAP = 'ldap',
  kSecProtocolTypeAppleTalk = 'atlk',
  kSecProtocolTypeAFP = 'afp ',
  kSecProtocolTypeTelnet = 'teln',
  kSecProtocolTypeSSH = 'ssh ',
  kSecProtocolTypeFTPS = 'ftps',
  kSecProtocolTypeHTTPS = 'htps',
  kSecProtocolTypeHTTPProxy = 'htpx',
  kSecProtocolTypeHTTPSProxy = 'htsx',
  kSecProtocolTypeFTPProxy = 'ftpx',
  kSecProtocolTypeSMB = 'smb ',
  kSecProtocolTypeRTSP = 'rtsp',
  kSecProtocolTypeRTSPProxy = 'rtsx',
  kSecProtocolTypeDAAP = 'daap',
  kSecProtocolTypeEPPC = 'eppc',
  kSecProtocolTypeIPP = 'ipp ',
  kSecProtocolTypeNNTPS = 'ntps',
  kSecProtocolTypeLDAPS = 'ldps',
  kSecProtocolTypeTelnetS = 'tels',
  kSecProtocolTypeIMAPS = 'imps',
  kSecProtocolTypeIRCS = 'ircs',
  kSecProtocolTypePOP3S = 'pops',
  kSecProtocolTypeCIFS = 'cifs',
  kSecProtocolTypeCVSpserver = 'cvsp',
  kSecProtocolTypeSVN = 'svn ',
  /** Any protocol. */
  kSecProtocolTypeAny = 0
};

/** An authentication type of internet passwords: the four characters of kSecAttrAuthenticationType,
    which stand in memory in their order. The number is that of a machine that is little-endian. */
typedef CF_ENUM(FourCharCode, SecAuthenticationType) {
  kSecAuthenticationTypeNTLM = 'mltn',
  kSecAuthenticationTypeMSN = 'ansm',
  kSecAuthenticationTypeDPA = 'aapd',
  kSecAuthenticationTypeRPA = 'aapr',
  kSecAuthenticationTypeHTTPBasic = 'ptth',
  kSecAuthenticationTypeHTTPDigest = 'dtth',
  kSecAuthenticationTypeHTMLForm = 'mrof',
  kSecAuthenticationTypeDefault = 'tlfd',
  /** Any type. */
  kSecAuthenticationTypeAny = 0
};

/** Whose keychains are meant. Only the user has one. */
typedef CF_ENUM(int, SecPreferencesDomain) {
  /** The user's. */
  kSecPreferencesDomainUser = 0,
  /** The system's. */
  kSecPreferencesDomainSystem = 1,
  /** Those of all users. */
  kSecPreferencesDomainCommon = 2,
  /** Those that come and go. */
  kSecPreferencesDomainDynamic = 3
};

/** The state of a keychain: bits. */
typedef UInt32 SecKeychainStatus;
enum {
  /** It is unlocked. */
  kSecUnlockStateStatus = 1,
  /** It may be read. */
  kSecReadPermStatus = 2,
  /** It may be written. */
  kSecWritePermStatus = 4
};

/** The version of SecKeychainSettings. */
#define SEC_KEYCHAIN_SETTINGS_VERS1 1

/** When a keychain locks itself. */
typedef struct SecKeychainSettings {
  /** SEC_KEYCHAIN_SETTINGS_VERS1. */
  UInt32 version;
  /** When the machine sleeps. */
  Boolean lockOnSleep;
  /** After some time. */
  Boolean useLockInterval;
  /** After how many seconds; INT_MAX is never. */
  UInt32 lockInterval;
} SecKeychainSettings;

/* There is one keychain that can be used. Its names are "login", "login.keychain", "login.keychain-db",
   these in the folder Library/Keychains of any folder, and its path. Where a function takes a keychain
   or an array of keychains, NULL means that one; a keychain of another name is answered with
   errSecNoSuchKeychain, and never with success. */

/** Returns the type of keychains. */
extern CFTypeID SecKeychainGetTypeID(void);

/** Finds the version of this interface.

    @return errSecSuccess; errSecParam for NULL. */
extern OSStatus SecKeychainGetVersion(UInt32 *returnVers);

/** Makes a reference to a keychain, which need not exist; the caller releases it.

    @return errSecSuccess; errSecParam for NULL. */
extern OSStatus SecKeychainOpen(const char *pathName, SecKeychainRef *keychain);

/** Makes a keychain.

    @param password Its password: none when it is empty. Nobody is asked for one.
    @return errSecSuccess; errSecDuplicateKeychain when it is there already; errSecUnimplemented for
    another name than those of the one keychain, and when somebody is to be asked; errSecParam. */
extern OSStatus SecKeychainCreate(const char *pathName, UInt32 passwordLength, const void *password,
                                  Boolean promptUser, SecAccessRef initialAccess,
                                  SecKeychainRef *keychain);

/** Deletes a keychain: not to be had.

    @return errSecUnimplemented; errSecNoSuchKeychain; errSecInvalidKeychain for what is none. */
extern OSStatus SecKeychainDelete(SecKeychainRef keychainOrArray);

/** Finds the default keychain; the caller releases it. */
extern OSStatus SecKeychainCopyDefault(SecKeychainRef *keychain);

/** Sets the default keychain, which can only be what it is.

    @return errSecSuccess; errSecNoSuchKeychain; errSecInvalidKeychain for what is none. */
extern OSStatus SecKeychainSetDefault(SecKeychainRef keychain);

/** Finds the default keychain of a domain; the caller releases it.

    @return errSecSuccess; errSecNoDefaultKeychain for another domain than the user's. */
extern OSStatus SecKeychainCopyDomainDefault(SecPreferencesDomain domain, SecKeychainRef *keychain);

/** Finds the keychains that are searched; the caller releases the array. */
extern OSStatus SecKeychainCopySearchList(CFArrayRef *searchList);

/** Sets the keychains that are searched, which can only be the one.

    @return errSecSuccess; errSecNoSuchKeychain; errSecParam for an empty array and other objects. */
extern OSStatus SecKeychainSetSearchList(CFArrayRef searchList);

/** Finds the path of a keychain.

    @param ioPathLength Gives the room, receives the length without the NUL that ends it.
    @return errSecSuccess; errSecBufferTooSmall; errSecParam. */
extern OSStatus SecKeychainGetPath(SecKeychainRef keychain, UInt32 *ioPathLength, char *pathName);

/** Finds the state of a keychain.

    @return errSecSuccess; errSecNoSuchKeychain; errSecInvalidKeychain for what is none. */
extern OSStatus SecKeychainGetStatus(SecKeychainRef keychain, SecKeychainStatus *keychainStatus);

/** Locks a keychain, for every program.

    @return errSecSuccess; errSecNotAvailable when it has no password. */
extern OSStatus SecKeychainLock(SecKeychainRef keychain);

/** Locks all keychains: the one. */
extern OSStatus SecKeychainLockAll(void);

/** Unlocks a keychain. One without a password is never locked.

    @param usePassword Whether the password is given; otherwise a person would be asked.
    @return errSecSuccess; errSecAuthFailed for a wrong password; errSecInteractionNotAllowed when it is
    locked and none is given. */
extern OSStatus SecKeychainUnlock(SecKeychainRef keychain, UInt32 passwordLength,
                                  const void *password, Boolean usePassword);

/** Sets when a keychain locks itself.

    @return errSecSuccess; errSecNotAvailable when it has no password, and would have to lock itself. */
extern OSStatus SecKeychainSetSettings(SecKeychainRef keychain,
                                       const SecKeychainSettings *newSettings);

/** Finds when a keychain locks itself.

    @param outSettings Receives it; its version is set by the caller. */
extern OSStatus SecKeychainCopySettings(SecKeychainRef keychain, SecKeychainSettings *outSettings);

/** Says whether people may be asked, by any function and on any thread of this process. Where they may
    not be, what needs an answer is errSecInteractionNotAllowed; a question that is being asked stays.

    An item is what asks, by its access control: reading it, or storing it under a new application password.

    @return errSecSuccess. */
extern OSStatus SecKeychainSetUserInteractionAllowed(Boolean state);

/** Finds what SecKeychainSetUserInteractionAllowed said: true in the beginning. */
extern OSStatus SecKeychainGetUserInteractionAllowed(Boolean *state);

/** Adds a generic password. Its label is that of the service, its creator 'aapl'.

    @param keychain NULL for the default keychain.
    @param itemRef Receives a reference that the caller releases, and stays as it was when the function
    fails; NULL to ignore it.
    @return errSecSuccess; errSecDuplicateItem; errSecParam for a length without an address;
    errSecNoSuchKeychain; otherwise as SecItemAdd. */
extern OSStatus SecKeychainAddGenericPassword(SecKeychainRef keychain, UInt32 serviceNameLength,
                                              const char *serviceName, UInt32 accountNameLength,
                                              const char *accountName, UInt32 passwordLength,
                                              const void *passwordData, SecKeychainItemRef *itemRef);

/** Finds the first generic password. A name of length 0 matches any.

    @param keychainOrArray NULL for the default keychain.
    @param passwordLength Receives the length; NULL to ignore it.
    @param passwordData Receives the password, which SecKeychainItemFreeContent frees; a NUL that does
    not count follows it. NULL to ignore it.
    @param itemRef Receives a reference that the caller releases; NULL to ignore it.
    @return errSecSuccess; errSecItemNotFound; errSecNoSuchKeychain; otherwise as
    SecItemCopyMatching. */
extern OSStatus SecKeychainFindGenericPassword(CFTypeRef keychainOrArray, UInt32 serviceNameLength,
                                               const char *serviceName, UInt32 accountNameLength,
                                               const char *accountName, UInt32 *passwordLength,
                                               void **passwordData, SecKeychainItemRef *itemRef);

/** Adds an internet password. Its label is that of the server, its creator 'aapl'. See
    SecKeychainAddGenericPassword. */
extern OSStatus SecKeychainAddInternetPassword(
    SecKeychainRef keychain, UInt32 serverNameLength, const char *serverName,
    UInt32 securityDomainLength, const char *securityDomain, UInt32 accountNameLength,
    const char *accountName, UInt32 pathLength, const char *path, UInt16 port,
    SecProtocolType protocol, SecAuthenticationType authenticationType, UInt32 passwordLength,
    const void *passwordData, SecKeychainItemRef *itemRef);

/** Finds the first internet password. Names of length 0, and numbers that are 0, match any. See
    SecKeychainFindGenericPassword. */
extern OSStatus SecKeychainFindInternetPassword(
    CFTypeRef keychainOrArray, UInt32 serverNameLength, const char *serverName,
    UInt32 securityDomainLength, const char *securityDomain, UInt32 accountNameLength,
    const char *accountName, UInt32 pathLength, const char *path, UInt16 port,
    SecProtocolType protocol, SecAuthenticationType authenticationType, UInt32 *passwordLength,
    void **passwordData, SecKeychainItemRef *itemRef);

/** Finds which attributes items of a class have; SecKeychainFreeAttributeInfo frees it.

    @param keychain NULL for the default keychain.
    @param itemID CSSM_DL_DB_RECORD_GENERIC_PASSWORD or CSSM_DL_DB_RECORD_INTERNET_PASSWORD; the numbers of
    the classes, kSecGenericPasswordItemClass and kSecInternetPasswordItemClass, are taken, too.
    @param info Receives the tags, and how each is written: CSSM_DB_ATTRIBUTE_FORMAT_….
    @return errSecSuccess; errSecNoSuchClass for another class; errSecNoSuchKeychain; errSecParam for NULL. */
extern OSStatus SecKeychainAttributeInfoForItemID(SecKeychainRef keychain, UInt32 itemID,
                                                  SecKeychainAttributeInfo **info);

/** Frees what SecKeychainAttributeInfoForItemID gave.

    @return errSecSuccess; errSecParam for NULL. */
extern OSStatus SecKeychainFreeAttributeInfo(SecKeychainAttributeInfo *info);

/** Something that happened. */
typedef CF_ENUM(UInt32, SecKeychainEvent) {
  /** This process locked the keychain by SecKeychainLock or SecKeychainLockAll. */
  kSecLockEvent = 1,
  /** This process unlocked the keychain by SecKeychainUnlock, with its password. */
  kSecUnlockEvent = 2,
  /** An item was added, by any process. */
  kSecAddEvent = 3,
  /** An item was deleted, by any process. */
  kSecDeleteEvent = 4,
  /** An item was changed, by any process. */
  kSecUpdateEvent = 5,
  /** The password of the keychain was changed: never reported here. */
  kSecPasswordChangedEvent = 6,
  /** There is another default keychain: it never happens here. */
  kSecDefaultChangedEvent = 9,
  /** A secret was read: never reported, as on later versions of macOS. */
  kSecDataAccessEvent = 10,
  /** Other keychains are searched: it never happens here. */
  kSecKeychainListChangedEvent = 11,
  /** This process changed trust settings, by a function of SecTrustSettings.h. */
  kSecTrustSettingsChangedEvent = 12
};

/** Events: the sum of their bits. */
typedef CF_OPTIONS(UInt32, SecKeychainEventMask) {
  kSecLockEventMask = 1 << kSecLockEvent,
  kSecUnlockEventMask = 1 << kSecUnlockEvent,
  kSecAddEventMask = 1 << kSecAddEvent,
  kSecDeleteEventMask = 1 << kSecDeleteEvent,
  kSecUpdateEventMask = 1 << kSecUpdateEvent,
  kSecPasswordChangedEventMask = 1 << kSecPasswordChangedEvent,
  kSecDefaultChangedEventMask = 1 << kSecDefaultChangedEvent,
  kSecDataAccessEventMask = 1 << kSecDataAccessEvent,
  kSecKeychainListChangedMask = 1 << kSecKeychainListChangedEvent,
  kSecTrustSettingsChangedEventMask = 1 << kSecTrustSettingsChangedEvent,
  /** Every event. */
  kSecEveryEventMask = 0xffffffffU
};

/** What a callback gets to know. It is there until the callback returns: retain what is to be kept. */
struct SecKeychainCallbackInfo {
  /** The version of this structure. */
  UInt32 version;
  /** The item; NULL for events of the whole keychain, for a certificate or a key that was deleted, and for one
      that cannot be read without asking a person. */
  SecKeychainItemRef item;
  /** The keychain. */
  SecKeychainRef keychain;
  /** The process that did it; 0 when several did. */
  pid_t pid;
};
typedef struct SecKeychainCallbackInfo SecKeychainCallbackInfo;

/** A function of the program that is called when something happened. What it returns is ignored. */
typedef OSStatus (*SecKeychainCallback)(SecKeychainEvent keychainEvent,
                                        SecKeychainCallbackInfo *info, void *context);

/** Has a function called when something happens to the items that the program can find, or to the keychain.

    Callbacks run on a thread of the library, one after the other, after the fact, and never within the call that
    caused them; no run loop is needed. A callback may call every function. Changes of one item that follow
    closely may be reported as one, and an item that was added and deleted at once not at all. Nothing runs while
    nothing happens; after a change all items are looked through, which takes some microseconds for each. A child
    after a fork has no callbacks, and must exec before it can have any. While items are locked their changes are
    not seen.

    @param callbackFunction The function. It is added once, and removed by its address.
    @param eventMask The events that it is called for.
    @param userContext Handed to it.
    @return errSecSuccess; errSecDuplicateCallback for a function that was added already; errSecNotAvailable when
    the keychain cannot be watched, and in a child of a process that had callbacks; errSecParam for NULL;
    otherwise as SecItemAdd: the keychain is made where there is none. */
extern OSStatus SecKeychainAddCallback(SecKeychainCallback callbackFunction,
                                       SecKeychainEventMask eventMask, void *userContext);

/** Has a function called no longer.

    Within a callback that holds at once: callbacks run one after the other, and the context may be freed as soon as
    the callback that removed it does not use it any more. On another thread of the program one more call of the
    function may be under way or about to begin, and nothing tells when it ends: keep the context, or have the function
    look under a lock of the program whether the context is still valid.

    @return errSecSuccess; errSecInvalidCallback for a function that was not added; errSecParam for NULL. */
extern OSStatus SecKeychainRemoveCallback(SecKeychainCallback callbackFunction);

CF_EXTERN_C_END

#endif
