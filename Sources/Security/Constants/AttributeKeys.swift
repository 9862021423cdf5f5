// Made by scripts/names from Tables/names.txt.

public import Foundation

// This file declares the keys of the attributes of items. The class of an item determines the
// attributes that the item can have.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The lock states in which the item can be read. The value is a string: one of the
/// `kSecAttrAccessible...` values. Raw value `pdmn`.
nonisolated(unsafe) public let kSecAttrAccessible: CFString = "pdmn"

/// The access control object that guards the item. The object includes the accessibility, so this
/// attribute replaces `kSecAttrAccessible`. The value is a `SecAccessControl`. Raw value `accc`.
nonisolated(unsafe) public let kSecAttrAccessControl: CFString = "accc"

/// The access group of the item. Every item belongs to exactly one access group. A new item without
/// this attribute belongs to the first access group of the caller. The value is a string. Raw value
/// `agrp`.
nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = "agrp"

/// The time at which the item was added. The keychain sets this attribute. The value is a date. Raw
/// value `cdat`.
nonisolated(unsafe) public let kSecAttrCreationDate: CFString = "cdat"

/// The time of the last change to the item. The keychain sets this attribute. The value is a date.
/// Raw value `mdat`.
nonisolated(unsafe) public let kSecAttrModificationDate: CFString = "mdat"

/// The kind of the item, as a text for the user. The value is a string or data. Raw value `desc`.
nonisolated(unsafe) public let kSecAttrDescription: CFString = "desc"

/// A comment for the user. The value is a string or data. Raw value `icmt`.
nonisolated(unsafe) public let kSecAttrComment: CFString = "icmt"

/// The program that created the item: a code of four characters as an unsigned 32-bit integer. The
/// value is a number. The raw value is the same as for `kSecAttrKeyCreator`. Raw value `crtr`.
nonisolated(unsafe) public let kSecAttrCreator: CFString = "crtr"

/// The type of the item: a code of four characters as an unsigned 32-bit integer. The value is a
/// number. The raw value is the same as for `kSecAttrKeyType`. Raw value `type`.
nonisolated(unsafe) public let kSecAttrType: CFString = "type"

/// The name of the item, as a text for the user. The value is a string or data. Raw value `labl`.
nonisolated(unsafe) public let kSecAttrLabel: CFString = "labl"

/// Whether programs omit the item from the lists that they show. In a call, the value is a Boolean.
/// In a result, the value is the number 0 or 1. Raw value `invi`.
nonisolated(unsafe) public let kSecAttrIsInvisible: CFString = "invi"

/// Whether the item records that no valid password is stored. Programs then ask the user for the
/// password every time. In a call, the value is a Boolean. In a result, the value is the number 0
/// or 1. Raw value `nega`.
nonisolated(unsafe) public let kSecAttrIsNegative: CFString = "nega"

/// The account name of a password. The value is a string or data. The default is the empty account
/// name. The attribute is part of the uniqueness key of a password. Raw value `acct`.
nonisolated(unsafe) public let kSecAttrAccount: CFString = "acct"

/// The service of a generic password. The value is a string or data. The default is the empty
/// service. The attribute is part of the uniqueness key of a generic password. Raw value `svce`.
nonisolated(unsafe) public let kSecAttrService: CFString = "svce"

/// Data that a program stores with a generic password. The keychain encrypts these data like the
/// other attributes. The value is data. Raw value `gena`.
nonisolated(unsafe) public let kSecAttrGeneric: CFString = "gena"

/// The security domain of an internet password, such as a realm. The value is a string or data. The
/// attribute is part of the uniqueness key of an internet password. Raw value `sdmn`.
nonisolated(unsafe) public let kSecAttrSecurityDomain: CFString = "sdmn"

/// The host name or the address of the server. The value is a string or data. The attribute is part
/// of the uniqueness key of an internet password. Raw value `srvr`.
nonisolated(unsafe) public let kSecAttrServer: CFString = "srvr"

/// The protocol of an internet password. The value is one of the strings `kSecAttrProtocol...`, or
/// a number. The attribute is part of the uniqueness key of an internet password. Raw value `ptcl`.
nonisolated(unsafe) public let kSecAttrProtocol: CFString = "ptcl"

/// The authentication scheme of an internet password. The value is a string: one of the
/// `kSecAttrAuthenticationType...` values. The attribute is part of the uniqueness key of an
/// internet password. Raw value `atyp`.
nonisolated(unsafe) public let kSecAttrAuthenticationType: CFString = "atyp"

/// The port of the server. The value is a number. The default is 0. The attribute is part of the
/// uniqueness key of an internet password. Raw value `port`.
nonisolated(unsafe) public let kSecAttrPort: CFString = "port"

/// The path on the server, usually the path of the URL. The value is a string or data. The
/// attribute is part of the uniqueness key of an internet password. Raw value `path`.
nonisolated(unsafe) public let kSecAttrPath: CFString = "path"

/// The volume of an old file server. The value is a string. No item class has this attribute. A
/// call with this attribute gives `errSecNoSuchAttr`. Raw value `volm`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrVolume: CFString = "volm"

/// The network address of an old file server. The value is a string. No item class has this
/// attribute. A call with this attribute gives `errSecNoSuchAttr`. Raw value `addr`. SPI on Apple's
/// platforms.
nonisolated(unsafe) public let kSecAttrAddress: CFString = "addr"

/// The signature of an old file server. The value is data. No item class has this attribute. A call
/// with this attribute gives `errSecNoSuchAttr`. Raw value `afps`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrAFPServerSignature: CFString = "afps"

/// Another name of the item, such as a certificate's e-mail address. The value is a string or data.
/// Raw value `alis`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrAlias: CFString = "alis"

/// The subject of a certificate: an X.500 name in normalised DER form. The value is data. Raw value
/// `subj`.
nonisolated(unsafe) public let kSecAttrSubject: CFString = "subj"

/// The issuer of a certificate: an X.500 name in normalised DER form. The value is data. The
/// attribute is part of the uniqueness key of a certificate. Raw value `issr`.
nonisolated(unsafe) public let kSecAttrIssuer: CFString = "issr"

/// The bytes of the serial number of a certificate. The value is data. The attribute is part of the
/// uniqueness key of a certificate. Raw value `slnr`.
nonisolated(unsafe) public let kSecAttrSerialNumber: CFString = "slnr"

/// The subject key identifier in a certificate. The value is data. Raw value `skid`.
nonisolated(unsafe) public let kSecAttrSubjectKeyID: CFString = "skid"

/// The SHA-1 digest of the public key of a certificate. The digest equals the
/// `kSecAttrApplicationLabel` of the matching key. The value is data. Raw value `pkhh`.
nonisolated(unsafe) public let kSecAttrPublicKeyHash: CFString = "pkhh"

/// The X.509 version of a certificate: 1, 2 or 3. The value is a number. The attribute is part of
/// the uniqueness key of a certificate. Raw value `ctyp`.
nonisolated(unsafe) public let kSecAttrCertificateType: CFString = "ctyp"

/// The encoding of a certificate. The number 3 stands for DER. The value is a number. Raw value
/// `cenc`.
nonisolated(unsafe) public let kSecAttrCertificateEncoding: CFString = "cenc"

/// The class of a key: public, private or symmetric. In a call, the value is one of the
/// `kSecAttrKeyClass...` constants. In a result, the value is a number. Raw value `kcls`.
nonisolated(unsafe) public let kSecAttrKeyClass: CFString = "kcls"

/// The label by which programs find a key. The label of a public or private key is the SHA-1 digest
/// of the public key. The value is data. The attribute is part of the uniqueness key of a key. Raw
/// value `klbl`.
nonisolated(unsafe) public let kSecAttrApplicationLabel: CFString = "klbl"

/// Whether the keychain stores a generated key. In a call, the value is a Boolean. In a result, the
/// value is the number 0 or 1. Raw value `perm`.
nonisolated(unsafe) public let kSecAttrIsPermanent: CFString = "perm"

/// Whether a key is a private key. A search for identities uses this attribute. In a call, the
/// value is a Boolean. In a result, the value is the number 0 or 1. Raw value `priv`. SPI on
/// Apple's platforms.
nonisolated(unsafe) public let kSecAttrIsPrivate: CFString = "priv"

/// Whether a key may be changed. In a call, the value is a Boolean. In a result, the value is the
/// number 0 or 1. Raw value `modi`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrIsModifiable: CFString = "modi"

/// The tag that a program gives to a key. The value is data or a string. The attribute is part of
/// the uniqueness key of a key. Raw value `atag`.
nonisolated(unsafe) public let kSecAttrApplicationTag: CFString = "atag"

/// The program that created the key. The value is a number. The raw value is the same as for
/// `kSecAttrCreator`. The attribute is part of the uniqueness key of a key. Raw value `crtr`. SPI
/// on Apple's platforms.
nonisolated(unsafe) public let kSecAttrKeyCreator: CFString = "crtr"

/// The algorithm of a key. In a call, the value is one of the `kSecAttrKeyType...` constants. In a
/// result, the value is a number, or a string of digits if the number does not fit into 32 bits.
/// The attribute is part of the uniqueness key of a key. Raw value `type`.
nonisolated(unsafe) public let kSecAttrKeyType: CFString = "type"

/// The size of a key in bits. The value is a number, or a string with the digits of a number. The
/// attribute is part of the uniqueness key of a key. Raw value `bsiz`.
nonisolated(unsafe) public let kSecAttrKeySizeInBits: CFString = "bsiz"

/// The number of secret bits of a key. A DES key of 64 bits has 56 secret bits. The value is a
/// number. The attribute is part of the uniqueness key of a key. Raw value `esiz`.
nonisolated(unsafe) public let kSecAttrEffectiveKeySize: CFString = "esiz"

/// The start of the period in which a key may be used. The value is a date. The attribute is part
/// of the uniqueness key of a key. Raw value `sdat`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrStartDate: CFString = "sdat"

/// The end of the period in which a key may be used. The value is a date. The attribute is part of
/// the uniqueness key of a key. Raw value `edat`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrEndDate: CFString = "edat"

/// Whether a key leaves the keychain only in wrapped form. In a call, the value is a Boolean. In a
/// result, the value is the number 0 or 1. Raw value `sens`.
nonisolated(unsafe) public let kSecAttrIsSensitive: CFString = "sens"

/// Whether a key has been sensitive since its creation. In a call, the value is a Boolean. In a
/// result, the value is the number 0 or 1. Raw value `asen`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrWasAlwaysSensitive: CFString = "asen"

/// Whether the bytes of a key may leave the keychain. In a call, the value is a Boolean. In a
/// result, the value is the number 0 or 1. Raw value `extr`.
nonisolated(unsafe) public let kSecAttrIsExtractable: CFString = "extr"

/// Whether a key has been unextractable since its creation. In a call, the value is a Boolean. In a
/// result, the value is the number 0 or 1. Raw value `next`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrWasNeverExtractable: CFString = "next"

/// Whether a key may encrypt. In a call, the value is a Boolean. In a result, the value is the
/// number 0 or 1. Raw value `encr`.
nonisolated(unsafe) public let kSecAttrCanEncrypt: CFString = "encr"

/// Whether a key may decrypt. In a call, the value is a Boolean. In a result, the value is the
/// number 0 or 1. Raw value `decr`.
nonisolated(unsafe) public let kSecAttrCanDecrypt: CFString = "decr"

/// Whether a key may be the input of a key derivation. In a call, the value is a Boolean. In a
/// result, the value is the number 0 or 1. Raw value `drve`.
nonisolated(unsafe) public let kSecAttrCanDerive: CFString = "drve"

/// Whether a key may sign. In a call, the value is a Boolean. In a result, the value is the number
/// 0 or 1. Raw value `sign`.
nonisolated(unsafe) public let kSecAttrCanSign: CFString = "sign"

/// Whether a key may verify signatures. In a call, the value is a Boolean. In a result, the value
/// is the number 0 or 1. Raw value `vrfy`.
nonisolated(unsafe) public let kSecAttrCanVerify: CFString = "vrfy"

/// Whether a key may make signatures that contain the message. In a call, the value is a Boolean.
/// In a result, the value is the number 0 or 1. Raw value `snrc`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrCanSignRecover: CFString = "snrc"

/// Whether a key may recover a message from its signature. In a call, the value is a Boolean. In a
/// result, the value is the number 0 or 1. Raw value `vyrc`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrCanVerifyRecover: CFString = "vyrc"

/// Whether a key may wrap other keys. In a call, the value is a Boolean. In a result, the value is
/// the number 0 or 1. Raw value `wrap`.
nonisolated(unsafe) public let kSecAttrCanWrap: CFString = "wrap"

/// Whether a key may unwrap other keys. In a call, the value is a Boolean. In a result, the value
/// is the number 0 or 1. Raw value `unwp`.
nonisolated(unsafe) public let kSecAttrCanUnwrap: CFString = "unwp"

/// The synchronisation view of the item. The value is a string: one of the `kSecAttrViewHint...`
/// values. The attribute is part of the uniqueness key of an item. Raw value `vwht`.
nonisolated(unsafe) public let kSecAttrSyncViewHint: CFString = "vwht"

/// The token that contains the item. An update cannot change the token of an item. The value is a
/// string: one of the `kSecAttrTokenID...` values. The attribute is part of the uniqueness key of
/// an item. Raw value `tkid`.
nonisolated(unsafe) public let kSecAttrTokenID: CFString = "tkid"

/// The script code of the item. The script code identifies the encoding of the item's strings on
/// old systems. The value is a number. Raw value `scrp`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrScriptCode: CFString = "scrp"

/// Whether the item has its own icon. In a call, the value is a Boolean. In a result, the value is
/// the number 0 or 1. Raw value `cusi`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrHasCustomIcon: CFString = "cusi"

/// The type of a certificate revocation list. The value is a number. No item class has this
/// attribute. A call with this attribute gives `errSecNoSuchAttr`. Raw value `crlt`. SPI on Apple's
/// platforms.
nonisolated(unsafe) public let kSecAttrCRLType: CFString = "crlt"

/// The encoding of a certificate revocation list. The value is a number. No item class has this
/// attribute. A call with this attribute gives `errSecNoSuchAttr`. Raw value `crle`. SPI on Apple's
/// platforms.
nonisolated(unsafe) public let kSecAttrCRLEncoding: CFString = "crle"

/// Whether the item may be synchronised between devices. The value is a Boolean. A query may
/// contain `kSecAttrSynchronizableAny` instead. The default is false. The attribute is part of the
/// uniqueness key of an item. Raw value `sync`.
nonisolated(unsafe) public let kSecAttrSynchronizable: CFString = "sync"

/// Whether a row of the keychain is a tombstone, which records the deletion of an item. In a call,
/// the value is a Boolean. In a result, the value is the number 0 or 1. Raw value `tomb`. SPI on
/// Apple's platforms.
nonisolated(unsafe) public let kSecAttrTombstone: CFString = "tomb"

/// The user to whom a row of the keychain belongs, on a device that several users share. The value
/// is data of 16 bytes, or empty data. Raw value `musr`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrMultiUser: CFString = "musr"

/// Whether the call uses the data-protection keychain. The value is a Boolean. The raw value is the
/// same as for `kSecUseDataProtectionKeychain`. Raw value `nleg`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrNoLegacy: CFString = "nleg"

/// The identifier of the object on a token that contains a key. The value is data. The raw value is
/// the same as for `kSecAttrSecureEnclaveKeyBlob`. Raw value `toid`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrTokenOID: CFString = "toid"

/// The identifier of an item for synchronisation. The value is a string. Raw value `UUID`. SPI on
/// Apple's platforms.
nonisolated(unsafe) public let kSecAttrUUID: CFString = "UUID"

/// The earlier, misspelled name of `kSecAttrPersistentReference`. The value is data of 16 bytes.
/// The dictionaries of add, search and delete may not contain this key. Raw value `persistref`.
nonisolated(unsafe) public let kSecAttrPersistantReference: CFString = "persistref"

/// The identifier of the row of an item. The persistent reference of the item contains this
/// identifier. The value is data of 16 bytes. The dictionaries of add, search and delete may not
/// contain this key. Raw value `persistref`.
nonisolated(unsafe) public let kSecAttrPersistentReference: CFString = "persistref"

/// Whether a restore of the system keeps an item. The number 0 means that the item is not bound to
/// the system. The number 1 means that a restore keeps the item. The value is a number. Raw value
/// `sysb`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrSysBound: CFString = "sysb"

/// The SHA-1 digest of the attributes and the secret of an item. The value is data of 20 bytes. Raw
/// value `sha1`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrSHA1: CFString = "sha1"

/// Whether the synchronisation identifier is derived from the attributes of the item. The value is
/// a Boolean. The keychain does not store this value. A search ignores this value. Raw value
/// `dspk`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrDeriveSyncIDFromItemAttributes: CFString = "dspk"

/// The service of a protected-cloud-storage item. The synchronisation service can read this
/// attribute. The value is a number. Raw value `pcss`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrPCSPlaintextServiceIdentifier: CFString = "pcss"

/// The public key of a protected-cloud-storage item. The synchronisation service can read this
/// attribute. The value is data. Raw value `pcsk`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrPCSPlaintextPublicKey: CFString = "pcsk"

/// The public identity of a protected-cloud-storage item. The synchronisation service can read this
/// attribute. The value is data. Raw value `pcsi`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrPCSPlaintextPublicIdentity: CFString = "pcsi"

/// The notes of an internet password. The notes are a secret in addition to the password. The value
/// is data. Raw value `binn`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecDataInetExtraNotes: CFString = "binn"

/// The earlier passwords of an internet password. The earlier passwords are a secret in addition to
/// the password. The value is data. Raw value `bini`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecDataInetExtraHistory: CFString = "bini"

/// The first of four secrets that a program can store in addition to an internet password. The
/// value is data. Raw value `bin0`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecDataInetExtraClientDefined0: CFString = "bin0"

/// The second of four secrets that a program can store in addition to an internet password. The
/// value is data. Raw value `bin1`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecDataInetExtraClientDefined1: CFString = "bin1"

/// The third of four secrets that a program can store in addition to an internet password. The
/// value is data. Raw value `bin2`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecDataInetExtraClientDefined2: CFString = "bin2"

/// The fourth of four secrets that a program can store in addition to an internet password. The
/// value is data. Raw value `bin3`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecDataInetExtraClientDefined3: CFString = "bin3"

/// The sealed form of a key in a secure enclave. The value is data. The raw value is the same as
/// for `kSecAttrTokenOID`. Raw value `toid`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrSecureEnclaveKeyBlob: CFString = "toid"

/// The group of people with whom an item is shared. The value is a string. The empty string means
/// that the item is not shared. The attribute is part of the uniqueness key of an item. Raw value
/// `ggrp`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrSharingGroup: CFString = "ggrp"

/// The access object of an item in a macOS file keychain. No item class of Latchkey has this
/// attribute. Raw value `acls`.
nonisolated(unsafe) public let kSecAttrAccess: CFString = "acls"

/// The pseudo-random function for the derivation of a key from a password. The value is a string:
/// one of the `kSecAttrPRFHmacAlg...` values. Raw value `prf`.
nonisolated(unsafe) public let kSecAttrPRF: CFString = "prf"

/// The salt for the derivation of a key from a password. The value is data. Raw value `salt`.
nonisolated(unsafe) public let kSecAttrSalt: CFString = "salt"

/// The number of rounds for the derivation of a key from a password. The value is a number. Raw
/// value `rounds`.
nonisolated(unsafe) public let kSecAttrRounds: CFString = "rounds"

/// The older name of `kSecAttrSharingGroup`. The value is a string. Raw value `ggrp`. SPI on
/// Apple's platforms.
nonisolated(unsafe) public let kSecAttrGroupKitGroup: CFString = "ggrp"
