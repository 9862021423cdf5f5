// Made by scripts/names from Tables/names.txt.

public import Foundation

// The keys of an item's attributes. The class decides which of them an item can have.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// When the item can be read, relative to the lock state. A string, one of the
/// `kSecAttrAccessible...` values. Raw value `pdmn`.
nonisolated(unsafe) public let kSecAttrAccessible: CFString = "pdmn"

/// The access control object that guards the item; names the accessibility too, so it replaces
/// `kSecAttrAccessible`. A `SecAccessControl`. Raw value `accc`.
nonisolated(unsafe) public let kSecAttrAccessControl: CFString = "accc"

/// The access group the item belongs to: exactly one per item. A string; a new item without it goes
/// to the caller's first group. Raw value `agrp`.
nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = "agrp"

/// When the item was added. A date, set by the keychain. Raw value `cdat`.
nonisolated(unsafe) public let kSecAttrCreationDate: CFString = "cdat"

/// When the item was last changed. A date, set by the keychain. Raw value `mdat`.
nonisolated(unsafe) public let kSecAttrModificationDate: CFString = "mdat"

/// What kind of item this is, for people to read. A string or data. Raw value `desc`.
nonisolated(unsafe) public let kSecAttrDescription: CFString = "desc"

/// A comment, for people to read. A string or data. Raw value `icmt`.
nonisolated(unsafe) public let kSecAttrComment: CFString = "icmt"

/// Which program made the item: four characters as an unsigned 32-bit integer. A number; shares its
/// raw value with `kSecAttrKeyCreator`. Raw value `crtr`.
nonisolated(unsafe) public let kSecAttrCreator: CFString = "crtr"

/// The item's type: four characters as an unsigned 32-bit integer. A number; shares its raw value
/// with `kSecAttrKeyType`. Raw value `type`.
nonisolated(unsafe) public let kSecAttrType: CFString = "type"

/// The item's name, for people to read. A string or data. Raw value `labl`.
nonisolated(unsafe) public let kSecAttrLabel: CFString = "labl"

/// Whether programs that list items should leave this one out. A Boolean on the way in, the number
/// 0 or 1 on the way out. Raw value `invi`.
nonisolated(unsafe) public let kSecAttrIsInvisible: CFString = "invi"

/// Whether the item says that no valid password is stored and it should always be asked for. A
/// Boolean on the way in, the number 0 or 1 on the way out. Raw value `nega`.
nonisolated(unsafe) public let kSecAttrIsNegative: CFString = "nega"

/// The account name of a password. A string or data; an absent account is the empty one. Part of
/// what makes a password unique. Raw value `acct`.
nonisolated(unsafe) public let kSecAttrAccount: CFString = "acct"

/// The service a generic password is for. A string or data; an absent service is the empty one.
/// Part of what makes a generic password unique. Raw value `svce`.
nonisolated(unsafe) public let kSecAttrService: CFString = "svce"

/// Whatever a program wants to keep beside a generic password, sealed like the other attributes.
/// Data. Raw value `gena`.
nonisolated(unsafe) public let kSecAttrGeneric: CFString = "gena"

/// The security domain of an internet password, such as a realm. A string or data. Part of what
/// makes an internet password unique. Raw value `sdmn`.
nonisolated(unsafe) public let kSecAttrSecurityDomain: CFString = "sdmn"

/// The server's host name or address. A string or data. Part of what makes an internet password
/// unique. Raw value `srvr`.
nonisolated(unsafe) public let kSecAttrServer: CFString = "srvr"

/// The protocol an internet password is used with. A string, one of the `kSecAttrProtocol...`
/// values, or a number. Part of what makes an internet password unique. Raw value `ptcl`.
nonisolated(unsafe) public let kSecAttrProtocol: CFString = "ptcl"

/// The authentication scheme an internet password is used with. A string, one of the
/// `kSecAttrAuthenticationType...` values. Part of what makes an internet password unique. Raw
/// value `atyp`.
nonisolated(unsafe) public let kSecAttrAuthenticationType: CFString = "atyp"

/// The port of the server. A number; 0 when not given. Part of what makes an internet password
/// unique. Raw value `port`.
nonisolated(unsafe) public let kSecAttrPort: CFString = "port"

/// The path on the server, usually that of the URL. A string or data. Part of what makes an
/// internet password unique. Raw value `path`.
nonisolated(unsafe) public let kSecAttrPath: CFString = "path"

/// The volume of an old file server. A string. No item class has it: using it gives
/// `errSecNoSuchAttr`. Raw value `volm`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrVolume: CFString = "volm"

/// The network address of an old file server. A string. No item class has it: using it gives
/// `errSecNoSuchAttr`. Raw value `addr`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrAddress: CFString = "addr"

/// The signature of an old file server. Data. No item class has it: using it gives
/// `errSecNoSuchAttr`. Raw value `afps`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrAFPServerSignature: CFString = "afps"

/// Another name of the item, such as a certificate's e-mail address. A string or data. Raw value
/// `alis`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrAlias: CFString = "alis"

/// The subject of a certificate: an X.500 name in normalised DER form. Data. Raw value `subj`.
nonisolated(unsafe) public let kSecAttrSubject: CFString = "subj"

/// The issuer of a certificate: an X.500 name in normalised DER form. Data. Part of what makes a
/// certificate unique. Raw value `issr`.
nonisolated(unsafe) public let kSecAttrIssuer: CFString = "issr"

/// The serial number of a certificate, as its bytes. Data. Part of what makes a certificate unique.
/// Raw value `slnr`.
nonisolated(unsafe) public let kSecAttrSerialNumber: CFString = "slnr"

/// The subject key identifier that a certificate carries. Data. Raw value `skid`.
nonisolated(unsafe) public let kSecAttrSubjectKeyID: CFString = "skid"

/// The SHA-1 of a certificate's public key; equals `kSecAttrApplicationLabel` of the matching key.
/// Data. Raw value `pkhh`.
nonisolated(unsafe) public let kSecAttrPublicKeyHash: CFString = "pkhh"

/// The X.509 version of a certificate: 1, 2 or 3. A number. Part of what makes a certificate
/// unique. Raw value `ctyp`.
nonisolated(unsafe) public let kSecAttrCertificateType: CFString = "ctyp"

/// How a certificate is encoded; 3 is DER. A number. Raw value `cenc`.
nonisolated(unsafe) public let kSecAttrCertificateEncoding: CFString = "cenc"

/// Whether a key is public, private or symmetric. One of the `kSecAttrKeyClass...` values on the
/// way in; comes back as a number. Raw value `kcls`.
nonisolated(unsafe) public let kSecAttrKeyClass: CFString = "kcls"

/// What programs find a key by: for public and private keys, the SHA-1 of the public key. Data.
/// Part of what makes a key unique. Raw value `klbl`.
nonisolated(unsafe) public let kSecAttrApplicationLabel: CFString = "klbl"

/// Whether a generated key is also stored. A Boolean on the way in, the number 0 or 1 on the way
/// out. Raw value `perm`.
nonisolated(unsafe) public let kSecAttrIsPermanent: CFString = "perm"

/// Whether a key is a private one; identities are found by it. A Boolean on the way in, the number
/// 0 or 1 on the way out. Raw value `priv`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrIsPrivate: CFString = "priv"

/// Whether a key may be changed. A Boolean on the way in, the number 0 or 1 on the way out. Raw
/// value `modi`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrIsModifiable: CFString = "modi"

/// A program's own tag for a key. Data or a string. Part of what makes a key unique. Raw value
/// `atag`.
nonisolated(unsafe) public let kSecAttrApplicationTag: CFString = "atag"

/// Which program made the key. A number; shares its raw value with `kSecAttrCreator`. Part of what
/// makes a key unique. Raw value `crtr`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrKeyCreator: CFString = "crtr"

/// The algorithm a key belongs to. One of the `kSecAttrKeyType...` values on the way in; those
/// within 32 bits come back as numbers. Part of what makes a key unique. Raw value `type`.
nonisolated(unsafe) public let kSecAttrKeyType: CFString = "type"

/// The size of a key, counting all its bits. A number, or its digits as a string. Part of what
/// makes a key unique. Raw value `bsiz`.
nonisolated(unsafe) public let kSecAttrKeySizeInBits: CFString = "bsiz"

/// The size of a key, counting only its secret bits: 56 for a DES key of 64. A number. Part of what
/// makes a key unique. Raw value `esiz`.
nonisolated(unsafe) public let kSecAttrEffectiveKeySize: CFString = "esiz"

/// The first moment a key may be used. A date. Part of what makes a key unique. Raw value `sdat`.
/// SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrStartDate: CFString = "sdat"

/// The last moment a key may be used. A date. Part of what makes a key unique. Raw value `edat`.
/// SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrEndDate: CFString = "edat"

/// Whether a key leaves the keychain only in wrapped form. A Boolean on the way in, the number 0 or
/// 1 on the way out. Raw value `sens`.
nonisolated(unsafe) public let kSecAttrIsSensitive: CFString = "sens"

/// Whether a key has been sensitive ever since it was made. A Boolean on the way in, the number 0
/// or 1 on the way out. Raw value `asen`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrWasAlwaysSensitive: CFString = "asen"

/// Whether the bytes of a key may leave the keychain. A Boolean on the way in, the number 0 or 1 on
/// the way out. Raw value `extr`.
nonisolated(unsafe) public let kSecAttrIsExtractable: CFString = "extr"

/// Whether a key has been unextractable ever since it was made. A Boolean on the way in, the number
/// 0 or 1 on the way out. Raw value `next`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrWasNeverExtractable: CFString = "next"

/// Whether a key may encrypt. A Boolean on the way in, the number 0 or 1 on the way out. Raw value
/// `encr`.
nonisolated(unsafe) public let kSecAttrCanEncrypt: CFString = "encr"

/// Whether a key may decrypt. A Boolean on the way in, the number 0 or 1 on the way out. Raw value
/// `decr`.
nonisolated(unsafe) public let kSecAttrCanDecrypt: CFString = "decr"

/// Whether other keys may be derived from a key. A Boolean on the way in, the number 0 or 1 on the
/// way out. Raw value `drve`.
nonisolated(unsafe) public let kSecAttrCanDerive: CFString = "drve"

/// Whether a key may sign. A Boolean on the way in, the number 0 or 1 on the way out. Raw value
/// `sign`.
nonisolated(unsafe) public let kSecAttrCanSign: CFString = "sign"

/// Whether a key may verify signatures. A Boolean on the way in, the number 0 or 1 on the way out.
/// Raw value `vrfy`.
nonisolated(unsafe) public let kSecAttrCanVerify: CFString = "vrfy"

/// Whether a key may make signatures that carry their message. A Boolean on the way in, the number
/// 0 or 1 on the way out. Raw value `snrc`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrCanSignRecover: CFString = "snrc"

/// Whether a key may recover a message from its signature. A Boolean on the way in, the number 0 or
/// 1 on the way out. Raw value `vyrc`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrCanVerifyRecover: CFString = "vyrc"

/// Whether a key may wrap other keys. A Boolean on the way in, the number 0 or 1 on the way out.
/// Raw value `wrap`.
nonisolated(unsafe) public let kSecAttrCanWrap: CFString = "wrap"

/// Whether a key may unwrap other keys. A Boolean on the way in, the number 0 or 1 on the way out.
/// Raw value `unwp`.
nonisolated(unsafe) public let kSecAttrCanUnwrap: CFString = "unwp"

/// Which synchronisation view the item belongs to. A string, one of the `kSecAttrViewHint...`
/// values. Part of what makes an item unique. Raw value `vwht`.
nonisolated(unsafe) public let kSecAttrSyncViewHint: CFString = "vwht"

/// The token that holds the item; fixed once the item exists. A string, one of the
/// `kSecAttrTokenID...` values. Part of what makes an item unique. Raw value `tkid`.
nonisolated(unsafe) public let kSecAttrTokenID: CFString = "tkid"

/// The old script code in which the item's strings are encoded. A number. Raw value `scrp`. SPI on
/// Apple's platforms.
nonisolated(unsafe) public let kSecAttrScriptCode: CFString = "scrp"

/// Whether the item has an icon of its own. A Boolean on the way in, the number 0 or 1 on the way
/// out. Raw value `cusi`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrHasCustomIcon: CFString = "cusi"

/// The type of a certificate revocation list. A number. No item class has it: using it gives
/// `errSecNoSuchAttr`. Raw value `crlt`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrCRLType: CFString = "crlt"

/// The encoding of a certificate revocation list. A number. No item class has it: using it gives
/// `errSecNoSuchAttr`. Raw value `crle`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrCRLEncoding: CFString = "crle"

/// Whether the item may be synchronised between devices. A Boolean, or `kSecAttrSynchronizableAny`
/// in a query; absent means no. Part of what makes an item unique. Raw value `sync`.
nonisolated(unsafe) public let kSecAttrSynchronizable: CFString = "sync"

/// Whether the row records a deletion instead of an item. A Boolean on the way in, the number 0 or
/// 1 on the way out. Raw value `tomb`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrTombstone: CFString = "tomb"

/// The user view of a shared device to which a row belongs. Data of 16 bytes, or empty. Raw value
/// `musr`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrMultiUser: CFString = "musr"

/// Asks for the data-protection keychain. A Boolean; shares its raw value with
/// `kSecUseDataProtectionKeychain`. Raw value `nleg`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrNoLegacy: CFString = "nleg"

/// The object of a token that backs a key. Data; shares its raw value with
/// `kSecAttrSecureEnclaveKeyBlob`. Raw value `toid`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrTokenOID: CFString = "toid"

/// The identifier under which an item is known to synchronisation. A string. Raw value `UUID`. SPI
/// on Apple's platforms.
nonisolated(unsafe) public let kSecAttrUUID: CFString = "UUID"

/// The misspelled first name of `kSecAttrPersistentReference`. Data of 16 bytes; refused in the
/// dictionaries of add, search and delete. Raw value `persistref`.
nonisolated(unsafe) public let kSecAttrPersistantReference: CFString = "persistref"

/// The identifier of an item's row, as its persistent reference carries it. Data of 16 bytes;
/// refused in the dictionaries of add, search and delete. Raw value `persistref`.
nonisolated(unsafe) public let kSecAttrPersistentReference: CFString = "persistref"

/// Whether an item stays through a restore of the system: 0 is not bound, 1 is kept. A number. Raw
/// value `sysb`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrSysBound: CFString = "sysb"

/// The SHA-1 of an item's attributes and secret. Data of 20 bytes. Raw value `sha1`. SPI on Apple's
/// platforms.
nonisolated(unsafe) public let kSecAttrSHA1: CFString = "sha1"

/// Asks for a synchronisation identifier that follows from the item's attributes. A Boolean;
/// neither filters nor is stored. Raw value `dspk`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrDeriveSyncIDFromItemAttributes: CFString = "dspk"

/// The service of a protected-cloud-storage item, readable to the synchronisation service. A
/// number. Raw value `pcss`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrPCSPlaintextServiceIdentifier: CFString = "pcss"

/// The public key of a protected-cloud-storage item, readable to the synchronisation service. Data.
/// Raw value `pcsk`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrPCSPlaintextPublicKey: CFString = "pcsk"

/// The public identity of a protected-cloud-storage item, readable to the synchronisation service.
/// Data. Raw value `pcsi`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrPCSPlaintextPublicIdentity: CFString = "pcsi"

/// A secret beside the password of an internet password: its notes. Data. Raw value `binn`. SPI on
/// Apple's platforms.
nonisolated(unsafe) public let kSecDataInetExtraNotes: CFString = "binn"

/// A secret beside the password of an internet password: its earlier passwords. Data. Raw value
/// `bini`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecDataInetExtraHistory: CFString = "bini"

/// A secret beside the password of an internet password, first of four free ones. Data. Raw value
/// `bin0`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecDataInetExtraClientDefined0: CFString = "bin0"

/// A secret beside the password of an internet password, second of four free ones. Data. Raw value
/// `bin1`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecDataInetExtraClientDefined1: CFString = "bin1"

/// A secret beside the password of an internet password, third of four free ones. Data. Raw value
/// `bin2`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecDataInetExtraClientDefined2: CFString = "bin2"

/// A secret beside the password of an internet password, last of four free ones. Data. Raw value
/// `bin3`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecDataInetExtraClientDefined3: CFString = "bin3"

/// The sealed form of a key that a secure enclave holds. Data; shares its raw value with
/// `kSecAttrTokenOID`. Raw value `toid`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrSecureEnclaveKeyBlob: CFString = "toid"

/// The group of people an item is shared with. A string; empty means not shared. Part of what makes
/// an item unique. Raw value `ggrp`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrSharingGroup: CFString = "ggrp"

/// The access object of an item in a macOS file keychain. No item class here has it. Raw value
/// `acls`.
nonisolated(unsafe) public let kSecAttrAccess: CFString = "acls"

/// The pseudo-random function for deriving a key from a password. A string, one of the
/// `kSecAttrPRFHmacAlg...` values. Raw value `prf`.
nonisolated(unsafe) public let kSecAttrPRF: CFString = "prf"

/// The salt for deriving a key from a password. Data. Raw value `salt`.
nonisolated(unsafe) public let kSecAttrSalt: CFString = "salt"

/// How many rounds to use when deriving a key from a password. A number. Raw value `rounds`.
nonisolated(unsafe) public let kSecAttrRounds: CFString = "rounds"

/// The older name of `kSecAttrSharingGroup`. A string. Raw value `ggrp`. SPI on Apple's platforms.
nonisolated(unsafe) public let kSecAttrGroupKitGroup: CFString = "ggrp"
