/* Made by scripts/names from Tables/names.txt. */

#ifndef SECURITY_SECITEMCONSTANTS_H
#define SECURITY_SECITEMCONSTANTS_H

/* Keys and values of the dictionaries of items. SecItem.h includes them. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/* Classes of items. */

/** The key under which every dictionary names its item class. A string, one of the `kSecClass...`
    values. Raw value `class`. */
extern const CFStringRef kSecClass;

/** The class of passwords identified by account and service. Value of `kSecClass`. Raw value
    `genp`. */
extern const CFStringRef kSecClassGenericPassword;

/** The class of passwords identified by account, server, protocol, port and path. Value of
    `kSecClass`. Raw value `inet`. */
extern const CFStringRef kSecClassInternetPassword;

/** A class of old file-server passwords. Nothing can be stored in it: using it gives
    `errSecNoSuchClass`. Value of `kSecClass`. Raw value `apls`. Private on Apple's platforms. */
extern const CFStringRef kSecClassAppleSharePassword;

/** The class of X.509 certificates. Value of `kSecClass`. Raw value `cert`. */
extern const CFStringRef kSecClassCertificate;

/** The class of cryptographic keys: public, private and symmetric. Value of `kSecClass`. Raw value
    `keys`. */
extern const CFStringRef kSecClassKey;

/** The class of identities: a private key together with its certificate. Value of `kSecClass`. Raw
    value `idnt`. */
extern const CFStringRef kSecClassIdentity;

/* Attributes. */

/** When the item can be read, relative to the lock state. A string, one of the
    `kSecAttrAccessible...` values. Raw value `pdmn`. */
extern const CFStringRef kSecAttrAccessible;

/** The access control object that guards the item; names the accessibility too, so it replaces
    `kSecAttrAccessible`. A `SecAccessControl`. Raw value `accc`. */
extern const CFStringRef kSecAttrAccessControl;

/** The access group the item belongs to: exactly one per item. A string; a new item without it goes
    to the caller's first group. Raw value `agrp`. */
extern const CFStringRef kSecAttrAccessGroup;

/** When the item was added. A date, set by the keychain. Raw value `cdat`. */
extern const CFStringRef kSecAttrCreationDate;

/** When the item was last changed. A date, set by the keychain. Raw value `mdat`. */
extern const CFStringRef kSecAttrModificationDate;

/** What kind of item this is, for people to read. A string or data. Raw value `desc`. */
extern const CFStringRef kSecAttrDescription;

/** A comment, for people to read. A string or data. Raw value `icmt`. */
extern const CFStringRef kSecAttrComment;

/** Which program made the item: four characters as an unsigned 32-bit integer. A number; shares its
    raw value with `kSecAttrKeyCreator`. Raw value `crtr`. */
extern const CFStringRef kSecAttrCreator;

/** The item's type: four characters as an unsigned 32-bit integer. A number; shares its raw value
    with `kSecAttrKeyType`. Raw value `type`. */
extern const CFStringRef kSecAttrType;

/** The item's name, for people to read. A string or data. Raw value `labl`. */
extern const CFStringRef kSecAttrLabel;

/** Whether programs that list items should leave this one out. A Boolean on the way in, the number
    0 or 1 on the way out. Raw value `invi`. */
extern const CFStringRef kSecAttrIsInvisible;

/** Whether the item says that no valid password is stored and it should always be asked for. A
    Boolean on the way in, the number 0 or 1 on the way out. Raw value `nega`. */
extern const CFStringRef kSecAttrIsNegative;

/** The account name of a password. A string or data; an absent account is the empty one. Part of
    what makes a password unique. Raw value `acct`. */
extern const CFStringRef kSecAttrAccount;

/** The service a generic password is for. A string or data; an absent service is the empty one.
    Part of what makes a generic password unique. Raw value `svce`. */
extern const CFStringRef kSecAttrService;

/** Whatever a program wants to keep beside a generic password, sealed like the other attributes.
    Data. Raw value `gena`. */
extern const CFStringRef kSecAttrGeneric;

/** The security domain of an internet password, such as a realm. A string or data. Part of what
    makes an internet password unique. Raw value `sdmn`. */
extern const CFStringRef kSecAttrSecurityDomain;

/** The server's host name or address. A string or data. Part of what makes an internet password
    unique. Raw value `srvr`. */
extern const CFStringRef kSecAttrServer;

/** The protocol an internet password is used with. A string, one of the `kSecAttrProtocol...`
    values, or a number. Part of what makes an internet password unique. Raw value `ptcl`. */
extern const CFStringRef kSecAttrProtocol;

/** The authentication scheme an internet password is used with. A string, one of the
    `kSecAttrAuthenticationType...` values. Part of what makes an internet password unique. Raw
    value `atyp`. */
extern const CFStringRef kSecAttrAuthenticationType;

/** The port of the server. A number; 0 when not given. Part of what makes an internet password
    unique. Raw value `port`. */
extern const CFStringRef kSecAttrPort;

/** The path on the server, usually that of the URL. A string or data. Part of what makes an
    internet password unique. Raw value `path`. */
extern const CFStringRef kSecAttrPath;

/** The volume of an old file server. A string. No item class has it: using it gives
    `errSecNoSuchAttr`. Raw value `volm`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrVolume;

/** The network address of an old file server. A string. No item class has it: using it gives
    `errSecNoSuchAttr`. Raw value `addr`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrAddress;

/** The signature of an old file server. Data. No item class has it: using it gives
    `errSecNoSuchAttr`. Raw value `afps`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrAFPServerSignature;

/** Another name of the item, such as a certificate's e-mail address. A string or data. Raw value
    `alis`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrAlias;

/** The subject of a certificate: an X.500 name in normalised DER form. Data. Raw value `subj`. */
extern const CFStringRef kSecAttrSubject;

/** The issuer of a certificate: an X.500 name in normalised DER form. Data. Part of what makes a
    certificate unique. Raw value `issr`. */
extern const CFStringRef kSecAttrIssuer;

/** The serial number of a certificate, as its bytes. Data. Part of what makes a certificate unique.
    Raw value `slnr`. */
extern const CFStringRef kSecAttrSerialNumber;

/** The subject key identifier that a certificate carries. Data. Raw value `skid`. */
extern const CFStringRef kSecAttrSubjectKeyID;

/** The SHA-1 of a certificate's public key; equals `kSecAttrApplicationLabel` of the matching key.
    Data. Raw value `pkhh`. */
extern const CFStringRef kSecAttrPublicKeyHash;

/** The X.509 version of a certificate: 1, 2 or 3. A number. Part of what makes a certificate
    unique. Raw value `ctyp`. */
extern const CFStringRef kSecAttrCertificateType;

/** How a certificate is encoded; 3 is DER. A number. Raw value `cenc`. */
extern const CFStringRef kSecAttrCertificateEncoding;

/** Whether a key is public, private or symmetric. One of the `kSecAttrKeyClass...` values on the
    way in; comes back as a number. Raw value `kcls`. */
extern const CFStringRef kSecAttrKeyClass;

/** What programs find a key by: for public and private keys, the SHA-1 of the public key. Data.
    Part of what makes a key unique. Raw value `klbl`. */
extern const CFStringRef kSecAttrApplicationLabel;

/** Whether a generated key is also stored. A Boolean on the way in, the number 0 or 1 on the way
    out. Raw value `perm`. */
extern const CFStringRef kSecAttrIsPermanent;

/** Whether a key is a private one; identities are found by it. A Boolean on the way in, the number
    0 or 1 on the way out. Raw value `priv`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrIsPrivate;

/** Whether a key may be changed. A Boolean on the way in, the number 0 or 1 on the way out. Raw
    value `modi`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrIsModifiable;

/** A program's own tag for a key. Data or a string. Part of what makes a key unique. Raw value
    `atag`. */
extern const CFStringRef kSecAttrApplicationTag;

/** Which program made the key. A number; shares its raw value with `kSecAttrCreator`. Part of what
    makes a key unique. Raw value `crtr`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrKeyCreator;

/** The algorithm a key belongs to. One of the `kSecAttrKeyType...` values on the way in; those
    within 32 bits come back as numbers. Part of what makes a key unique. Raw value `type`. */
extern const CFStringRef kSecAttrKeyType;

/** The size of a key, counting all its bits. A number, or its digits as a string. Part of what
    makes a key unique. Raw value `bsiz`. */
extern const CFStringRef kSecAttrKeySizeInBits;

/** The size of a key, counting only its secret bits: 56 for a DES key of 64. A number. Part of what
    makes a key unique. Raw value `esiz`. */
extern const CFStringRef kSecAttrEffectiveKeySize;

/** The first moment a key may be used. A date. Part of what makes a key unique. Raw value `sdat`.
    Private on Apple's platforms. */
extern const CFStringRef kSecAttrStartDate;

/** The last moment a key may be used. A date. Part of what makes a key unique. Raw value `edat`.
    Private on Apple's platforms. */
extern const CFStringRef kSecAttrEndDate;

/** Whether a key leaves the keychain only in wrapped form. A Boolean on the way in, the number 0 or
    1 on the way out. Raw value `sens`. */
extern const CFStringRef kSecAttrIsSensitive;

/** Whether a key has been sensitive ever since it was made. A Boolean on the way in, the number 0
    or 1 on the way out. Raw value `asen`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrWasAlwaysSensitive;

/** Whether the bytes of a key may leave the keychain. A Boolean on the way in, the number 0 or 1 on
    the way out. Raw value `extr`. */
extern const CFStringRef kSecAttrIsExtractable;

/** Whether a key has been unextractable ever since it was made. A Boolean on the way in, the number
    0 or 1 on the way out. Raw value `next`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrWasNeverExtractable;

/** Whether a key may encrypt. A Boolean on the way in, the number 0 or 1 on the way out. Raw value
    `encr`. */
extern const CFStringRef kSecAttrCanEncrypt;

/** Whether a key may decrypt. A Boolean on the way in, the number 0 or 1 on the way out. Raw value
    `decr`. */
extern const CFStringRef kSecAttrCanDecrypt;

/** Whether other keys may be derived from a key. A Boolean on the way in, the number 0 or 1 on the
    way out. Raw value `drve`. */
extern const CFStringRef kSecAttrCanDerive;

/** Whether a key may sign. A Boolean on the way in, the number 0 or 1 on the way out. Raw value
    `sign`. */
extern const CFStringRef kSecAttrCanSign;

/** Whether a key may verify signatures. A Boolean on the way in, the number 0 or 1 on the way out.
    Raw value `vrfy`. */
extern const CFStringRef kSecAttrCanVerify;

/** Whether a key may make signatures that carry their message. A Boolean on the way in, the number
    0 or 1 on the way out. Raw value `snrc`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrCanSignRecover;

/** Whether a key may recover a message from its signature. A Boolean on the way in, the number 0 or
    1 on the way out. Raw value `vyrc`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrCanVerifyRecover;

/** Whether a key may wrap other keys. A Boolean on the way in, the number 0 or 1 on the way out.
    Raw value `wrap`. */
extern const CFStringRef kSecAttrCanWrap;

/** Whether a key may unwrap other keys. A Boolean on the way in, the number 0 or 1 on the way out.
    Raw value `unwp`. */
extern const CFStringRef kSecAttrCanUnwrap;

/** Which synchronisation view the item belongs to. A string, one of the `kSecAttrViewHint...`
    values. Part of what makes an item unique. Raw value `vwht`. */
extern const CFStringRef kSecAttrSyncViewHint;

/** The token that holds the item; fixed once the item exists. A string, one of the
    `kSecAttrTokenID...` values. Part of what makes an item unique. Raw value `tkid`. */
extern const CFStringRef kSecAttrTokenID;

/** The old script code in which the item's strings are encoded. A number. Raw value `scrp`. Private
    on Apple's platforms. */
extern const CFStringRef kSecAttrScriptCode;

/** Whether the item has an icon of its own. A Boolean on the way in, the number 0 or 1 on the way
    out. Raw value `cusi`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrHasCustomIcon;

/** The type of a certificate revocation list. A number. No item class has it: using it gives
    `errSecNoSuchAttr`. Raw value `crlt`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrCRLType;

/** The encoding of a certificate revocation list. A number. No item class has it: using it gives
    `errSecNoSuchAttr`. Raw value `crle`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrCRLEncoding;

/** Whether the item may be synchronised between devices. A Boolean, or `kSecAttrSynchronizableAny`
    in a query; absent means no. Part of what makes an item unique. Raw value `sync`. */
extern const CFStringRef kSecAttrSynchronizable;

/** Whether the row records a deletion instead of an item. A Boolean on the way in, the number 0 or
    1 on the way out. Raw value `tomb`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrTombstone;

/** The user view of a shared device to which a row belongs. Data of 16 bytes, or empty. Raw value
    `musr`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrMultiUser;

/** Asks for the data-protection keychain. A Boolean; shares its raw value with
    `kSecUseDataProtectionKeychain`. Raw value `nleg`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrNoLegacy;

/** The object of a token that backs a key. Data; shares its raw value with
    `kSecAttrSecureEnclaveKeyBlob`. Raw value `toid`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrTokenOID;

/** The identifier under which an item is known to synchronisation. A string. Raw value `UUID`.
    Private on Apple's platforms. */
extern const CFStringRef kSecAttrUUID;

/** The misspelled first name of `kSecAttrPersistentReference`. Data of 16 bytes; refused in the
    dictionaries of add, search and delete. Raw value `persistref`. */
extern const CFStringRef kSecAttrPersistantReference;

/** The identifier of an item's row, as its persistent reference carries it. Data of 16 bytes;
    refused in the dictionaries of add, search and delete. Raw value `persistref`. */
extern const CFStringRef kSecAttrPersistentReference;

/** Whether an item stays through a restore of the system: 0 is not bound, 1 is kept. A number. Raw
    value `sysb`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrSysBound;

/** The SHA-1 of an item's attributes and secret. Data of 20 bytes. Raw value `sha1`. Private on
    Apple's platforms. */
extern const CFStringRef kSecAttrSHA1;

/** Asks for a synchronisation identifier that follows from the item's attributes. A Boolean;
    neither filters nor is stored. Raw value `dspk`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrDeriveSyncIDFromItemAttributes;

/** The service of a protected-cloud-storage item, readable to the synchronisation service. A
    number. Raw value `pcss`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrPCSPlaintextServiceIdentifier;

/** The public key of a protected-cloud-storage item, readable to the synchronisation service. Data.
    Raw value `pcsk`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrPCSPlaintextPublicKey;

/** The public identity of a protected-cloud-storage item, readable to the synchronisation service.
    Data. Raw value `pcsi`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrPCSPlaintextPublicIdentity;

/** A secret beside the password of an internet password: its notes. Data. Raw value `binn`. Private
    on Apple's platforms. */
extern const CFStringRef kSecDataInetExtraNotes;

/** A secret beside the password of an internet password: its earlier passwords. Data. Raw value
    `bini`. Private on Apple's platforms. */
extern const CFStringRef kSecDataInetExtraHistory;

/** A secret beside the password of an internet password, first of four free ones. Data. Raw value
    `bin0`. Private on Apple's platforms. */
extern const CFStringRef kSecDataInetExtraClientDefined0;

/** A secret beside the password of an internet password, second of four free ones. Data. Raw value
    `bin1`. Private on Apple's platforms. */
extern const CFStringRef kSecDataInetExtraClientDefined1;

/** A secret beside the password of an internet password, third of four free ones. Data. Raw value
    `bin2`. Private on Apple's platforms. */
extern const CFStringRef kSecDataInetExtraClientDefined2;

/** A secret beside the password of an internet password, last of four free ones. Data. Raw value
    `bin3`. Private on Apple's platforms. */
extern const CFStringRef kSecDataInetExtraClientDefined3;

/** The sealed form of a key that a secure enclave holds. Data; shares its raw value with
    `kSecAttrTokenOID`. Raw value `toid`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrSecureEnclaveKeyBlob;

/** The group of people an item is shared with. A string; empty means not shared. Part of what makes
    an item unique. Raw value `ggrp`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrSharingGroup;

/** The access object of an item in a macOS file keychain. No item class here has it. Raw value
    `acls`. */
extern const CFStringRef kSecAttrAccess;

/** The pseudo-random function for deriving a key from a password. A string, one of the
    `kSecAttrPRFHmacAlg...` values. Raw value `prf`. */
extern const CFStringRef kSecAttrPRF;

/** The salt for deriving a key from a password. Data. Raw value `salt`. */
extern const CFStringRef kSecAttrSalt;

/** How many rounds to use when deriving a key from a password. A number. Raw value `rounds`. */
extern const CFStringRef kSecAttrRounds;

/** The older name of `kSecAttrSharingGroup`. A string. Raw value `ggrp`. Private on Apple's
    platforms. */
extern const CFStringRef kSecAttrGroupKitGroup;

/* Values of kSecAttrAccessible. */

/** Readable while unlocked; moves to other devices with backups. The default. Value of
    `kSecAttrAccessible`. Raw value `ak`. */
extern const CFStringRef kSecAttrAccessibleWhenUnlocked;

/** Readable from the first unlock after a start on; moves to other devices with backups. Value of
    `kSecAttrAccessible`. Raw value `ck`. */
extern const CFStringRef kSecAttrAccessibleAfterFirstUnlock;

/** Always readable; moves to other devices with backups. Deprecated by Apple: prefer a class that
    respects the lock. Value of `kSecAttrAccessible`. Raw value `dk`. */
extern const CFStringRef kSecAttrAccessibleAlways;

/** Readable while unlocked; never moves to another device. Value of `kSecAttrAccessible`. Raw value
    `aku`. */
extern const CFStringRef kSecAttrAccessibleWhenUnlockedThisDeviceOnly;

/** Readable from the first unlock after a start on; never moves to another device. Value of
    `kSecAttrAccessible`. Raw value `cku`. */
extern const CFStringRef kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly;

/** Always readable; never moves to another device. Deprecated by Apple: prefer a class that
    respects the lock. Value of `kSecAttrAccessible`. Raw value `dku`. */
extern const CFStringRef kSecAttrAccessibleAlwaysThisDeviceOnly;

/** Readable while unlocked; needs a passcode, goes when the passcode is removed, never moves to
    another device. Value of `kSecAttrAccessible`. Raw value `akpu`. */
extern const CFStringRef kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly;

/** The same value as `kSecAttrAccessibleAlways`, for system programs. Value of
    `kSecAttrAccessible`. Raw value `dk`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrAccessibleAlwaysPrivate;

/** The same value as `kSecAttrAccessibleAlwaysThisDeviceOnly`, for system programs. Value of
    `kSecAttrAccessible`. Raw value `dku`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrAccessibleAlwaysThisDeviceOnlyPrivate;

/** Readable until the next start. A valid name, but nothing can be stored under it: adding gives
    `errSecParam`. Value of `kSecAttrAccessible`. Raw value `f`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrAccessibleUntilReboot;

/* Values of kSecAttrAccessGroup and of kSecAttrSharingGroup. */

/** The access group of items that live on tokens; belongs to the tokens, so nothing can be added to
    it. Value of `kSecAttrAccessGroup`. Raw value `com.apple.token`. */
extern const CFStringRef kSecAttrAccessGroupToken;

/** The access group of the synchronisation machinery's own items. Value of `kSecAttrAccessGroup`.
    Raw value `com.apple.security.sos`. Private on Apple's platforms. */
extern const CFStringRef kSOSInternalAccessGroup;

/** The item is shared with nobody. Value of `kSecAttrSharingGroup`. Raw value: the empty string.
    Private on Apple's platforms. */
extern const CFStringRef kSecAttrSharingGroupNone;

/** The ending that marks an access group shared with network extensions. Ending of a
    `kSecAttrAccessGroup` value. Raw value `com.apple.networkextensionsharing`. Private on Apple's
    platforms. */
extern const CFStringRef kSecNetworkExtensionAccessGroupSuffix;

/* Values of kSecAttrSynchronizable. */

/** Find synchronizable and other items alike. Value of `kSecAttrSynchronizable` in a query. Raw
    value `syna`. */
extern const CFStringRef kSecAttrSynchronizableAny;

/* Values of kSecAttrProtocol. */

/** The password is for FTP. Value of `kSecAttrProtocol`. Raw value `ftp `, with the space. */
extern const CFStringRef kSecAttrProtocolFTP;

/** The password is for an FTP client's account. Value of `kSecAttrProtocol`. Raw value `ftpa`. */
extern const CFStringRef kSecAttrProtocolFTPAccount;

/** The password is for HTTP. Value of `kSecAttrProtocol`. Raw value `http`. */
extern const CFStringRef kSecAttrProtocolHTTP;

/** The password is for IRC. Value of `kSecAttrProtocol`. Raw value `irc `, with the space. */
extern const CFStringRef kSecAttrProtocolIRC;

/** The password is for NNTP. Value of `kSecAttrProtocol`. Raw value `nntp`. */
extern const CFStringRef kSecAttrProtocolNNTP;

/** The password is for POP3. Value of `kSecAttrProtocol`. Raw value `pop3`. */
extern const CFStringRef kSecAttrProtocolPOP3;

/** The password is for SMTP. Value of `kSecAttrProtocol`. Raw value `smtp`. */
extern const CFStringRef kSecAttrProtocolSMTP;

/** The password is for SOCKS. Value of `kSecAttrProtocol`. Raw value `sox `, with the space. */
extern const CFStringRef kSecAttrProtocolSOCKS;

/** The password is for IMAP. Value of `kSecAttrProtocol`. Raw value `imap`. */
extern const CFStringRef kSecAttrProtocolIMAP;

/** The password is for LDAP. Value of `kSecAttrProtocol`. Raw value `ldap`. */
extern const CFStringRef kSecAttrProtocolLDAP;

/** The password is for AFP over AppleTalk. Value of `kSecAttrProtocol`. Raw value `atlk`. */
extern const CFStringRef kSecAttrProtocolAppleTalk;

/** The password is for AFP over TCP. Value of `kSecAttrProtocol`. Raw value `afp `, with the
    space. */
extern const CFStringRef kSecAttrProtocolAFP;

/** The password is for Telnet. Value of `kSecAttrProtocol`. Raw value `teln`. */
extern const CFStringRef kSecAttrProtocolTelnet;

/** The password is for SSH. Value of `kSecAttrProtocol`. Raw value `ssh `, with the space. */
extern const CFStringRef kSecAttrProtocolSSH;

/** The password is for FTP over TLS. Value of `kSecAttrProtocol`. Raw value `ftps`. */
extern const CFStringRef kSecAttrProtocolFTPS;

/** The password is for HTTP over TLS. Value of `kSecAttrProtocol`. Raw value `htps`. */
extern const CFStringRef kSecAttrProtocolHTTPS;

/** The password is for an HTTP proxy. Value of `kSecAttrProtocol`. Raw value `htpx`. */
extern const CFStringRef kSecAttrProtocolHTTPProxy;

/** The password is for an HTTPS proxy. Value of `kSecAttrProtocol`. Raw value `htsx`. */
extern const CFStringRef kSecAttrProtocolHTTPSProxy;

/** The password is for an FTP proxy. Value of `kSecAttrProtocol`. Raw value `ftpx`. */
extern const CFStringRef kSecAttrProtocolFTPProxy;

/** The password is for SMB. Value of `kSecAttrProtocol`. Raw value `smb `, with the space. */
extern const CFStringRef kSecAttrProtocolSMB;

/** The password is for RTSP. Value of `kSecAttrProtocol`. Raw value `rtsp`. */
extern const CFStringRef kSecAttrProtocolRTSP;

/** The password is for an RTSP proxy. Value of `kSecAttrProtocol`. Raw value `rtsx`. */
extern const CFStringRef kSecAttrProtocolRTSPProxy;

/** The password is for DAAP. Value of `kSecAttrProtocol`. Raw value `daap`. */
extern const CFStringRef kSecAttrProtocolDAAP;

/** The password is for remote Apple events. Value of `kSecAttrProtocol`. Raw value `eppc`. */
extern const CFStringRef kSecAttrProtocolEPPC;

/** The password is for IPP. Value of `kSecAttrProtocol`. Raw value `ipp `, with the space. */
extern const CFStringRef kSecAttrProtocolIPP;

/** The password is for NNTP over TLS. Value of `kSecAttrProtocol`. Raw value `ntps`. */
extern const CFStringRef kSecAttrProtocolNNTPS;

/** The password is for LDAP over TLS. Value of `kSecAttrProtocol`. Raw value `ldps`. */
extern const CFStringRef kSecAttrProtocolLDAPS;

/** The password is for Telnet over TLS. Value of `kSecAttrProtocol`. Raw value `tels`. */
extern const CFStringRef kSecAttrProtocolTelnetS;

/** The password is for IMAP over TLS. Value of `kSecAttrProtocol`. Raw value `imps`. */
extern const CFStringRef kSecAttrProtocolIMAPS;

/** The password is for IRC over TLS. Value of `kSecAttrProtocol`. Raw value `ircs`. */
extern const CFStringRef kSecAttrProtocolIRCS;

/** The password is for POP3 over TLS. Value of `kSecAttrProtocol`. Raw value `pops`. */
extern const CFStringRef kSecAttrProtocolPOP3S;

/* Values of kSecAttrAuthenticationType. */

/** The password is used with Windows NT LAN Manager authentication. Value of
    `kSecAttrAuthenticationType`. Raw value `ntlm`. */
extern const CFStringRef kSecAttrAuthenticationTypeNTLM;

/** The password is used with Microsoft Network authentication. Value of
    `kSecAttrAuthenticationType`. Raw value `msna`. */
extern const CFStringRef kSecAttrAuthenticationTypeMSN;

/** The password is used with distributed password authentication. Value of
    `kSecAttrAuthenticationType`. Raw value `dpaa`. */
extern const CFStringRef kSecAttrAuthenticationTypeDPA;

/** The password is used with remote password authentication. Value of `kSecAttrAuthenticationType`.
    Raw value `rpaa`. */
extern const CFStringRef kSecAttrAuthenticationTypeRPA;

/** The password is used with HTTP basic authentication. Value of `kSecAttrAuthenticationType`. Raw
    value `http`. */
extern const CFStringRef kSecAttrAuthenticationTypeHTTPBasic;

/** The password is used with HTTP digest authentication. Value of `kSecAttrAuthenticationType`. Raw
    value `httd`. */
extern const CFStringRef kSecAttrAuthenticationTypeHTTPDigest;

/** The password is used with a form on a web page. Value of `kSecAttrAuthenticationType`. Raw value
    `form`. */
extern const CFStringRef kSecAttrAuthenticationTypeHTMLForm;

/** The password is used with whatever scheme is usual. Value of `kSecAttrAuthenticationType`. Raw
    value `dflt`. */
extern const CFStringRef kSecAttrAuthenticationTypeDefault;

/* Values of kSecAttrKeyClass. */

/** The key is a public key. Value of `kSecAttrKeyClass`. Raw value `0`. */
extern const CFStringRef kSecAttrKeyClassPublic;

/** The key is a private key. Value of `kSecAttrKeyClass`. Raw value `1`. */
extern const CFStringRef kSecAttrKeyClassPrivate;

/** The key is a symmetric key. Value of `kSecAttrKeyClass`. Raw value `2`. */
extern const CFStringRef kSecAttrKeyClassSymmetric;

/* Values of kSecAttrKeyType. */

/** The key is an RSA key. Value of `kSecAttrKeyType`. Raw value `42`. */
extern const CFStringRef kSecAttrKeyTypeRSA;

/** The key is an elliptic-curve key on a NIST prime curve; same as
    `kSecAttrKeyTypeECSECPrimeRandom`. Value of `kSecAttrKeyType`. Raw value `73`. */
extern const CFStringRef kSecAttrKeyTypeEC;

/** The key is an elliptic-curve key on a NIST prime curve. Value of `kSecAttrKeyType`. Raw value
    `73`. */
extern const CFStringRef kSecAttrKeyTypeECSECPrimeRandom;

/** The key is an elliptic-curve key of a secure enclave's public-key accelerator. Value of
    `kSecAttrKeyType`. Raw value `2147483678`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrKeyTypeECSECPrimeRandomPKA;

/** The key is a secure enclave's attestation key. Value of `kSecAttrKeyType`. Raw value
    `2147483679`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrKeyTypeSecureEnclaveAttestation;

/** The key is a secure enclave's key for anonymous attestation. Value of `kSecAttrKeyType`. Raw
    value `2147483680`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrKeyTypeSecureEnclaveAnonymousAttestation;

/** The key is an Ed25519 signing key. Value of `kSecAttrKeyType`. Raw value `105`. Private on
    Apple's platforms. */
extern const CFStringRef kSecAttrKeyTypeEd25519;

/** The key is an X25519 key-agreement key. Value of `kSecAttrKeyType`. Raw value `106`. Private on
    Apple's platforms. */
extern const CFStringRef kSecAttrKeyTypeX25519;

/** The key is an Ed448 signing key. Value of `kSecAttrKeyType`. Raw value `107`. Private on Apple's
    platforms. */
extern const CFStringRef kSecAttrKeyTypeEd448;

/** The key is an X448 key-agreement key. Value of `kSecAttrKeyType`. Raw value `108`. Private on
    Apple's platforms. */
extern const CFStringRef kSecAttrKeyTypeX448;

/** The key is a Kyber encapsulation key. Value of `kSecAttrKeyType`. Raw value `109`. Private on
    Apple's platforms. */
extern const CFStringRef kSecAttrKeyTypeKyber;

/** The key is an ML-KEM encapsulation key. Value of `kSecAttrKeyType`. Raw value `110`. Private on
    Apple's platforms. */
extern const CFStringRef kSecAttrKeyTypeMLKEM;

/** The key is an ML-DSA signing key. Value of `kSecAttrKeyType`. Raw value `111`. Private on
    Apple's platforms. */
extern const CFStringRef kSecAttrKeyTypeMLDSA;

/** The key is a DES key. Value of `kSecAttrKeyType`. Raw value `14`. */
extern const CFStringRef kSecAttrKeyTypeDES;

/** The key is a triple-DES key. Value of `kSecAttrKeyType`. Raw value `17`. */
extern const CFStringRef kSecAttrKeyType3DES;

/** The key is an RC2 key. Value of `kSecAttrKeyType`. Raw value `23`. */
extern const CFStringRef kSecAttrKeyTypeRC2;

/** The key is an RC4 key. Value of `kSecAttrKeyType`. Raw value `25`. */
extern const CFStringRef kSecAttrKeyTypeRC4;

/** The key is a DSA key. Value of `kSecAttrKeyType`. Raw value `43`. */
extern const CFStringRef kSecAttrKeyTypeDSA;

/** The key is a CAST key. Value of `kSecAttrKeyType`. Raw value `56`. */
extern const CFStringRef kSecAttrKeyTypeCAST;

/** The key is an elliptic-curve key on a NIST prime curve; same as
    `kSecAttrKeyTypeECSECPrimeRandom`. Value of `kSecAttrKeyType`. Raw value `73`. */
extern const CFStringRef kSecAttrKeyTypeECDSA;

/** The key is an AES key. Value of `kSecAttrKeyType`. Raw value `2147483649`. */
extern const CFStringRef kSecAttrKeyTypeAES;

/* Values of kSecAttrKeySizeInBits. */

/** The parameter set Kyber-768. Value of `kSecAttrKeySizeInBits`. Raw value `768`. Private on
    Apple's platforms. */
extern const CFStringRef kSecAttrKeySizeKyber768;

/** The parameter set Kyber-1024. Value of `kSecAttrKeySizeInBits`. Raw value `1024`. Private on
    Apple's platforms. */
extern const CFStringRef kSecAttrKeySizeKyber1024;

/** The parameter set ML-KEM-768. Value of `kSecAttrKeySizeInBits`. Raw value `768`. Private on
    Apple's platforms. */
extern const CFStringRef kSecAttrKeySizeMLKEM768;

/** The parameter set ML-KEM-1024. Value of `kSecAttrKeySizeInBits`. Raw value `1024`. Private on
    Apple's platforms. */
extern const CFStringRef kSecAttrKeySizeMLKEM1024;

/** The parameter set ML-DSA-65. Value of `kSecAttrKeySizeInBits`. Raw value `65`. Private on
    Apple's platforms. */
extern const CFStringRef kSecAttrKeySizeMLDSA65;

/** The parameter set ML-DSA-87. Value of `kSecAttrKeySizeInBits`. Raw value `87`. Private on
    Apple's platforms. */
extern const CFStringRef kSecAttrKeySizeMLDSA87;

/* Values of kSecAttrPRF. */

/** Derive with HMAC over SHA-1. Value of `kSecAttrPRF`. Raw value `hsha1`. */
extern const CFStringRef kSecAttrPRFHmacAlgSHA1;

/** Derive with HMAC over SHA-224. Value of `kSecAttrPRF`. Raw value `hsha224`. */
extern const CFStringRef kSecAttrPRFHmacAlgSHA224;

/** Derive with HMAC over SHA-256. Value of `kSecAttrPRF`. Raw value `hsha256`. */
extern const CFStringRef kSecAttrPRFHmacAlgSHA256;

/** Derive with HMAC over SHA-384. Value of `kSecAttrPRF`. Raw value `hsha384`. */
extern const CFStringRef kSecAttrPRFHmacAlgSHA384;

/** Derive with HMAC over SHA-512. Value of `kSecAttrPRF`. Raw value `hsha512`. */
extern const CFStringRef kSecAttrPRFHmacAlgSHA512;

/* Values of kSecAttrTokenID. */

/** The key lives in a secure enclave: a 256-bit elliptic-curve private key made there. Value of
    `kSecAttrTokenID`. Raw value `com.apple.setoken`. */
extern const CFStringRef kSecAttrTokenIDSecureEnclave;

/** The key lives in the system's key store. Value of `kSecAttrTokenID`. Raw value
    `com.apple.setoken:aks`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrTokenIDAppleKeyStore;

/** The key lives in a secure element. Value of `kSecAttrTokenID`. Raw value
    `com.apple.secelemtoken`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrTokenIDSecureElement;

/* Values of kSecAttrSyncViewHint. */

/** The synchronisation view for unlocking one device with another. Value of `kSecAttrSyncViewHint`.
    Raw value `ContinuityUnlock`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintContinuityUnlock;

/** The synchronisation view for television devices. Value of `kSecAttrSyncViewHint`. Raw value
    `AppleTV`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintAppleTV;

/** The synchronisation view for home accessories. Value of `kSecAttrSyncViewHint`. Raw value
    `HomeKit`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintHomeKit;

/** The synchronisation view for paired accessories. Value of `kSecAttrSyncViewHint`. Raw value
    `AccessoryPairing`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintAccessoryPairing;

/** The synchronisation view for cloud databases. Value of `kSecAttrSyncViewHint`. Raw value
    `PCS-CloudKit`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPCSCloudKit;

/** The synchronisation view for escrow records. Value of `kSecAttrSyncViewHint`. Raw value
    `PCS-Escrow`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPCSEscrow;

/** The synchronisation view for disk encryption. Value of `kSecAttrSyncViewHint`. Raw value
    `PCS-FDE`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPCSFDE;

/** The synchronisation view for news. Value of `kSecAttrSyncViewHint`. Raw value `PCS-Feldspar`.
    Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPCSFeldspar;

/** The synchronisation view for large mail attachments. Value of `kSecAttrSyncViewHint`. Raw value
    `PCS-Maildrop`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPCSMailDrop;

/** The synchronisation view for the master key of protected cloud storage. Value of
    `kSecAttrSyncViewHint`. Raw value `PCS-MasterKey`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPCSMasterKey;

/** The synchronisation view for notes. Value of `kSecAttrSyncViewHint`. Raw value `PCS-Notes`.
    Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPCSNotes;

/** The synchronisation view for photos in protected cloud storage. Value of `kSecAttrSyncViewHint`.
    Raw value `PCS-Photos`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPCSPhotos;

/** The synchronisation view for shared cloud documents. Value of `kSecAttrSyncViewHint`. Raw value
    `PCS-Sharing`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPCSSharing;

/** The synchronisation view for cloud backups. Value of `kSecAttrSyncViewHint`. Raw value
    `PCS-Backup`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPCSiCloudBackup;

/** The synchronisation view for cloud documents. Value of `kSecAttrSyncViewHint`. Raw value
    `PCS-iCloudDrive`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPCSiCloudDrive;

/** The synchronisation view for messages. Value of `kSecAttrSyncViewHint`. Raw value
    `PCS-iMessage`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPCSiMessage;

/** The synchronisation view for paired watches. Value of `kSecAttrSyncViewHint`. Raw value
    `NanoRegistry`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintNanoRegistry;

/** The synchronisation view for moving to a new watch. Value of `kSecAttrSyncViewHint`. Raw value
    `WatchMigration`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintWatchMigration;

/** The synchronisation view for messages in the cloud. Value of `kSecAttrSyncViewHint`. Raw value
    `Engram`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintEngram;

/** The synchronisation view for end-to-end encrypted cloud data. Value of `kSecAttrSyncViewHint`.
    Raw value `Manatee`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintManatee;

/** The synchronisation view for unlocking automatically with a watch. Value of
    `kSecAttrSyncViewHint`. Raw value `AutoUnlock`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintAutoUnlock;

/** The synchronisation view for health data. Value of `kSecAttrSyncViewHint`. Raw value `Health`.
    Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintHealth;

/** The synchronisation view for payment cards. Value of `kSecAttrSyncViewHint`. Raw value
    `ApplePay`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintApplePay;

/** The synchronisation view for homes. Value of `kSecAttrSyncViewHint`. Raw value `Home`. Private
    on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintHome;

/** The synchronisation view for peers with limited trust. Value of `kSecAttrSyncViewHint`. Raw
    value `LimitedPeersAllowed`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintLimitedPeersAllowed;

/** The synchronisation view for licensed accessories. Value of `kSecAttrSyncViewHint`. Raw value
    `MFi`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintMFi;

/** The synchronisation view for mail. Value of `kSecAttrSyncViewHint`. Raw value `Mail`. Private on
    Apple's platforms. */
extern const CFStringRef kSecAttrViewHintMail;

/** The synchronisation view for contacts. Value of `kSecAttrSyncViewHint`. Raw value `Contacts`.
    Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintContacts;

/** The synchronisation view for photos. Value of `kSecAttrSyncViewHint`. Raw value `Photos`.
    Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintPhotos;

/** The synchronisation view for groups of people. Value of `kSecAttrSyncViewHint`. Raw value
    `Groups`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintGroups;

/** The synchronisation view for finding devices. Value of `kSecAttrSyncViewHint`. Raw value
    `FindMy`. Private on Apple's platforms. */
extern const CFStringRef kSecAttrViewHintFindMy;

/* What a search matches. */

/** Find certificates and identities that verify under a policy. A `SecPolicy`. Raw value
    `m_Policy`. */
extern const CFStringRef kSecMatchPolicy;

/** Find only among these items. An array of references, all of one type. Raw value `m_ItemList`. */
extern const CFStringRef kSecMatchItemList;

/** Search only these keychains. An array of keychains. Raw value `m_SearchList`. */
extern const CFStringRef kSecMatchSearchList;

/** Find certificates and identities whose chain contains one of these issuers. An array of X.500
    names in DER form. Raw value `m_Issuers`. */
extern const CFStringRef kSecMatchIssuers;

/** Find certificates and identities that contain this e-mail address or none at all. A string. Raw
    value `m_EmailAddressIfPresent`. */
extern const CFStringRef kSecMatchEmailAddressIfPresent;

/** Find certificates and identities whose subject contains this. A string. Raw value
    `m_SubjectContains`. */
extern const CFStringRef kSecMatchSubjectContains;

/** Find passwords for this host or for a domain below it. A string. Raw value
    `m_HostOrSubdomainOfHost`. */
extern const CFStringRef kSecMatchHostOrSubdomainOfHost;

/** Whether strings are matched without regard to case; absent means no. A Boolean. Raw value
    `m_CaseInsensitive`. */
extern const CFStringRef kSecMatchCaseInsensitive;

/** Whether only certificates that lead to a trusted anchor are found; absent means no. A Boolean.
    Raw value `m_TrustedOnly`. */
extern const CFStringRef kSecMatchTrustedOnly;

/** Find keys, certificates and identities valid at this moment. A date, or null for now. Raw value
    `m_ValidOnDate`. */
extern const CFStringRef kSecMatchValidOnDate;

/** How many items to find at most; absent means one in a search. A number, `kSecMatchLimitOne` or
    `kSecMatchLimitAll`. Raw value `m_Limit`. */
extern const CFStringRef kSecMatchLimit;

/** Find one item, and return it by itself. Value of `kSecMatchLimit`. Raw value `m_LimitOne`. */
extern const CFStringRef kSecMatchLimitOne;

/** Find every item, and return an array. Value of `kSecMatchLimit`. Raw value `m_LimitAll`. */
extern const CFStringRef kSecMatchLimitAll;

/** Find certificates and identities whose subject begins with this. A string. Raw value
    `m_SubjectStartsWith`. */
extern const CFStringRef kSecMatchSubjectStartsWith;

/** Find certificates and identities whose subject ends with this. A string. Raw value
    `m_SubjectEndsWith`. */
extern const CFStringRef kSecMatchSubjectEndsWith;

/** Find certificates and identities whose subject is exactly this. A string. Raw value
    `m_SubjectWholeString`. */
extern const CFStringRef kSecMatchSubjectWholeString;

/** Whether strings are matched without regard to accents; absent means no. A Boolean. Raw value
    `m_DiacriticInsensitive`. */
extern const CFStringRef kSecMatchDiacriticInsensitive;

/** Whether full-width and half-width characters match each other; absent means no. A Boolean. Raw
    value `m_WidthInsensitive`. */
extern const CFStringRef kSecMatchWidthInsensitive;

/* What a call returns. */

/** Whether the item's data is returned. A Boolean. Raw value `r_Data`. */
extern const CFStringRef kSecReturnData;

/** Whether the item's attributes are returned, as a dictionary. A Boolean. Raw value
    `r_Attributes`. */
extern const CFStringRef kSecReturnAttributes;

/** Whether a reference to the item is returned: a `SecKey`, a `SecCertificate` and so on. A
    Boolean. Raw value `r_Ref`. */
extern const CFStringRef kSecReturnRef;

/** Whether a reference that may be stored and handed to other processes is returned. A Boolean. Raw
    value `r_PersistentRef`. */
extern const CFStringRef kSecReturnPersistentRef;

/* The item itself. */

/** The item's data: the password, or the bytes of a key or certificate. Data. Raw value
    `v_Data`. */
extern const CFStringRef kSecValueData;

/** A reference to the item: a `SecKey`, a `SecCertificate`, a `SecIdentity`. Raw value `v_Ref`. */
extern const CFStringRef kSecValueRef;

/** A persistent reference to the item. Data. Raw value `v_PersistentRef`. */
extern const CFStringRef kSecValuePersistentRef;

/* How a call is carried out. */

/** The items to work on, in place of what is stored. An array of references, all of one type. Raw
    value `u_ItemList`. */
extern const CFStringRef kSecUseItemList;

/** Whether deleting leaves a record of the deletion. A Boolean. Raw value `u_Tomb`. Private on
    Apple's platforms. */
extern const CFStringRef kSecUseTombstones;

/** An authentication context in its passed-on form; deprecated. Data. Raw value `u_CredRef`.
    Private on Apple's platforms. */
extern const CFStringRef kSecUseCredentialReference;

/** The text shown when the user is asked to authenticate; deprecated by Apple in favour of the
    context's own reason. A string. Raw value `u_OpPrompt`. */
extern const CFStringRef kSecUseOperationPrompt;

/** Whether the call fails instead of asking the user; deprecated by Apple in favour of
    `kSecUseAuthenticationUI`. A Boolean. Raw value `u_NoAuthUI`. */
extern const CFStringRef kSecUseNoAuthenticationUI;

/** What happens when the user would have to be asked. A string, one of the
    `kSecUseAuthenticationUI...` values. Raw value `u_AuthUI`. */
extern const CFStringRef kSecUseAuthenticationUI;

/** Asks for the system keychain. A Boolean; needs an entitlement. Raw value
    `u_SystemKeychainAlways`. Private on Apple's platforms. */
extern const CFStringRef kSecUseSystemKeychainAlways;

/** The longer name of `kSecUseSystemKeychainAlways`. A Boolean; needs an entitlement. Raw value
    `u_SystemKeychainAlways`. Private on Apple's platforms. */
extern const CFStringRef kSecUseSystemKeychainAlwaysDarwinOSOnlyUnavailableOnMacOS;

/** Asks for the system keychain of a device with several users. A Boolean; needs an entitlement.
    Raw value `u_SystemKeychain`. Private on Apple's platforms. */
extern const CFStringRef kSecUseSystemKeychain;

/** Asks for the keychain of another user of a shared device, for synchronising it. A number; needs
    an entitlement. Raw value `u_SyncBubbleKeychain`. Private on Apple's platforms. */
extern const CFStringRef kSecUseSyncBubbleKeychain;

/** The program's name shown when the user is asked to authenticate. A string. Raw value
    `u_CallerName`. Private on Apple's platforms. */
extern const CFStringRef kSecUseCallerName;

/** Whether token items are returned as stored, without asking the token. A Boolean. Raw value
    `u_TokenRawItems`. Private on Apple's platforms. */
extern const CFStringRef kSecUseTokenRawItems;

/** Certificates that may complete a chain when matching issuers. An array of `SecCertificate`. Raw
    value `u_CertWithIssuers`. Private on Apple's platforms. */
extern const CFStringRef kSecUseCertificatesWithMatchIssuers;

/** Asks for the data-protection keychain, which is the only one here. A Boolean. Raw value
    `nleg`. */
extern const CFStringRef kSecUseDataProtectionKeychain;

/** Asks for the keychain that all users of a device share. A Boolean. Raw value
    `u_UserIndependentKeychain`. */
extern const CFStringRef kSecUseUserIndependentKeychain;

/** Ask the user; the default. Value of `kSecUseAuthenticationUI`. Raw value `u_AuthUIA`. */
extern const CFStringRef kSecUseAuthenticationUIAllow;

/** Fail with `errSecInteractionNotAllowed` instead of asking. Value of `kSecUseAuthenticationUI`.
    Raw value `u_AuthUIF`. */
extern const CFStringRef kSecUseAuthenticationUIFail;

/** In a search, leave out items for which the user would have to be asked; refused elsewhere. Value
    of `kSecUseAuthenticationUI`. Raw value `u_AuthUIS`. */
extern const CFStringRef kSecUseAuthenticationUISkip;

/** The authentication context to use, so that one authentication can serve several calls. An
    `LAContext`. Raw value `u_AuthCtx`. */
extern const CFStringRef kSecUseAuthenticationContext;

/** The file keychain to add to. A `SecKeychain`. Raw value `u_Keychain`. */
extern const CFStringRef kSecUseKeychain;

CF_EXTERN_C_END

#endif
