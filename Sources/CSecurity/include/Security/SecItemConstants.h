/* Made by scripts/names from Tables/names.txt. */

#ifndef SECURITY_SECITEMCONSTANTS_H
#define SECURITY_SECITEMCONSTANTS_H

/* This header declares the keys and values of the dictionaries of items. SecItem.h includes this
   header. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/* Classes of items. */

/** The item class. Every dictionary of an item contains this key. The value is a string: one of the
    `kSecClass...` values. Raw value `class`. */
extern const CFStringRef kSecClass;

/** The class of passwords that an account and a service identify. This constant is a value of
    `kSecClass`. Raw value `genp`. */
extern const CFStringRef kSecClassGenericPassword;

/** The class of passwords that account, server, protocol, port and path identify. This constant is
    a value of `kSecClass`. Raw value `inet`. */
extern const CFStringRef kSecClassInternetPassword;

/** The class of passwords for old file servers. Latchkey stores no item of this class. A call with
    this class gives `errSecNoSuchClass`. This constant is a value of `kSecClass`. Raw value `apls`.
    Private on Apple's platforms. */
extern const CFStringRef kSecClassAppleSharePassword;

/** The class of X.509 certificates. This constant is a value of `kSecClass`. Raw value `cert`. */
extern const CFStringRef kSecClassCertificate;

/** The class of cryptographic keys: public, private and symmetric. This constant is a value of
    `kSecClass`. Raw value `keys`. */
extern const CFStringRef kSecClassKey;

/** The class of identities. An identity is a private key together with its certificate. This
    constant is a value of `kSecClass`. Raw value `idnt`. */
extern const CFStringRef kSecClassIdentity;

/* Keys of the attributes of items. */

/** The lock states in which the item can be read. The value is a string: one of the
    `kSecAttrAccessible...` values. Raw value `pdmn`. */
extern const CFStringRef kSecAttrAccessible;

/** The access control object that guards the item. The object includes the accessibility, so this
    attribute replaces `kSecAttrAccessible`. The value is a `SecAccessControl`. Raw value `accc`. */
extern const CFStringRef kSecAttrAccessControl;

/** The access group of the item. Every item belongs to exactly one access group. A new item without
    this attribute belongs to the first access group of the caller. The value is a string. Raw value
    `agrp`. */
extern const CFStringRef kSecAttrAccessGroup;

/** The time at which the item was added. The keychain sets this attribute. The value is a date. Raw
    value `cdat`. */
extern const CFStringRef kSecAttrCreationDate;

/** The time of the last change to the item. The keychain sets this attribute. The value is a date.
    Raw value `mdat`. */
extern const CFStringRef kSecAttrModificationDate;

/** The kind of the item, as a text for the user. The value is a string or data. Raw value
    `desc`. */
extern const CFStringRef kSecAttrDescription;

/** A comment for the user. The value is a string or data. Raw value `icmt`. */
extern const CFStringRef kSecAttrComment;

/** The program that created the item: a code of four characters as an unsigned 32-bit integer. The
    value is a number. The raw value is the same as for `kSecAttrKeyCreator`. Raw value `crtr`. */
extern const CFStringRef kSecAttrCreator;

/** The type of the item: a code of four characters as an unsigned 32-bit integer. The value is a
    number. The raw value is the same as for `kSecAttrKeyType`. Raw value `type`. */
extern const CFStringRef kSecAttrType;

/** The name of the item, as a text for the user. The value is a string or data. Raw value
    `labl`. */
extern const CFStringRef kSecAttrLabel;

/** Whether programs omit the item from the lists that they show. In a call, the value is a Boolean.
    In a result, the value is the number 0 or 1. Raw value `invi`. */
extern const CFStringRef kSecAttrIsInvisible;

/** Whether the item records that no valid password is stored. Programs then ask the user for the
    password every time. In a call, the value is a Boolean. In a result, the value is the number 0
    or 1. Raw value `nega`. */
extern const CFStringRef kSecAttrIsNegative;

/** The account name of a password. The value is a string or data. The default is the empty account
    name. The attribute is part of the uniqueness key of a password. Raw value `acct`. */
extern const CFStringRef kSecAttrAccount;

/** The service of a generic password. The value is a string or data. The default is the empty
    service. The attribute is part of the uniqueness key of a generic password. Raw value `svce`. */
extern const CFStringRef kSecAttrService;

/** Data that a program stores with a generic password. The keychain encrypts these data like the
    other attributes. The value is data. Raw value `gena`. */
extern const CFStringRef kSecAttrGeneric;

/** The security domain of an internet password, such as a realm. The value is a string or data. The
    attribute is part of the uniqueness key of an internet password. Raw value `sdmn`. */
extern const CFStringRef kSecAttrSecurityDomain;

/** The host name or the address of the server. The value is a string or data. The attribute is part
    of the uniqueness key of an internet password. Raw value `srvr`. */
extern const CFStringRef kSecAttrServer;

/** The protocol of an internet password. The value is one of the strings `kSecAttrProtocol...`, or
    a number. The attribute is part of the uniqueness key of an internet password. Raw value
    `ptcl`. */
extern const CFStringRef kSecAttrProtocol;

/** The authentication scheme of an internet password. The value is a string: one of the
    `kSecAttrAuthenticationType...` values. The attribute is part of the uniqueness key of an
    internet password. Raw value `atyp`. */
extern const CFStringRef kSecAttrAuthenticationType;

/** The port of the server. The value is a number. The default is 0. The attribute is part of the
    uniqueness key of an internet password. Raw value `port`. */
extern const CFStringRef kSecAttrPort;

/** The path on the server, usually the path of the URL. The value is a string or data. The
    attribute is part of the uniqueness key of an internet password. Raw value `path`. */
extern const CFStringRef kSecAttrPath;

/** The volume of an old file server. The value is a string. No item class has this attribute. A
    call with this attribute gives `errSecNoSuchAttr`. Raw value `volm`. Private on Apple's
    platforms. */
extern const CFStringRef kSecAttrVolume;

/** The network address of an old file server. The value is a string. No item class has this
    attribute. A call with this attribute gives `errSecNoSuchAttr`. Raw value `addr`. Private on
    Apple's platforms. */
extern const CFStringRef kSecAttrAddress;

/** The signature of an old file server. The value is data. No item class has this attribute. A call
    with this attribute gives `errSecNoSuchAttr`. Raw value `afps`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrAFPServerSignature;

/** Another name of the item, such as a certificate's e-mail address. The value is a string or data.
    Raw value `alis`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrAlias;

/** The subject of a certificate: an X.500 name in normalised DER form. The value is data. Raw value
    `subj`. */
extern const CFStringRef kSecAttrSubject;

/** The issuer of a certificate: an X.500 name in normalised DER form. The value is data. The
    attribute is part of the uniqueness key of a certificate. Raw value `issr`. */
extern const CFStringRef kSecAttrIssuer;

/** The bytes of the serial number of a certificate. The value is data. The attribute is part of the
    uniqueness key of a certificate. Raw value `slnr`. */
extern const CFStringRef kSecAttrSerialNumber;

/** The subject key identifier in a certificate. The value is data. Raw value `skid`. */
extern const CFStringRef kSecAttrSubjectKeyID;

/** The SHA-1 digest of the public key of a certificate. The digest equals the
    `kSecAttrApplicationLabel` of the matching key. The value is data. Raw value `pkhh`. */
extern const CFStringRef kSecAttrPublicKeyHash;

/** The X.509 version of a certificate: 1, 2 or 3. The value is a number. The attribute is part of
    the uniqueness key of a certificate. Raw value `ctyp`. */
extern const CFStringRef kSecAttrCertificateType;

/** The encoding of a certificate. The number 3 stands for DER. The value is a number. Raw value
    `cenc`. */
extern const CFStringRef kSecAttrCertificateEncoding;

/** The class of a key: public, private or symmetric. In a call, the value is one of the
    `kSecAttrKeyClass...` constants. In a result, the value is a number. Raw value `kcls`. */
extern const CFStringRef kSecAttrKeyClass;

/** The label by which programs find a key. The label of a public or private key is the SHA-1 digest
    of the public key. The value is data. The attribute is part of the uniqueness key of a key. Raw
    value `klbl`. */
extern const CFStringRef kSecAttrApplicationLabel;

/** Whether the keychain stores a generated key. In a call, the value is a Boolean. In a result, the
    value is the number 0 or 1. Raw value `perm`. */
extern const CFStringRef kSecAttrIsPermanent;

/** Whether a key is a private key. A search for identities uses this attribute. In a call, the
    value is a Boolean. In a result, the value is the number 0 or 1. Raw value `priv`. Private on
    Apple's platforms. */
extern const CFStringRef kSecAttrIsPrivate;

/** Whether a key may be changed. In a call, the value is a Boolean. In a result, the value is the
    number 0 or 1. Raw value `modi`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrIsModifiable;

/** The tag that a program gives to a key. The value is data or a string. The attribute is part of
    the uniqueness key of a key. Raw value `atag`. */
extern const CFStringRef kSecAttrApplicationTag;

/** The program that created the key. The value is a number. The raw value is the same as for
    `kSecAttrCreator`. The attribute is part of the uniqueness key of a key. Raw value `crtr`.
    Private on Apple's platforms. */
extern const CFStringRef kSecAttrKeyCreator;

/** The algorithm of a key. In a call, the value is one of the `kSecAttrKeyType...` constants. In a
    result, the value is a number, or a string of digits if the number does not fit into 32 bits.
    The attribute is part of the uniqueness key of a key. Raw value `type`. */
extern const CFStringRef kSecAttrKeyType;

/** The size of a key in bits. The value is a number, or a string with the digits of a number. The
    attribute is part of the uniqueness key of a key. Raw value `bsiz`. */
extern const CFStringRef kSecAttrKeySizeInBits;

/** The number of secret bits of a key. A DES key of 64 bits has 56 secret bits. The value is a
    number. The attribute is part of the uniqueness key of a key. Raw value `esiz`. */
extern const CFStringRef kSecAttrEffectiveKeySize;

/** The start of the period in which a key may be used. The value is a date. The attribute is part
    of the uniqueness key of a key. Raw value `sdat`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrStartDate;

/** The end of the period in which a key may be used. The value is a date. The attribute is part of
    the uniqueness key of a key. Raw value `edat`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrEndDate;

/** Whether a key leaves the keychain only in wrapped form. In a call, the value is a Boolean. In a
    result, the value is the number 0 or 1. Raw value `sens`. */
extern const CFStringRef kSecAttrIsSensitive;

/** Whether a key has been sensitive since its creation. In a call, the value is a Boolean. In a
    result, the value is the number 0 or 1. Raw value `asen`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrWasAlwaysSensitive;

/** Whether the bytes of a key may leave the keychain. In a call, the value is a Boolean. In a
    result, the value is the number 0 or 1. Raw value `extr`. */
extern const CFStringRef kSecAttrIsExtractable;

/** Whether a key has been unextractable since its creation. In a call, the value is a Boolean. In a
    result, the value is the number 0 or 1. Raw value `next`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrWasNeverExtractable;

/** Whether a key may encrypt. In a call, the value is a Boolean. In a result, the value is the
    number 0 or 1. Raw value `encr`. */
extern const CFStringRef kSecAttrCanEncrypt;

/** Whether a key may decrypt. In a call, the value is a Boolean. In a result, the value is the
    number 0 or 1. Raw value `decr`. */
extern const CFStringRef kSecAttrCanDecrypt;

/** Whether a key may be the input of a key derivation. In a call, the value is a Boolean. In a
    result, the value is the number 0 or 1. Raw value `drve`. */
extern const CFStringRef kSecAttrCanDerive;

/** Whether a key may sign. In a call, the value is a Boolean. In a result, the value is the number
    0 or 1. Raw value `sign`. */
extern const CFStringRef kSecAttrCanSign;

/** Whether a key may verify signatures. In a call, the value is a Boolean. In a result, the value
    is the number 0 or 1. Raw value `vrfy`. */
extern const CFStringRef kSecAttrCanVerify;

/** Whether a key may make signatures that contain the message. In a call, the value is a Boolean.
    In a result, the value is the number 0 or 1. Raw value `snrc`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrCanSignRecover;

/** Whether a key may recover a message from its signature. In a call, the value is a Boolean. In a
    result, the value is the number 0 or 1. Raw value `vyrc`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrCanVerifyRecover;

/** Whether a key may wrap other keys. In a call, the value is a Boolean. In a result, the value is
    the number 0 or 1. Raw value `wrap`. */
extern const CFStringRef kSecAttrCanWrap;

/** Whether a key may unwrap other keys. In a call, the value is a Boolean. In a result, the value
    is the number 0 or 1. Raw value `unwp`. */
extern const CFStringRef kSecAttrCanUnwrap;

/** The synchronisation view of the item. The value is a string: one of the `kSecAttrViewHint...`
    values. The attribute is part of the uniqueness key of an item. Raw value `vwht`. */
extern const CFStringRef kSecAttrSyncViewHint;

/** The token that contains the item. An update cannot change the token of an item. The value is a
    string: one of the `kSecAttrTokenID...` values. The attribute is part of the uniqueness key of
    an item. Raw value `tkid`. */
extern const CFStringRef kSecAttrTokenID;

/** The script code of the item. The script code identifies the encoding of the item's strings on
    old systems. The value is a number. Raw value `scrp`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrScriptCode;

/** Whether the item has its own icon. In a call, the value is a Boolean. In a result, the value is
    the number 0 or 1. Raw value `cusi`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrHasCustomIcon;

/** The type of a certificate revocation list. The value is a number. No item class has this
    attribute. A call with this attribute gives `errSecNoSuchAttr`. Raw value `crlt`. Private on
    Apple's platforms. */
extern const CFStringRef kSecAttrCRLType;

/** The encoding of a certificate revocation list. The value is a number. No item class has this
    attribute. A call with this attribute gives `errSecNoSuchAttr`. Raw value `crle`. Private on
    Apple's platforms. */
extern const CFStringRef kSecAttrCRLEncoding;

/** Whether the item may be synchronised between devices. The value is a Boolean. A query may
    contain `kSecAttrSynchronizableAny` instead. The default is false. The attribute is part of the
    uniqueness key of an item. Raw value `sync`. */
extern const CFStringRef kSecAttrSynchronizable;

/** Whether a row of the keychain is a tombstone, which records the deletion of an item. In a call,
    the value is a Boolean. In a result, the value is the number 0 or 1. Raw value `tomb`. Private
    on Apple's platforms. */
extern const CFStringRef kSecAttrTombstone;

/** The user to whom a row of the keychain belongs, on a device that several users share. The value
    is data of 16 bytes, or empty data. Raw value `musr`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrMultiUser;

/** Whether the call uses the data-protection keychain. The value is a Boolean. The raw value is the
    same as for `kSecUseDataProtectionKeychain`. Raw value `nleg`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrNoLegacy;

/** The identifier of the object on a token that contains a key. The value is data. The raw value is
    the same as for `kSecAttrSecureEnclaveKeyBlob`. Raw value `toid`. Private on Apple's
    platforms. */
extern const CFStringRef kSecAttrTokenOID;

/** The identifier of an item for synchronisation. The value is a string. Raw value `UUID`. Private
    on Apple's platforms. */
extern const CFStringRef kSecAttrUUID;

/** The earlier, misspelled name of `kSecAttrPersistentReference`. The value is data of 16 bytes.
    The dictionaries of add, search and delete may not contain this key. Raw value `persistref`. */
extern const CFStringRef kSecAttrPersistantReference;

/** The identifier of the row of an item. The persistent reference of the item contains this
    identifier. The value is data of 16 bytes. The dictionaries of add, search and delete may not
    contain this key. Raw value `persistref`. */
extern const CFStringRef kSecAttrPersistentReference;

/** Whether a restore of the system keeps an item. The number 0 means that the item is not bound to
    the system. The number 1 means that a restore keeps the item. The value is a number. Raw value
    `sysb`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrSysBound;

/** The SHA-1 digest of the attributes and the secret of an item. The value is data of 20 bytes. Raw
    value `sha1`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrSHA1;

/** Whether the synchronisation identifier is derived from the attributes of the item. The value is
    a Boolean. The keychain does not store this value. A search ignores this value. Raw value
    `dspk`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrDeriveSyncIDFromItemAttributes;

/** The service of a protected-cloud-storage item. The synchronisation service can read this
    attribute. The value is a number. Raw value `pcss`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrPCSPlaintextServiceIdentifier;

/** The public key of a protected-cloud-storage item. The synchronisation service can read this
    attribute. The value is data. Raw value `pcsk`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrPCSPlaintextPublicKey;

/** The public identity of a protected-cloud-storage item. The synchronisation service can read this
    attribute. The value is data. Raw value `pcsi`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrPCSPlaintextPublicIdentity;

/** The notes of an internet password. The notes are a secret in addition to the password. The value
    is data. Raw value `binn`. Private on Apple's platforms. */
extern const CFStringRef kSecDataInetExtraNotes;

/** The earlier passwords of an internet password. The earlier passwords are a secret in addition to
    the password. The value is data. Raw value `bini`. Private on Apple's platforms. */
extern const CFStringRef kSecDataInetExtraHistory;

/** The first of four secrets that a program can store in addition to an internet password. The
    value is data. Raw value `bin0`. Private on Apple's platforms. */
extern const CFStringRef kSecDataInetExtraClientDefined0;

/** The second of four secrets that a program can store in addition to an internet password. The
    value is data. Raw value `bin1`. Private on Apple's platforms. */
extern const CFStringRef kSecDataInetExtraClientDefined1;

/** The third of four secrets that a program can store in addition to an internet password. The
    value is data. Raw value `bin2`. Private on Apple's platforms. */
extern const CFStringRef kSecDataInetExtraClientDefined2;

/** The fourth of four secrets that a program can store in addition to an internet password. The
    value is data. Raw value `bin3`. Private on Apple's platforms. */
extern const CFStringRef kSecDataInetExtraClientDefined3;

/** The sealed form of a key in a secure enclave. The value is data. The raw value is the same as
    for `kSecAttrTokenOID`. Raw value `toid`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrSecureEnclaveKeyBlob;

/** The group of people with whom an item is shared. The value is a string. The empty string means
    that the item is not shared. The attribute is part of the uniqueness key of an item. Raw value
    `ggrp`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrSharingGroup;

/** The access object of an item in a macOS file keychain. No item class of Latchkey has this
    attribute. Raw value `acls`. */
extern const CFStringRef kSecAttrAccess;

/** The pseudo-random function for the derivation of a key from a password. The value is a string:
    one of the `kSecAttrPRFHmacAlg...` values. Raw value `prf`. */
extern const CFStringRef kSecAttrPRF;

/** The salt for the derivation of a key from a password. The value is data. Raw value `salt`. */
extern const CFStringRef kSecAttrSalt;

/** The number of rounds for the derivation of a key from a password. The value is a number. Raw
    value `rounds`. */
extern const CFStringRef kSecAttrRounds;

/** The older name of `kSecAttrSharingGroup`. The value is a string. Raw value `ggrp`. Private on
    Apple's platforms. */
extern const CFStringRef kSecAttrGroupKitGroup;

/* Values of kSecAttrAccessible. */

/** The item is readable while the keychain is unlocked. A backup can move the item to another
    device. This value is the default. This constant is a value of `kSecAttrAccessible`. Raw value
    `ak`. */
extern const CFStringRef kSecAttrAccessibleWhenUnlocked;

/** The item is readable after the first unlock since the start of the system. A backup can move the
    item to another device. This constant is a value of `kSecAttrAccessible`. Raw value `ck`. */
extern const CFStringRef kSecAttrAccessibleAfterFirstUnlock;

/** The item is always readable. A backup can move the item to another device. Apple has deprecated
    this value. Prefer a value with which the item is unreadable while the keychain is locked. This
    constant is a value of `kSecAttrAccessible`. Raw value `dk`. */
extern const CFStringRef kSecAttrAccessibleAlways;

/** The item is readable while the keychain is unlocked. The item never moves to another device.
    This constant is a value of `kSecAttrAccessible`. Raw value `aku`. */
extern const CFStringRef kSecAttrAccessibleWhenUnlockedThisDeviceOnly;

/** The item is readable after the first unlock since the start of the system. The item never moves
    to another device. This constant is a value of `kSecAttrAccessible`. Raw value `cku`. */
extern const CFStringRef kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly;

/** The item is always readable. The item never moves to another device. Apple has deprecated this
    value. Prefer a value with which the item is unreadable while the keychain is locked. This
    constant is a value of `kSecAttrAccessible`. Raw value `dku`. */
extern const CFStringRef kSecAttrAccessibleAlwaysThisDeviceOnly;

/** The item is readable while the keychain is unlocked. The item requires a passcode. The removal
    of the passcode deletes the item. The item never moves to another device. This constant is a
    value of `kSecAttrAccessible`. Raw value `akpu`. */
extern const CFStringRef kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly;

/** The form of `kSecAttrAccessibleAlways` for system programs. Both constants have the same raw
    value. This constant is a value of `kSecAttrAccessible`. Raw value `dk`. Private on Apple's
    platforms. */
extern const CFStringRef kSecAttrAccessibleAlwaysPrivate;

/** The form of `kSecAttrAccessibleAlwaysThisDeviceOnly` for system programs. Both constants have
    the same raw value. This constant is a value of `kSecAttrAccessible`. Raw value `dku`. Private
    on Apple's platforms. */
extern const CFStringRef kSecAttrAccessibleAlwaysThisDeviceOnlyPrivate;

/** The item is readable until the next start of the system. The value is valid, but the keychain
    stores no item with this value. Adding such an item gives `errSecParam`. This constant is a
    value of `kSecAttrAccessible`. Raw value `f`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrAccessibleUntilReboot;

/* Values of kSecAttrAccessGroup and of kSecAttrSharingGroup. */

/** The access group of the items on tokens. Programs cannot add items to this group. This constant
    is a value of `kSecAttrAccessGroup`. Raw value `com.apple.token`. */
extern const CFStringRef kSecAttrAccessGroupToken;

/** The access group of the internal items of synchronisation. This constant is a value of
    `kSecAttrAccessGroup`. Raw value `com.apple.security.sos`. Private on Apple's platforms. */
extern const CFStringRef kSOSInternalAccessGroup;

/** The item is not shared. This constant is a value of `kSecAttrSharingGroup`. Raw value: the empty
    string. Private on Apple's platforms. */
extern const CFStringRef kSecAttrSharingGroupNone;

/** The suffix of an access group that is shared with network extensions. A value of
    `kSecAttrAccessGroup` can end in this suffix. Raw value `com.apple.networkextensionsharing`.
    Private on Apple's platforms. */
extern const CFStringRef kSecNetworkExtensionAccessGroupSuffix;

/* Values of kSecAttrSynchronizable. */

/** The query finds both synchronizable items and items that are not synchronizable. This constant
    is a value of `kSecAttrSynchronizable` in a query. Raw value `syna`. */
extern const CFStringRef kSecAttrSynchronizableAny;

/* Values of kSecAttrProtocol. */

/** The password is for FTP. This constant is a value of `kSecAttrProtocol`. Raw value `ftp `, with
    the space. */
extern const CFStringRef kSecAttrProtocolFTP;

/** The password is for an FTP client's account. This constant is a value of `kSecAttrProtocol`. Raw
    value `ftpa`. */
extern const CFStringRef kSecAttrProtocolFTPAccount;

/** The password is for HTTP. This constant is a value of `kSecAttrProtocol`. Raw value `http`. */
extern const CFStringRef kSecAttrProtocolHTTP;

/** The password is for IRC. This constant is a value of `kSecAttrProtocol`. Raw value `irc `, with
    the space. */
extern const CFStringRef kSecAttrProtocolIRC;

/** The password is for NNTP. This constant is a value of `kSecAttrProtocol`. Raw value `nntp`. */
extern const CFStringRef kSecAttrProtocolNNTP;

/** The password is for POP3. This constant is a value of `kSecAttrProtocol`. Raw value `pop3`. */
extern const CFStringRef kSecAttrProtocolPOP3;

/** The password is for SMTP. This constant is a value of `kSecAttrProtocol`. Raw value `smtp`. */
extern const CFStringRef kSecAttrProtocolSMTP;

/** The password is for SOCKS. This constant is a value of `kSecAttrProtocol`. Raw value `sox `,
    with the space. */
extern const CFStringRef kSecAttrProtocolSOCKS;

/** The password is for IMAP. This constant is a value of `kSecAttrProtocol`. Raw value `imap`. */
extern const CFStringRef kSecAttrProtocolIMAP;

/** The password is for LDAP. This constant is a value of `kSecAttrProtocol`. Raw value `ldap`. */
extern const CFStringRef kSecAttrProtocolLDAP;

/** The password is for AFP over AppleTalk. This constant is a value of `kSecAttrProtocol`. Raw
    value `atlk`. */
extern const CFStringRef kSecAttrProtocolAppleTalk;

/** The password is for AFP over TCP. This constant is a value of `kSecAttrProtocol`. Raw value
    `afp `, with the space. */
extern const CFStringRef kSecAttrProtocolAFP;

/** The password is for Telnet. This constant is a value of `kSecAttrProtocol`. Raw value `teln`. */
extern const CFStringRef kSecAttrProtocolTelnet;

/** The password is for SSH. This constant is a value of `kSecAttrProtocol`. Raw value `ssh `, with
    the space. */
extern const CFStringRef kSecAttrProtocolSSH;

/** The password is for FTP over TLS. This constant is a value of `kSecAttrProtocol`. Raw value
    `ftps`. */
extern const CFStringRef kSecAttrProtocolFTPS;

/** The password is for HTTP over TLS. This constant is a value of `kSecAttrProtocol`. Raw value
    `htps`. */
extern const CFStringRef kSecAttrProtocolHTTPS;

/** The password is for an HTTP proxy. This constant is a value of `kSecAttrProtocol`. Raw value
    `htpx`. */
extern const CFStringRef kSecAttrProtocolHTTPProxy;

/** The password is for an HTTPS proxy. This constant is a value of `kSecAttrProtocol`. Raw value
    `htsx`. */
extern const CFStringRef kSecAttrProtocolHTTPSProxy;

/** The password is for an FTP proxy. This constant is a value of `kSecAttrProtocol`. Raw value
    `ftpx`. */
extern const CFStringRef kSecAttrProtocolFTPProxy;

/** The password is for SMB. This constant is a value of `kSecAttrProtocol`. Raw value `smb `, with
    the space. */
extern const CFStringRef kSecAttrProtocolSMB;

/** The password is for RTSP. This constant is a value of `kSecAttrProtocol`. Raw value `rtsp`. */
extern const CFStringRef kSecAttrProtocolRTSP;

/** The password is for an RTSP proxy. This constant is a value of `kSecAttrProtocol`. Raw value
    `rtsx`. */
extern const CFStringRef kSecAttrProtocolRTSPProxy;

/** The password is for DAAP. This constant is a value of `kSecAttrProtocol`. Raw value `daap`. */
extern const CFStringRef kSecAttrProtocolDAAP;

/** The password is for remote Apple events. This constant is a value of `kSecAttrProtocol`. Raw
    value `eppc`. */
extern const CFStringRef kSecAttrProtocolEPPC;

/** The password is for IPP. This constant is a value of `kSecAttrProtocol`. Raw value `ipp `, with
    the space. */
extern const CFStringRef kSecAttrProtocolIPP;

/** The password is for NNTP over TLS. This constant is a value of `kSecAttrProtocol`. Raw value
    `ntps`. */
extern const CFStringRef kSecAttrProtocolNNTPS;

/** The password is for LDAP over TLS. This constant is a value of `kSecAttrProtocol`. Raw value
    `ldps`. */
extern const CFStringRef kSecAttrProtocolLDAPS;

/** The password is for Telnet over TLS. This constant is a value of `kSecAttrProtocol`. Raw value
    `tels`. */
extern const CFStringRef kSecAttrProtocolTelnetS;

/** The password is for IMAP over TLS. This constant is a value of `kSecAttrProtocol`. Raw value
    `imps`. */
extern const CFStringRef kSecAttrProtocolIMAPS;

/** The password is for IRC over TLS. This constant is a value of `kSecAttrProtocol`. Raw value
    `ircs`. */
extern const CFStringRef kSecAttrProtocolIRCS;

/** The password is for POP3 over TLS. This constant is a value of `kSecAttrProtocol`. Raw value
    `pops`. */
extern const CFStringRef kSecAttrProtocolPOP3S;

/* Values of kSecAttrAuthenticationType. */

/** The password is used with Windows NT LAN Manager authentication. This constant is a value of
    `kSecAttrAuthenticationType`. Raw value `ntlm`. */
extern const CFStringRef kSecAttrAuthenticationTypeNTLM;

/** The password is used with Microsoft Network authentication. This constant is a value of
    `kSecAttrAuthenticationType`. Raw value `msna`. */
extern const CFStringRef kSecAttrAuthenticationTypeMSN;

/** The password is used with distributed password authentication. This constant is a value of
    `kSecAttrAuthenticationType`. Raw value `dpaa`. */
extern const CFStringRef kSecAttrAuthenticationTypeDPA;

/** The password is used with remote password authentication. This constant is a value of
    `kSecAttrAuthenticationType`. Raw value `rpaa`. */
extern const CFStringRef kSecAttrAuthenticationTypeRPA;

/** The password is used with HTTP basic authentication. This constant is a value of
    `kSecAttrAuthenticationType`. Raw value `http`. */
extern const CFStringRef kSecAttrAuthenticationTypeHTTPBasic;

/** The password is used with HTTP digest authentication. This constant is a value of
    `kSecAttrAuthenticationType`. Raw value `httd`. */
extern const CFStringRef kSecAttrAuthenticationTypeHTTPDigest;

/** The password is used with a form on a web page. This constant is a value of
    `kSecAttrAuthenticationType`. Raw value `form`. */
extern const CFStringRef kSecAttrAuthenticationTypeHTMLForm;

/** The password is used with the usual authentication scheme. This constant is a value of
    `kSecAttrAuthenticationType`. Raw value `dflt`. */
extern const CFStringRef kSecAttrAuthenticationTypeDefault;

/* Values of kSecAttrKeyClass. */

/** The key is a public key. This constant is a value of `kSecAttrKeyClass`. Raw value `0`. */
extern const CFStringRef kSecAttrKeyClassPublic;

/** The key is a private key. This constant is a value of `kSecAttrKeyClass`. Raw value `1`. */
extern const CFStringRef kSecAttrKeyClassPrivate;

/** The key is a symmetric key. This constant is a value of `kSecAttrKeyClass`. Raw value `2`. */
extern const CFStringRef kSecAttrKeyClassSymmetric;

/* Values of kSecAttrKeyType. */

/** The key is an RSA key. This constant is a value of `kSecAttrKeyType`. Raw value `42`. */
extern const CFStringRef kSecAttrKeyTypeRSA;

/** The key is an elliptic-curve key on a NIST prime curve. The raw value is the same as for
    `kSecAttrKeyTypeECSECPrimeRandom`. This constant is a value of `kSecAttrKeyType`. Raw value
    `73`. */
extern const CFStringRef kSecAttrKeyTypeEC;

/** The key is an elliptic-curve key on a NIST prime curve. This constant is a value of
    `kSecAttrKeyType`. Raw value `73`. */
extern const CFStringRef kSecAttrKeyTypeECSECPrimeRandom;

/** The key is an elliptic-curve key of a secure enclave's public-key accelerator. This constant is
    a value of `kSecAttrKeyType`. Raw value `2147483678`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrKeyTypeECSECPrimeRandomPKA;

/** The key is a secure enclave's attestation key. This constant is a value of `kSecAttrKeyType`.
    Raw value `2147483679`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrKeyTypeSecureEnclaveAttestation;

/** The key is a secure enclave's key for anonymous attestation. This constant is a value of
    `kSecAttrKeyType`. Raw value `2147483680`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrKeyTypeSecureEnclaveAnonymousAttestation;

/** The key is an Ed25519 signing key. This constant is a value of `kSecAttrKeyType`. Raw value
    `105`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrKeyTypeEd25519;

/** The key is an X25519 key-agreement key. This constant is a value of `kSecAttrKeyType`. Raw value
    `106`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrKeyTypeX25519;

/** The key is an Ed448 signing key. This constant is a value of `kSecAttrKeyType`. Raw value `107`.
    Private on Apple's platforms. */
extern const CFStringRef kSecAttrKeyTypeEd448;

/** The key is an X448 key-agreement key. This constant is a value of `kSecAttrKeyType`. Raw value
    `108`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrKeyTypeX448;

/** The key is a Kyber encapsulation key. This constant is a value of `kSecAttrKeyType`. Raw value
    `109`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrKeyTypeKyber;

/** The key is an ML-KEM encapsulation key. This constant is a value of `kSecAttrKeyType`. Raw value
    `110`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrKeyTypeMLKEM;

/** The key is an ML-DSA signing key. This constant is a value of `kSecAttrKeyType`. Raw value
    `111`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrKeyTypeMLDSA;

/** The key is a DES key. This constant is a value of `kSecAttrKeyType`. Raw value `14`. */
extern const CFStringRef kSecAttrKeyTypeDES;

/** The key is a triple-DES key. This constant is a value of `kSecAttrKeyType`. Raw value `17`. */
extern const CFStringRef kSecAttrKeyType3DES;

/** The key is an RC2 key. This constant is a value of `kSecAttrKeyType`. Raw value `23`. */
extern const CFStringRef kSecAttrKeyTypeRC2;

/** The key is an RC4 key. This constant is a value of `kSecAttrKeyType`. Raw value `25`. */
extern const CFStringRef kSecAttrKeyTypeRC4;

/** The key is a DSA key. This constant is a value of `kSecAttrKeyType`. Raw value `43`. */
extern const CFStringRef kSecAttrKeyTypeDSA;

/** The key is a CAST key. This constant is a value of `kSecAttrKeyType`. Raw value `56`. */
extern const CFStringRef kSecAttrKeyTypeCAST;

/** The key is an elliptic-curve key on a NIST prime curve. The raw value is the same as for
    `kSecAttrKeyTypeECSECPrimeRandom`. This constant is a value of `kSecAttrKeyType`. Raw value
    `73`. */
extern const CFStringRef kSecAttrKeyTypeECDSA;

/** The key is an AES key. This constant is a value of `kSecAttrKeyType`. Raw value `2147483649`. */
extern const CFStringRef kSecAttrKeyTypeAES;

/* Values of kSecAttrKeySizeInBits. */

/** The key uses the parameter set Kyber-768. This constant is a value of `kSecAttrKeySizeInBits`.
    Raw value `768`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrKeySizeKyber768;

/** The key uses the parameter set Kyber-1024. This constant is a value of `kSecAttrKeySizeInBits`.
    Raw value `1024`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrKeySizeKyber1024;

/** The key uses the parameter set ML-KEM-768. This constant is a value of `kSecAttrKeySizeInBits`.
    Raw value `768`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrKeySizeMLKEM768;

/** The key uses the parameter set ML-KEM-1024. This constant is a value of `kSecAttrKeySizeInBits`.
    Raw value `1024`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrKeySizeMLKEM1024;

/** The key uses the parameter set ML-DSA-65. This constant is a value of `kSecAttrKeySizeInBits`.
    Raw value `65`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrKeySizeMLDSA65;

/** The key uses the parameter set ML-DSA-87. This constant is a value of `kSecAttrKeySizeInBits`.
    Raw value `87`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrKeySizeMLDSA87;

/* Values of kSecAttrPRF. */

/** The key derivation uses HMAC with SHA-1. This constant is a value of `kSecAttrPRF`. Raw value
    `hsha1`. */
extern const CFStringRef kSecAttrPRFHmacAlgSHA1;

/** The key derivation uses HMAC with SHA-224. This constant is a value of `kSecAttrPRF`. Raw value
    `hsha224`. */
extern const CFStringRef kSecAttrPRFHmacAlgSHA224;

/** The key derivation uses HMAC with SHA-256. This constant is a value of `kSecAttrPRF`. Raw value
    `hsha256`. */
extern const CFStringRef kSecAttrPRFHmacAlgSHA256;

/** The key derivation uses HMAC with SHA-384. This constant is a value of `kSecAttrPRF`. Raw value
    `hsha384`. */
extern const CFStringRef kSecAttrPRFHmacAlgSHA384;

/** The key derivation uses HMAC with SHA-512. This constant is a value of `kSecAttrPRF`. Raw value
    `hsha512`. */
extern const CFStringRef kSecAttrPRFHmacAlgSHA512;

/* Values of kSecAttrTokenID. */

/** A secure enclave contains the key. The key is a 256-bit elliptic-curve private key that the
    enclave generated. This constant is a value of `kSecAttrTokenID`. Raw value
    `com.apple.setoken`. */
extern const CFStringRef kSecAttrTokenIDSecureEnclave;

/** The key store of the system contains the key. This constant is a value of `kSecAttrTokenID`. Raw
    value `com.apple.setoken:aks`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrTokenIDAppleKeyStore;

/** A secure element contains the key. This constant is a value of `kSecAttrTokenID`. Raw value
    `com.apple.secelemtoken`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrTokenIDSecureElement;

/* Values of kSecAttrSyncViewHint. */

/** The synchronisation view for unlocking one device with another device. This constant is a value
    of `kSecAttrSyncViewHint`. Raw value `ContinuityUnlock`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintContinuityUnlock;

/** The synchronisation view for television devices. This constant is a value of
    `kSecAttrSyncViewHint`. Raw value `AppleTV`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintAppleTV;

/** The synchronisation view for home accessories. This constant is a value of
    `kSecAttrSyncViewHint`. Raw value `HomeKit`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintHomeKit;

/** The synchronisation view for paired accessories. This constant is a value of
    `kSecAttrSyncViewHint`. Raw value `AccessoryPairing`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintAccessoryPairing;

/** The synchronisation view for cloud databases. This constant is a value of
    `kSecAttrSyncViewHint`. Raw value `PCS-CloudKit`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPCSCloudKit;

/** The synchronisation view for escrow records. This constant is a value of `kSecAttrSyncViewHint`.
    Raw value `PCS-Escrow`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPCSEscrow;

/** The synchronisation view for disk encryption. This constant is a value of
    `kSecAttrSyncViewHint`. Raw value `PCS-FDE`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPCSFDE;

/** The synchronisation view for news. This constant is a value of `kSecAttrSyncViewHint`. Raw value
    `PCS-Feldspar`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPCSFeldspar;

/** The synchronisation view for large mail attachments. This constant is a value of
    `kSecAttrSyncViewHint`. Raw value `PCS-Maildrop`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPCSMailDrop;

/** The synchronisation view for the master key of protected cloud storage. This constant is a value
    of `kSecAttrSyncViewHint`. Raw value `PCS-MasterKey`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPCSMasterKey;

/** The synchronisation view for notes. This constant is a value of `kSecAttrSyncViewHint`. Raw
    value `PCS-Notes`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPCSNotes;

/** The synchronisation view for photos in protected cloud storage. This constant is a value of
    `kSecAttrSyncViewHint`. Raw value `PCS-Photos`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPCSPhotos;

/** The synchronisation view for shared cloud documents. This constant is a value of
    `kSecAttrSyncViewHint`. Raw value `PCS-Sharing`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPCSSharing;

/** The synchronisation view for cloud backups. This constant is a value of `kSecAttrSyncViewHint`.
    Raw value `PCS-Backup`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPCSiCloudBackup;

/** The synchronisation view for cloud documents. This constant is a value of
    `kSecAttrSyncViewHint`. Raw value `PCS-iCloudDrive`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPCSiCloudDrive;

/** The synchronisation view for messages. This constant is a value of `kSecAttrSyncViewHint`. Raw
    value `PCS-iMessage`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPCSiMessage;

/** The synchronisation view for paired watches. This constant is a value of `kSecAttrSyncViewHint`.
    Raw value `NanoRegistry`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintNanoRegistry;

/** The synchronisation view for moving to a new watch. This constant is a value of
    `kSecAttrSyncViewHint`. Raw value `WatchMigration`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintWatchMigration;

/** The synchronisation view for messages in the cloud. This constant is a value of
    `kSecAttrSyncViewHint`. Raw value `Engram`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintEngram;

/** The synchronisation view for end-to-end encrypted cloud data. This constant is a value of
    `kSecAttrSyncViewHint`. Raw value `Manatee`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintManatee;

/** The synchronisation view for unlocking automatically with a watch. This constant is a value of
    `kSecAttrSyncViewHint`. Raw value `AutoUnlock`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintAutoUnlock;

/** The synchronisation view for health data. This constant is a value of `kSecAttrSyncViewHint`.
    Raw value `Health`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintHealth;

/** The synchronisation view for payment cards. This constant is a value of `kSecAttrSyncViewHint`.
    Raw value `ApplePay`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintApplePay;

/** The synchronisation view for homes. This constant is a value of `kSecAttrSyncViewHint`. Raw
    value `Home`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintHome;

/** The synchronisation view for peers with limited trust. This constant is a value of
    `kSecAttrSyncViewHint`. Raw value `LimitedPeersAllowed`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintLimitedPeersAllowed;

/** The synchronisation view for licensed accessories. This constant is a value of
    `kSecAttrSyncViewHint`. Raw value `MFi`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintMFi;

/** The synchronisation view for mail. This constant is a value of `kSecAttrSyncViewHint`. Raw value
    `Mail`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintMail;

/** The synchronisation view for contacts. This constant is a value of `kSecAttrSyncViewHint`. Raw
    value `Contacts`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintContacts;

/** The synchronisation view for photos. This constant is a value of `kSecAttrSyncViewHint`. Raw
    value `Photos`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPhotos;

/** The synchronisation view for groups of people. This constant is a value of
    `kSecAttrSyncViewHint`. Raw value `Groups`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintGroups;

/** The synchronisation view for finding devices. This constant is a value of
    `kSecAttrSyncViewHint`. Raw value `FindMy`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintFindMy;

/* Keys and values for the conditions of a search. */

/** The search finds certificates and identities that pass the evaluation of this policy. The value
    is a `SecPolicy`. Raw value `m_Policy`. */
extern const CFStringRef kSecMatchPolicy;

/** The search finds only items of this list. The value is an array of references, all of one type.
    Raw value `m_ItemList`. */
extern const CFStringRef kSecMatchItemList;

/** The search covers only these keychains. The value is an array of keychains. Raw value
    `m_SearchList`. */
extern const CFStringRef kSecMatchSearchList;

/** The search finds certificates and identities whose chain contains one of these issuers. The
    value is an array of X.500 names in DER form. Raw value `m_Issuers`. */
extern const CFStringRef kSecMatchIssuers;

/** The search finds certificates and identities with this e-mail address, and certificates and
    identities with no e-mail address. The value is a string. Raw value
    `m_EmailAddressIfPresent`. */
extern const CFStringRef kSecMatchEmailAddressIfPresent;

/** The search finds certificates and identities whose subject contains this string. The value is a
    string. Raw value `m_SubjectContains`. */
extern const CFStringRef kSecMatchSubjectContains;

/** The search finds passwords for this host or for a subdomain of this host. The value is a string.
    Raw value `m_HostOrSubdomainOfHost`. */
extern const CFStringRef kSecMatchHostOrSubdomainOfHost;

/** Whether the search ignores the case of strings. The value is a Boolean. The default is false.
    Raw value `m_CaseInsensitive`. */
extern const CFStringRef kSecMatchCaseInsensitive;

/** Whether the search finds only certificates with a chain to a trusted anchor. The value is a
    Boolean. The default is false. Raw value `m_TrustedOnly`. */
extern const CFStringRef kSecMatchTrustedOnly;

/** The search finds keys, certificates and identities that are valid at this time. The value is a
    date, or null for the present time. Raw value `m_ValidOnDate`. */
extern const CFStringRef kSecMatchValidOnDate;

/** The greatest number of items that a call finds. The value is a number, `kSecMatchLimitOne` or
    `kSecMatchLimitAll`. The default in a search is one. Raw value `m_Limit`. */
extern const CFStringRef kSecMatchLimit;

/** The search finds one item. The result is the item itself. This constant is a value of
    `kSecMatchLimit`. Raw value `m_LimitOne`. */
extern const CFStringRef kSecMatchLimitOne;

/** The search finds every matching item. The result is an array. This constant is a value of
    `kSecMatchLimit`. Raw value `m_LimitAll`. */
extern const CFStringRef kSecMatchLimitAll;

/** The search finds certificates and identities whose subject begins with this string. The value is
    a string. Raw value `m_SubjectStartsWith`. */
extern const CFStringRef kSecMatchSubjectStartsWith;

/** The search finds certificates and identities whose subject ends with this string. The value is a
    string. Raw value `m_SubjectEndsWith`. */
extern const CFStringRef kSecMatchSubjectEndsWith;

/** The search finds certificates and identities whose subject equals this string. The value is a
    string. Raw value `m_SubjectWholeString`. */
extern const CFStringRef kSecMatchSubjectWholeString;

/** Whether the search ignores the accents of strings. The value is a Boolean. The default is false.
    Raw value `m_DiacriticInsensitive`. */
extern const CFStringRef kSecMatchDiacriticInsensitive;

/** Whether a full-width character matches the half-width form of the same character. The value is a
    Boolean. The default is false. Raw value `m_WidthInsensitive`. */
extern const CFStringRef kSecMatchWidthInsensitive;

/* Keys that select the results of a call. */

/** Whether the call returns the data of the item. The value is a Boolean. Raw value `r_Data`. */
extern const CFStringRef kSecReturnData;

/** Whether the call returns the attributes of the item in a dictionary. The value is a Boolean. Raw
    value `r_Attributes`. */
extern const CFStringRef kSecReturnAttributes;

/** Whether the call returns a reference to the item, for example a `SecKey` or a `SecCertificate`.
    The value is a Boolean. Raw value `r_Ref`. */
extern const CFStringRef kSecReturnRef;

/** Whether the call returns a persistent reference to the item. A program can store a persistent
    reference, and can pass the reference to other processes. The value is a Boolean. Raw value
    `r_PersistentRef`. */
extern const CFStringRef kSecReturnPersistentRef;

/* Keys for the data of an item, and for references to the item. */

/** The data of the item: a password, or the bytes of a key or a certificate. The value is data. Raw
    value `v_Data`. */
extern const CFStringRef kSecValueData;

/** A reference to the item. The value is a `SecKey`, a `SecCertificate` or a `SecIdentity`. Raw
    value `v_Ref`. */
extern const CFStringRef kSecValueRef;

/** A persistent reference to the item. The value is data. Raw value `v_PersistentRef`. */
extern const CFStringRef kSecValuePersistentRef;

/* Keys and values that control how a call runs. */

/** The items that the call uses instead of the stored items. The value is an array of references,
    all of one type. Raw value `u_ItemList`. */
extern const CFStringRef kSecUseItemList;

/** Whether the deletion of an item leaves a tombstone, which is a record of the deletion. The value
    is a Boolean. Raw value `u_Tomb`. Private on Apple's platforms. */
extern const CFStringRef kSecUseTombstones;

/** An authentication context in a form that one process can pass to another process. This key is
    deprecated. The value is data. Raw value `u_CredRef`. Private on Apple's platforms. */
extern const CFStringRef kSecUseCredentialReference;

/** The text of the prompt that asks the user for authentication. The value is a string. Apple has
    deprecated this key. The reason in the authentication context replaces this key. Raw value
    `u_OpPrompt`. */
extern const CFStringRef kSecUseOperationPrompt;

/** Whether the call fails instead of showing a prompt to the user. The value is a Boolean. Apple
    has deprecated this key. `kSecUseAuthenticationUI` replaces this key. Raw value `u_NoAuthUI`. */
extern const CFStringRef kSecUseNoAuthenticationUI;

/** The behaviour of the call when a prompt to the user is necessary. The value is a string: one of
    the `kSecUseAuthenticationUI...` values. Raw value `u_AuthUI`. */
extern const CFStringRef kSecUseAuthenticationUI;

/** Whether the call uses the system keychain. The value is a Boolean. The caller needs an
    entitlement. Raw value `u_SystemKeychainAlways`. Private on Apple's platforms. */
extern const CFStringRef kSecUseSystemKeychainAlways;

/** The longer name of `kSecUseSystemKeychainAlways`. The value is a Boolean. The caller needs an
    entitlement. Raw value `u_SystemKeychainAlways`. Private on Apple's platforms. */
extern const CFStringRef kSecUseSystemKeychainAlwaysDarwinOSOnlyUnavailableOnMacOS;

/** Whether the call uses the system keychain of a device with several users. The value is a
    Boolean. The caller needs an entitlement. Raw value `u_SystemKeychain`. Private on Apple's
    platforms. */
extern const CFStringRef kSecUseSystemKeychain;

/** The call uses the keychain of another user of a shared device. A synchronisation service uses
    this key. The value is a number. The caller needs an entitlement. Raw value
    `u_SyncBubbleKeychain`. Private on Apple's platforms. */
extern const CFStringRef kSecUseSyncBubbleKeychain;

/** The name of the program in the prompt that asks the user for authentication. The value is a
    string. Raw value `u_CallerName`. Private on Apple's platforms. */
extern const CFStringRef kSecUseCallerName;

/** Whether the call returns token items in their stored form without access to the token. The value
    is a Boolean. Raw value `u_TokenRawItems`. Private on Apple's platforms. */
extern const CFStringRef kSecUseTokenRawItems;

/** The certificates that can complete a chain in a search with `kSecMatchIssuers`. The value is an
    array of `SecCertificate`. Raw value `u_CertWithIssuers`. Private on Apple's platforms. */
extern const CFStringRef kSecUseCertificatesWithMatchIssuers;

/** Whether the call uses the data-protection keychain. Latchkey has only this keychain. The value
    is a Boolean. Raw value `nleg`. */
extern const CFStringRef kSecUseDataProtectionKeychain;

/** Whether the call uses the keychain that all users of a device share. The value is a Boolean. Raw
    value `u_UserIndependentKeychain`. */
extern const CFStringRef kSecUseUserIndependentKeychain;

/** The call shows a prompt to the user. This value is the default. This constant is a value of
    `kSecUseAuthenticationUI`. Raw value `u_AuthUIA`. */
extern const CFStringRef kSecUseAuthenticationUIAllow;

/** The call fails with `errSecInteractionNotAllowed` and shows no prompt. This constant is a value
    of `kSecUseAuthenticationUI`. Raw value `u_AuthUIF`. */
extern const CFStringRef kSecUseAuthenticationUIFail;

/** A search omits the items that require a prompt to the user. All other calls refuse this value.
    This constant is a value of `kSecUseAuthenticationUI`. Raw value `u_AuthUIS`. */
extern const CFStringRef kSecUseAuthenticationUISkip;

/** The authentication context of the call. Several calls can use one authentication through the
    same context. The value is an `LAContext`. Raw value `u_AuthCtx`. */
extern const CFStringRef kSecUseAuthenticationContext;

/** The file keychain to which the call adds the item. The value is a `SecKeychain`. Raw value
    `u_Keychain`. */
extern const CFStringRef kSecUseKeychain;

CF_EXTERN_C_END

#endif
