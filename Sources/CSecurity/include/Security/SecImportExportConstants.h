/* Made by scripts/names from Tables/names.txt. */

#ifndef SECURITY_SECIMPORTEXPORTCONSTANTS_H
#define SECURITY_SECIMPORTEXPORTCONSTANTS_H

/* Keys of SecPKCS12Import. SecImportExport.h includes them. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/** The password of the file, a string. Without one the empty password is tried. */
extern const CFStringRef kSecImportExportPassphrase;

/** A keychain to import into. Refused: there is one keychain, and kSecUseDataProtectionKeychain
    asks to store. */
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

CF_EXTERN_C_END

#endif
