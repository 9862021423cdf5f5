#ifndef SECURITY_SECKEYCHAIN_H
#define SECURITY_SECKEYCHAIN_H

/* Keychains, and passwords with the older functions. */

#include <Security/SecAccess.h>
#include <Security/SecBase.h>
#include <Security/SecKeychainItem.h>
#include <sys/types.h>

CF_EXTERN_C_BEGIN

/** A protocol of internet passwords. The number consists of the four characters of the kSecAttrProtocol value. */
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

/** An authentication type of internet passwords. The four bytes of the number in memory, on a little-endian machine,
    are the four characters of kSecAttrAuthenticationType in their order. */
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

/** A domain of the preferences about keychains. */
typedef CF_ENUM(int, SecPreferencesDomain) {
  /** The preferences of the user. */
  kSecPreferencesDomainUser = 0,
  /** The preferences of the machine, which apply to programs without a user. */
  kSecPreferencesDomainSystem = 1,
  /** The keychains that every search list contains. */
  kSecPreferencesDomainCommon = 2,
  /** The keychains of tokens. Latchkey has no tokens, so the domain is empty. */
  kSecPreferencesDomainDynamic = 3
};

/** The state of a keychain, as bits. */
typedef UInt32 SecKeychainStatus;
enum {
  /** The keychain is unlocked. */
  kSecUnlockStateStatus = 1,
  /** The program can read the keychain. */
  kSecReadPermStatus = 2,
  /** The program can write to the keychain. */
  kSecWritePermStatus = 4
};

/** The version of SecKeychainSettings. */
#define SEC_KEYCHAIN_SETTINGS_VERS1 1

/** The settings for the automatic locking of a keychain. */
typedef struct SecKeychainSettings {
  /** The version: SEC_KEYCHAIN_SETTINGS_VERS1. */
  UInt32 version;
  /** Whether the keychain locks when the machine sleeps. */
  Boolean lockOnSleep;
  /** Whether the keychain locks after a time. */
  Boolean useLockInterval;
  /** The number of seconds after which the keychain locks; INT_MAX for never. */
  UInt32 lockInterval;
} SecKeychainSettings;

/* A user has the login keychain and can have further keychains. Each keychain has its own password and its own lock. In
   functions that take a keychain, NULL selects the default keychain. In functions that take a keychain or an array of
   keychains and search, NULL selects the login keychain and the search list. */

/** Returns the type of keychains. */
extern CFTypeID SecKeychainGetTypeID(void);

/** Finds the version of this interface.

    @return errSecSuccess; errSecParam for NULL. */
extern OSStatus SecKeychainGetVersion(UInt32 *returnVers);

/** Makes a reference to a keychain. The keychain need not exist. The caller must release the reference.

    @param pathName A name or a path. The names "login", "login.keychain" and "login.keychain-db" are the login
    keychain. A name without a slash at its beginning is a file in the user's folder of keychains, which
    ~/Library/Keychains also names.
    @return errSecSuccess; errSecNoSuchKeychain for an empty name; errSecParam for NULL. */
extern OSStatus SecKeychainOpen(const char *pathName, SecKeychainRef *keychain);

/** Makes a keychain, and leaves it unlocked for every program of the user. The keychain is not added to the search
    list. A keychain outside of the user's folder of keychains, with a password, opens on another machine with its
    password alone.

    @param password The password of the keychain. With length 0, a device key of this machine alone protects the
    keychain. The function does not ask the user for a password.
    @return errSecSuccess; errSecDuplicateKeychain if the path exists; errSecUnimplemented if `promptUser` is true;
    errSecNotAvailable, errSecReadOnly or errSecIO if the keychain cannot be made; errSecParam. */
extern OSStatus SecKeychainCreate(const char *pathName, UInt32 passwordLength, const void *password,
                                  Boolean promptUser, SecAccessRef initialAccess,
                                  SecKeychainRef *keychain);

/** Deletes a keychain, or all keychains of an array, with all items. The keychains are removed from the search list and
    from the preferences of the user.

    @return errSecSuccess; errSecInvalidKeychain for NULL, for an object that is not a keychain and for a file that is
    not a keychain; errSecNoSuchKeychain; errSecUnimplemented for the login keychain; errSecWrPerm for the keychains of
    the system. */
extern OSStatus SecKeychainDelete(SecKeychainRef keychainOrArray);

/** Finds the default keychain, to which new items go. The caller must release the keychain.

    @return errSecSuccess; errSecNoDefaultKeychain; errSecNotAvailable if the preferences are damaged; errSecParam. */
extern OSStatus SecKeychainCopyDefault(SecKeychainRef *keychain);

/** Sets the default keychain.

    @return errSecSuccess; errSecNoSuchKeychain; errSecWrPerm if the program cannot write to the keychain or may not
    change the preferences; errSecInvalidKeychain if the object is not a keychain; errSecParam for NULL. */
extern OSStatus SecKeychainSetDefault(SecKeychainRef keychain);

/** Finds the default keychain of a domain. The caller must release the keychain.

    @return The statuses of SecKeychainCopyDefault. */
extern OSStatus SecKeychainCopyDomainDefault(SecPreferencesDomain domain, SecKeychainRef *keychain);

/** Sets the default keychain of a domain.

    @return The statuses of SecKeychainSetDefault; errSecParam for the dynamic domain. */
extern OSStatus SecKeychainSetDomainDefault(SecPreferencesDomain domain, SecKeychainRef keychain);

/** Finds the keychains that a search reads, in order. The caller must release the array.

    @return errSecSuccess; errSecNotAvailable if the preferences are damaged; errSecParam. */
extern OSStatus SecKeychainCopySearchList(CFArrayRef *searchList);

/** Sets the keychains that a search reads, in order. The keychains need not exist. Keychains of the common domain are
    left out, because they are searched anyway.

    @return errSecSuccess; errSecWrPerm if the program may not change the preferences; errSecNotAvailable if the present
    preferences are damaged; errSecParam for objects that are not keychains. */
extern OSStatus SecKeychainSetSearchList(CFArrayRef searchList);

/** Finds the search list of a domain. The caller must release the array.

    @return The statuses of SecKeychainCopySearchList. */
extern OSStatus SecKeychainCopyDomainSearchList(SecPreferencesDomain domain, CFArrayRef *searchList);

/** Sets the search list of a domain.

    @return The statuses of SecKeychainSetSearchList; errSecParam for the dynamic domain. */
extern OSStatus SecKeychainSetDomainSearchList(SecPreferencesDomain domain, CFArrayRef searchList);

/** Sets the domain that functions without an argument for the domain use in this process. Initially, they use the
    user's domain.

    @return errSecSuccess; errSecParam for an unknown domain. */
extern OSStatus SecKeychainSetPreferenceDomain(SecPreferencesDomain domain);

/** Finds the domain that functions without an argument for the domain use in this process.

    @return errSecSuccess; errSecParam for NULL. */
extern OSStatus SecKeychainGetPreferenceDomain(SecPreferencesDomain *domain);

/** Finds the path of a keychain.

    @param ioPathLength Contains the capacity, and receives the length without the terminating NUL.
    @return errSecSuccess; errSecBufferTooSmall; errSecNoDefaultKeychain; errSecParam. */
extern OSStatus SecKeychainGetPath(SecKeychainRef keychain, UInt32 *ioPathLength, char *pathName);

/** Finds the state of a keychain.

    @return errSecSuccess; errSecNoSuchKeychain; errSecInvalidKeychain if the object or the file is not a keychain;
    errSecNoDefaultKeychain; errSecNotAvailable if the keychain cannot be used. */
extern OSStatus SecKeychainGetStatus(SecKeychainRef keychain, SecKeychainStatus *keychainStatus);

/** Locks a keychain for every program.

    @return The statuses of SecKeychainGetStatus; errSecNotAvailable if the keychain has no password. */
extern OSStatus SecKeychainLock(SecKeychainRef keychain);

/** Locks the login keychain and all keychains of the search list. A keychain that cannot be locked does not prevent the
    locking of the others.

    @return errSecSuccess; the status of SecKeychainLock if no keychain could be locked. */
extern OSStatus SecKeychainLockAll(void);

/** Unlocks a keychain for every program of the user. A login keychain without a password is never locked.

    @param usePassword Whether `password` is given. If no password is given, keychain-agent asks the user for the
    password of a login keychain in keychaind. The user is not asked for the password of any other keychain.
    @return The statuses of SecKeychainGetStatus; errSecAuthFailed for a wrong password; errSecInteractionNotAllowed if
    the keychain is locked, no password is given, and no user can be asked; errSecUserCanceled if the user dismissed
    the question. */
extern OSStatus SecKeychainUnlock(SecKeychainRef keychain, UInt32 passwordLength,
                                  const void *password, Boolean usePassword);

/** Sets the automatic locking of a keychain.

    @return The statuses of SecKeychainGetStatus; errSecNotAvailable if a setting enables locking and the keychain has
    no password; errSecInteractionNotAllowed if the keychain is locked and its password alone protects it. */
extern OSStatus SecKeychainSetSettings(SecKeychainRef keychain,
                                       const SecKeychainSettings *newSettings);

/** Finds the settings for the automatic locking of a keychain.

    @param outSettings Receives the settings. The caller must set the member `version` before the call. */
extern OSStatus SecKeychainCopySettings(SecKeychainRef keychain, SecKeychainSettings *outSettings);

/** Sets whether functions may ask the user questions. The setting applies to every thread of this process. If questions
    are forbidden, a call that must ask a question fails with errSecInteractionNotAllowed. A question that is already on
    the screen stays on the screen.

    Only items with an access control cause questions. A call asks the user when it reads such an item, or when it
    stores such an item with a new application password.

    @return errSecSuccess. */
extern OSStatus SecKeychainSetUserInteractionAllowed(Boolean state);

/** Finds whether functions may ask the user questions (SecKeychainSetUserInteractionAllowed). Initially, functions may
    ask. */
extern OSStatus SecKeychainGetUserInteractionAllowed(Boolean *state);

/** Adds a generic password. Its label is the service, and its creator is 'aapl'.

    @param keychain NULL for the default keychain.
    @param itemRef Receives a reference that the caller must release; unchanged if the function fails. Pass NULL to
    ignore the reference.
    @return errSecSuccess; errSecDuplicateItem; errSecParam if a length is given without an address;
    errSecNoSuchKeychain; otherwise the statuses of SecItemAdd. */
extern OSStatus SecKeychainAddGenericPassword(SecKeychainRef keychain, UInt32 serviceNameLength,
                                              const char *serviceName, UInt32 accountNameLength,
                                              const char *accountName, UInt32 passwordLength,
                                              const void *passwordData, SecKeychainItemRef *itemRef);

/** Finds the first generic password. A name of length 0 matches any name.

    @param keychainOrArray NULL for the default keychain.
    @param passwordLength Receives the length of the password; NULL to ignore the length.
    @param passwordData Receives the password, which SecKeychainItemFreeContent frees. A NUL follows the password. The
    length does not include the NUL. Pass NULL to ignore the password.
    @param itemRef Receives a reference that the caller must release; NULL to ignore the reference.
    @return errSecSuccess; errSecItemNotFound; errSecNoSuchKeychain; otherwise the statuses of SecItemCopyMatching. */
extern OSStatus SecKeychainFindGenericPassword(CFTypeRef keychainOrArray, UInt32 serviceNameLength,
                                               const char *serviceName, UInt32 accountNameLength,
                                               const char *accountName, UInt32 *passwordLength,
                                               void **passwordData, SecKeychainItemRef *itemRef);

/** Adds an internet password. Its label is the server, and its creator is 'aapl'. See
    SecKeychainAddGenericPassword. */
extern OSStatus SecKeychainAddInternetPassword(
    SecKeychainRef keychain, UInt32 serverNameLength, const char *serverName,
    UInt32 securityDomainLength, const char *securityDomain, UInt32 accountNameLength,
    const char *accountName, UInt32 pathLength, const char *path, UInt16 port,
    SecProtocolType protocol, SecAuthenticationType authenticationType, UInt32 passwordLength,
    const void *passwordData, SecKeychainItemRef *itemRef);

/** Finds the first internet password. A name of length 0 and a number 0 match any value. See
    SecKeychainFindGenericPassword. */
extern OSStatus SecKeychainFindInternetPassword(
    CFTypeRef keychainOrArray, UInt32 serverNameLength, const char *serverName,
    UInt32 securityDomainLength, const char *securityDomain, UInt32 accountNameLength,
    const char *accountName, UInt32 pathLength, const char *path, UInt16 port,
    SecProtocolType protocol, SecAuthenticationType authenticationType, UInt32 *passwordLength,
    void **passwordData, SecKeychainItemRef *itemRef);

/** Finds the attributes of a class. SecKeychainFreeAttributeInfo frees the result.

    @param keychain NULL for the default keychain.
    @param itemID CSSM_DL_DB_RECORD_GENERIC_PASSWORD or CSSM_DL_DB_RECORD_INTERNET_PASSWORD. The numbers
    kSecGenericPasswordItemClass and kSecInternetPasswordItemClass are also accepted.
    @param info Receives the tags, and the format of each attribute: CSSM_DB_ATTRIBUTE_FORMAT_….
    @return errSecSuccess; errSecNoSuchClass for another class; errSecNoSuchKeychain; errSecParam for NULL. */
extern OSStatus SecKeychainAttributeInfoForItemID(SecKeychainRef keychain, UInt32 itemID,
                                                  SecKeychainAttributeInfo **info);

/** Frees the result of SecKeychainAttributeInfoForItemID.

    @return errSecSuccess; errSecParam for NULL. */
extern OSStatus SecKeychainFreeAttributeInfo(SecKeychainAttributeInfo *info);

/** An event that a callback can be registered for. */
typedef CF_ENUM(UInt32, SecKeychainEvent) {
  /** This process locked the keychain with SecKeychainLock or SecKeychainLockAll. */
  kSecLockEvent = 1,
  /** This process unlocked the keychain with SecKeychainUnlock and its password. */
  kSecUnlockEvent = 2,
  /** A process added an item. */
  kSecAddEvent = 3,
  /** A process deleted an item. */
  kSecDeleteEvent = 4,
  /** A process changed an item. */
  kSecUpdateEvent = 5,
  /** The password of the keychain was changed. Latchkey never reports this event. */
  kSecPasswordChangedEvent = 6,
  /** The default keychain was changed. This event is never reported: the default keychain is always the same. */
  kSecDefaultChangedEvent = 9,
  /** A secret was read. Latchkey never reports this event, like later versions of macOS. */
  kSecDataAccessEvent = 10,
  /** The search list was changed. This event is never reported: the search list is always the same. */
  kSecKeychainListChangedEvent = 11,
  /** This process changed trust settings with a function of SecTrustSettings.h. */
  kSecTrustSettingsChangedEvent = 12
};

/** A set of events, as bits. */
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
  /** All events. */
  kSecEveryEventMask = 0xffffffffU
};

/** The argument of a callback. The structure is valid until the callback returns: retain the objects that you want to
    keep. */
struct SecKeychainCallbackInfo {
  /** The version of this structure. */
  UInt32 version;
  /** The item. NULL for events that concern the whole keychain, for a deleted certificate or key, and for a
      certificate or key that cannot be read without asking the user. */
  SecKeychainItemRef item;
  /** The keychain. */
  SecKeychainRef keychain;
  /** The identifier of the process that caused the event; 0 if several processes caused it. */
  pid_t pid;
};
typedef struct SecKeychainCallbackInfo SecKeychainCallbackInfo;

/** A callback of the program. Its return value is ignored. */
typedef OSStatus (*SecKeychainCallback)(SecKeychainEvent keychainEvent,
                                        SecKeychainCallbackInfo *info, void *context);

/** Registers a callback for events of the keychain and of the items that the program can find.

    Callbacks run on a thread of the library, one after another, and never during the call that caused the event.
    Callbacks need no run loop. A callback may call every function. The library can report several quick changes of an
    item as one change. It can miss an item that is added and soon deleted. While nothing changes, a thread of the
    library wakes once every two seconds. After a change, the library compares all items. The comparison takes some
    microseconds for each item. The library does not detect changes of locked items. After a fork, the child has no
    callbacks, and cannot register callbacks before it calls exec.

    @param callbackFunction The callback. A callback is identified by its address, and can be registered only once.
    @param eventMask The events for which the library calls the callback.
    @param userContext A pointer that is passed to the callback.
    @return errSecSuccess; errSecDuplicateCallback if the callback is already registered; errSecNotAvailable if the
    library cannot watch the keychain, or if this process is a child of a process that had callbacks; errSecParam for
    NULL; otherwise the statuses of SecItemAdd, because the keychain is created if it does not exist. */
extern OSStatus SecKeychainAddCallback(SecKeychainCallback callbackFunction,
                                       SecKeychainEventMask eventMask, void *userContext);

/** Unregisters a callback.

    If a callback calls this function, the removal takes effect immediately. Callbacks run one after another, so the
    program may free the context as soon as the running callback no longer uses the context. If another thread calls
    this function, the callback can be running or about to run, and the program cannot find out when this run ends. So
    keep the context, or let the callback check under a mutex whether the context is still valid.

    @return errSecSuccess; errSecInvalidCallback if the callback is not registered; errSecParam for NULL. */
extern OSStatus SecKeychainRemoveCallback(SecKeychainCallback callbackFunction);

CF_EXTERN_C_END

#endif
