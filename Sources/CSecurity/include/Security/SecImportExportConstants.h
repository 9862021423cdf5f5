/* Made by scripts/names from Tables/names.txt. */

#ifndef SECURITY_SECIMPORTEXPORTCONSTANTS_H
#define SECURITY_SECIMPORTEXPORTCONSTANTS_H

/* This header declares the keys of the options and results of SecPKCS12Import. SecImportExport.h
   includes this header. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/** The password of the file: an option of `SecPKCS12Import`. The value is a string. The default is
    the empty password. */
extern const CFStringRef kSecImportExportPassphrase;

/** The keychain in which `SecPKCS12Import` stores the items. The value is a `SecKeychain`. Without
    this option and without `kSecUseDataProtectionKeychain`, `SecPKCS12Import` stores nothing. */
extern const CFStringRef kSecImportExportKeychain;

/** The programs that may use the keys: an option of `SecPKCS12Import` on macOS. Latchkey refuses
    this option because items of Latchkey have no access lists. */
extern const CFStringRef kSecImportExportAccess;

/** An option of `SecPKCS12Import`. If the value is true, the import stores nothing, even if
    `kSecUseDataProtectionKeychain` requests storage. By default, an import stores nothing. The
    value is a Boolean. */
extern const CFStringRef kSecImportToMemoryOnly;

/** The name of the identity on macOS. The results of Latchkey never contain this key. */
extern const CFStringRef kSecImportItemLabel;

/** The SHA-1 digest of the public key on macOS. The results of Latchkey never contain this key. */
extern const CFStringRef kSecImportItemKeyID;

/** The evaluated trust object in a result of `SecPKCS12Import`. The trust object contains the
    certificate of the identity and the other certificates of the file. The value is a
    `SecTrust`. */
extern const CFStringRef kSecImportItemTrust;

/** The certificates in a result of `SecPKCS12Import`. The certificate of the identity is the first
    certificate. The value is an array of `SecCertificate`. */
extern const CFStringRef kSecImportItemCertChain;

/** The identity in a result of `SecPKCS12Import`. The value is a `SecIdentity`. */
extern const CFStringRef kSecImportItemIdentity;

CF_EXTERN_C_END

#endif
