#ifndef SECURITY_SECIMPORTEXPORT_H
#define SECURITY_SECIMPORTEXPORT_H

/* Keys and certificates in the forms of other programs. */

#include <Security/SecBase.h>
#include <Security/cssmtype.h>

CF_EXTERN_C_BEGIN

/** How keys and certificates are written. */
typedef CF_ENUM(uint32_t, SecExternalFormat) {
  /** Importing: whatever the data are. Exporting: the usual format of the item. */
  kSecFormatUnknown = 0,
  /** PKCS#1 for RSA private keys, SEC 1 for those of elliptic curves, SubjectPublicKeyInfo for public
      keys. */
  kSecFormatOpenSSL = 1,
  /** The first version of SSH: not supported. */
  kSecFormatSSH = 2,
  /** PKCS#8 in the clear for private keys, PKCS#1 for RSA public keys. */
  kSecFormatBSAFE = 3,
  /** The bytes of a symmetric key. */
  kSecFormatRawKey = 4,
  /** PKCS#8, encrypted under a passphrase. */
  kSecFormatWrappedPKCS8 = 5,
  /** PEM that OpenSSL encrypted before PKCS#8. It is imported, and not exported. */
  kSecFormatWrappedOpenSSL = 6,
  /** The first version of SSH, encrypted: not supported. */
  kSecFormatWrappedSSH = 7,
  /** The first version of SSH as LSH has it: not supported. */
  kSecFormatWrappedLSH = 8,
  /** A certificate. */
  kSecFormatX509Cert = 9,
  /** PEM, one item after the other. */
  kSecFormatPEMSequence = 10,
  /** Certificates in PKCS#7. */
  kSecFormatPKCS7 = 11,
  /** Certificates and private keys in PKCS#12. */
  kSecFormatPKCS12 = 12,
  /** Certificates in the way of Netscape. */
  kSecFormatNetscapeCertSequence = 13,
  /** OpenSSH. */
  kSecFormatSSHv2 = 14
};

/** What is imported. */
typedef CF_ENUM(uint32_t, SecExternalItemType) {
  /** Whatever the data are. */
  kSecItemTypeUnknown = 0,
  /** A private key. */
  kSecItemTypePrivateKey = 1,
  /** A public key. */
  kSecItemTypePublicKey = 2,
  /** A symmetric key. */
  kSecItemTypeSessionKey = 3,
  /** A certificate. */
  kSecItemTypeCertificate = 4,
  /** Several items. */
  kSecItemTypeAggregate = 5
};

/** How items are exported. */
typedef CF_OPTIONS(uint32_t, SecItemImportExportFlags) {
  /** PEM instead of DER. */
  kSecItemPemArmour = 1
};

/** How keys are imported and exported. */
typedef CF_OPTIONS(uint32_t, SecKeyImportExportFlags) {
  /** Refuse data with more than one private key. */
  kSecKeyImportOnlyOne = 1,
  /** Ask a person for the passphrase. Nobody is asked here. */
  kSecKeySecurePassphrase = 2,
  /** No access list. Keys have none here. */
  kSecKeyNoAccessControl = 4
};

/** The version of SecItemImportExportKeyParameters. */
#define SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION 0

/** What SecItemImport and SecItemExport need to know of keys. The objects belong to the caller. */
typedef struct {
  /** SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION. */
  uint32_t version;
  /** How keys are treated. */
  SecKeyImportExportFlags flags;
  /** A string, taken as UTF-8, or data. */
  CFTypeRef passphrase;
  /** Ignored: nobody is asked. */
  CFStringRef alertTitle;
  /** Ignored: nobody is asked. */
  CFStringRef alertPrompt;
  /** Ignored: keys have no access lists. */
  SecAccessRef accessRef;
  /** Ignored: a key says itself what it can do. */
  CFArrayRef keyUsage;
  /** Attributes, of which none may be kSecAttrIsPermanent: nothing is stored. */
  CFArrayRef keyAttributes;
} SecItemImportExportKeyParameters;

/** Writes keys and certificates in a form that other programs read.

    @param secItemOrArray A key, a certificate or an identity, or an array of them.
    @param outputFormat The format.
    @param flags kSecItemPemArmour for PEM.
    @param keyParams The passphrase for formats that encrypt; NULL for none.
    @param exportedData Receives the data, which the caller releases.
    @return errSecSuccess; errSecParam for something else; errSecUnsupportedFormat for a format that
    cannot hold the item; errSecPassphraseRequired; errSecUnimplemented for a format that is not
    written. */
extern OSStatus SecItemExport(CFTypeRef secItemOrArray, SecExternalFormat outputFormat,
                              SecItemImportExportFlags flags,
                              const SecItemImportExportKeyParameters *keyParams,
                              CFDataRef *exportedData);

/** Reads keys and certificates that other programs wrote. Nothing is stored unless a keychain is given.

    @param importedData The data, up to 16 MiB.
    @param fileNameOrExtension The name of the file, or its ending; NULL for none.
    @param inputFormat Gives the format that is expected, receives the one that was found; or NULL.
    @param itemType Gives the type that is expected, receives the one that was found; or NULL.
    @param flags None means anything here.
    @param keyParams The passphrase for encrypted keys; NULL for none.
    @param importKeychain Where to store everything that was read; NULL to store nothing.
    @param outItems Receives an array, which the caller releases; NULL to ignore it.
    @return errSecSuccess; errSecParam for no data and malformed parameters; errSecNoSuchKeychain, and with
    a keychain what SecItemAdd returns; errSecPkcs12VerifyFailure for a wrong password of PKCS#12;
    errSecUnknownFormat, errSecDecode, errSecUnsupportedFormat, errSecPassphraseRequired,
    errSecAuthFailed for a wrong passphrase, errSecMultiplePrivKeys, errSecDataTooLarge;
    errSecUnimplemented for a format that is not read. */
extern OSStatus SecItemImport(CFDataRef importedData, CFStringRef fileNameOrExtension,
                              SecExternalFormat *inputFormat, SecExternalItemType *itemType,
                              SecItemImportExportFlags flags,
                              const SecItemImportExportKeyParameters *keyParams,
                              SecKeychainRef importKeychain, CFArrayRef *outItems);

/** SecItemImportExportKeyParameters in its older form. The objects belong to the caller. */
typedef struct {
  /** SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION. */
  uint32_t version;
  /** How keys are treated. */
  SecKeyImportExportFlags flags;
  /** A string, taken as UTF-8, or data. */
  CFTypeRef passphrase;
  /** Ignored: nobody is asked. */
  CFStringRef alertTitle;
  /** Ignored: nobody is asked. */
  CFStringRef alertPrompt;
  /** Ignored: keys have no access lists. */
  SecAccessRef accessRef;
  /** Ignored: a key says itself what it can do. */
  CSSM_KEYUSE keyUsage;
  /** CSSM_KEYATTR_PERMANENT is refused where there is no keychain to store the keys in; the others change
      nothing. */
  CSSM_KEYATTR_FLAGS keyAttributes;
} SecKeyImportExportParameters;

/** SecItemExport in its older form. Passwords are no keys: errSecParam. */
extern OSStatus SecKeychainItemExport(CFTypeRef keychainItemOrArray, SecExternalFormat outputFormat,
                                      SecItemImportExportFlags flags,
                                      const SecKeyImportExportParameters *keyParams,
                                      CFDataRef *exportedData);

/** SecItemImport in its older form. */
extern OSStatus SecKeychainItemImport(CFDataRef importedData, CFStringRef fileNameOrExtension,
                                      SecExternalFormat *inputFormat, SecExternalItemType *itemType,
                                      SecItemImportExportFlags flags,
                                      const SecKeyImportExportParameters *keyParams,
                                      SecKeychainRef importKeychain, CFArrayRef *outItems);

/** The password of the file, a string. Without one the empty password is tried. */
extern const CFStringRef kSecImportExportPassphrase;
/** A keychain to import into. Refused: there is one keychain, and kSecUseDataProtectionKeychain asks to
    store. */
extern const CFStringRef kSecImportExportKeychain;
/** Who may use the keys. Refused: items have no access lists. */
extern const CFStringRef kSecImportExportAccess;
/** Whether nothing is to be stored, a Boolean. It wins over kSecUseDataProtectionKeychain. */
extern const CFStringRef kSecImportToMemoryOnly;
/** A name. Results have none here. */
extern const CFStringRef kSecImportItemLabel;
/** The SHA-1 of the public key. Results have none here. */
extern const CFStringRef kSecImportItemKeyID;
/** In results: a SecTrustRef of the certificate and the others of the file, judged. */
extern const CFStringRef kSecImportItemTrust;
/** In results: an array of certificates, that of the identity first. */
extern const CFStringRef kSecImportItemCertChain;
/** In results: a SecIdentityRef. */
extern const CFStringRef kSecImportItemIdentity;

/** Reads the identities in a PKCS#12 file.

    @param pkcs12_data The file.
    @param options kSecImportExportPassphrase; kSecUseDataProtectionKeychain with true to store what was
    read, with the other entries as attributes. Otherwise nothing is stored.
    @param items Receives an array of dictionaries, one for each identity, which the caller releases. The same
    certificate and key twice in the file are one identity.
    @return errSecSuccess; errSecAuthFailed for a wrong password; errSecDecode for malformed data;
    errSecParam for wrong types; and what SecItemAdd returns when it is to store. */
extern OSStatus SecPKCS12Import(CFDataRef pkcs12_data, CFDictionaryRef options, CFArrayRef *items);

CF_EXTERN_C_END

#endif
