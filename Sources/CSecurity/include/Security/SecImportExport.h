#ifndef SECURITY_SECIMPORTEXPORT_H
#define SECURITY_SECIMPORTEXPORT_H

/* Importing and exporting keys and certificates in the formats of other programs. */

#include <Security/SecBase.h>
#include <Security/SecImportExportConstants.h>
#include <Security/cssmtype.h>

CF_EXTERN_C_BEGIN

/** The format of imported or exported keys and certificates. */
typedef CF_ENUM(uint32_t, SecExternalFormat) {
  /** In an import, this value means any format. In an export, this value means the usual format of the item. */
  kSecFormatUnknown = 0,
  /** PKCS#1 for RSA private keys, SEC 1 for elliptic-curve private keys, SubjectPublicKeyInfo for public keys. */
  kSecFormatOpenSSL = 1,
  /** The unencrypted format of SSH version 1. Latchkey does not support this format. */
  kSecFormatSSH = 2,
  /** Unencrypted PKCS#8 for private keys, PKCS#1 for RSA public keys. */
  kSecFormatBSAFE = 3,
  /** The bytes of a symmetric key. */
  kSecFormatRawKey = 4,
  /** PKCS#8, encrypted with a passphrase. */
  kSecFormatWrappedPKCS8 = 5,
  /** Encrypted PEM in the format that OpenSSL used before PKCS#8. Keys in this format can be imported, but not
      exported. */
  kSecFormatWrappedOpenSSL = 6,
  /** The encrypted format of SSH version 1. Latchkey does not support this format. */
  kSecFormatWrappedSSH = 7,
  /** The format of the program LSH for SSH version 1. Latchkey does not support this format. */
  kSecFormatWrappedLSH = 8,
  /** A certificate. */
  kSecFormatX509Cert = 9,
  /** Several items in PEM, one after the other. */
  kSecFormatPEMSequence = 10,
  /** Certificates in PKCS#7. */
  kSecFormatPKCS7 = 11,
  /** Certificates and private keys in PKCS#12. */
  kSecFormatPKCS12 = 12,
  /** A certificate sequence in Netscape's format. Latchkey does not support this format. */
  kSecFormatNetscapeCertSequence = 13,
  /** OpenSSH: a public key, or an unencrypted private key. */
  kSecFormatSSHv2 = 14
};

/** The type of an imported item. */
typedef CF_ENUM(uint32_t, SecExternalItemType) {
  /** Any type. */
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

/** Options of an export. */
typedef CF_OPTIONS(uint32_t, SecItemImportExportFlags) {
  /** The export has the PEM format instead of DER. */
  kSecItemPemArmour = 1
};

/** Options for the import and export of keys. */
typedef CF_OPTIONS(uint32_t, SecKeyImportExportFlags) {
  /** Refuses data with more than one private key. */
  kSecKeyImportOnlyOne = 1,
  /** Asks the user for the passphrase. Latchkey ignores this flag: the functions show no dialog. */
  kSecKeySecurePassphrase = 2,
  /** Makes keys without an access list. Latchkey ignores this flag: its keys never have access lists. */
  kSecKeyNoAccessControl = 4
};

/** The version of SecItemImportExportKeyParameters. */
#define SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION 0

/** The parameters of SecItemImport and SecItemExport that concern keys. The caller owns the objects. */
typedef struct {
  /** The version: SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION. */
  uint32_t version;
  /** Options for the keys. */
  SecKeyImportExportFlags flags;
  /** The passphrase: a string, which is used as UTF-8, or data. */
  CFTypeRef passphrase;
  /** Ignored: the functions show no dialog. */
  CFStringRef alertTitle;
  /** Ignored: the functions show no dialog. */
  CFStringRef alertPrompt;
  /** Ignored: keys have no access lists. */
  SecAccessRef accessRef;
  /** Ignored: each key defines its own permitted uses. */
  CFArrayRef keyUsage;
  /** Attributes of the keys. The functions refuse kSecAttrIsPermanent if no keychain is given to store the keys in. */
  CFArrayRef keyAttributes;
} SecItemImportExportKeyParameters;

/** Writes keys and certificates in a format that other programs can read.

    @param secItemOrArray A key, a certificate, an identity, or an array of such objects.
    @param outputFormat The format.
    @param flags kSecItemPemArmour for PEM.
    @param keyParams The passphrase for formats that encrypt; NULL for none.
    @param exportedData Receives the data, which the caller must release.
    @return errSecSuccess; errSecParam for another object; errSecUnsupportedFormat if the format cannot hold the
    item; errSecPassphraseRequired; errSecUnimplemented if the format cannot be written. */
extern OSStatus SecItemExport(CFTypeRef secItemOrArray, SecExternalFormat outputFormat,
                              SecItemImportExportFlags flags,
                              const SecItemImportExportKeyParameters *keyParams,
                              CFDataRef *exportedData);

/** Reads keys and certificates that other programs wrote. Items are stored only if a keychain is given.

    @param importedData The data, up to 16 MiB.
    @param fileNameOrExtension The file name or its extension; NULL for none.
    @param inputFormat Contains the expected format, and receives the detected format. May be NULL.
    @param itemType Contains the expected type, and receives the detected type. May be NULL.
    @param flags Ignored.
    @param keyParams The passphrase for encrypted keys; NULL for none.
    @param importKeychain The keychain to store all items in; NULL to store nothing.
    @param outItems Receives an array, which the caller must release; NULL to ignore it.
    @return errSecSuccess; errSecParam if there are no data, or the parameters are malformed; errSecNoSuchKeychain;
    errSecPkcs12VerifyFailure for a wrong password of PKCS#12; errSecUnknownFormat; errSecDecode;
    errSecUnsupportedFormat; errSecPassphraseRequired; errSecAuthFailed for a wrong passphrase; errSecMultiplePrivKeys;
    errSecDataTooLarge; errSecUnimplemented if the format cannot be read. If a keychain is given, also the statuses of
    SecItemAdd. */
extern OSStatus SecItemImport(CFDataRef importedData, CFStringRef fileNameOrExtension,
                              SecExternalFormat *inputFormat, SecExternalItemType *itemType,
                              SecItemImportExportFlags flags,
                              const SecItemImportExportKeyParameters *keyParams,
                              SecKeychainRef importKeychain, CFArrayRef *outItems);

/** The older form of SecItemImportExportKeyParameters. The caller owns the objects. */
typedef struct {
  /** The version: SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION. */
  uint32_t version;
  /** Options for the keys. */
  SecKeyImportExportFlags flags;
  /** The passphrase: a string, which is used as UTF-8, or data. */
  CFTypeRef passphrase;
  /** Ignored: the functions show no dialog. */
  CFStringRef alertTitle;
  /** Ignored: the functions show no dialog. */
  CFStringRef alertPrompt;
  /** Ignored: keys have no access lists. */
  SecAccessRef accessRef;
  /** Ignored: each key defines its own permitted uses. */
  CSSM_KEYUSE keyUsage;
  /** The attributes of the keys. The functions refuse CSSM_KEYATTR_PERMANENT if no keychain is given to store the
      keys in. Other attributes have no effect. */
  CSSM_KEYATTR_FLAGS keyAttributes;
} SecKeyImportExportParameters;

/** Writes keys and certificates. This is an older form of SecItemExport. It returns errSecParam for passwords. */
extern OSStatus SecKeychainItemExport(CFTypeRef keychainItemOrArray, SecExternalFormat outputFormat,
                                      SecItemImportExportFlags flags,
                                      const SecKeyImportExportParameters *keyParams,
                                      CFDataRef *exportedData);

/** Reads keys and certificates. This is an older form of SecItemImport. */
extern OSStatus SecKeychainItemImport(CFDataRef importedData, CFStringRef fileNameOrExtension,
                                      SecExternalFormat *inputFormat, SecExternalItemType *itemType,
                                      SecItemImportExportFlags flags,
                                      const SecKeyImportExportParameters *keyParams,
                                      SecKeychainRef importKeychain, CFArrayRef *outItems);

/** Reads the identities in a PKCS#12 file.

    @param pkcs12_data The file.
    @param options The entry kSecImportExportPassphrase contains the password. If the entry
    kSecUseDataProtectionKeychain is true and kSecImportToMemoryOnly is not, the function stores the items, and the
    remaining entries are attributes of the stored items. In all other cases, the function stores nothing.
    @param items Receives an array with one dictionary for each identity. The caller must release the array. If the file
    contains the same certificate and key twice, the array contains their identity once.
    @return errSecSuccess; errSecAuthFailed for a wrong password; errSecDecode for malformed data; errSecParam for wrong
    types. If the items are stored, also the statuses of SecItemAdd. */
extern OSStatus SecPKCS12Import(CFDataRef pkcs12_data, CFDictionaryRef options, CFArrayRef *items);

CF_EXTERN_C_END

#endif
