#ifndef SECURITY_SECBASE_H
#define SECURITY_SECBASE_H

/* Declarations for all headers of Security: types, statuses and their sentences. */

#if __has_include(<CoreFoundation/CoreFoundation.h>)
#include <CoreFoundation/CoreFoundation.h>
#else
/* This header is Core Foundation's header in the Swift toolchain. The path begins at the folder of clang's own
   headers. */
#include <../../../swift/CoreFoundation/CoreFoundation.h>
#endif

/* The macro CFSTR of this Core Foundation is not a constant expression, so CFSTR cannot initialize a variable outside
   of functions. With LATCHKEY_CONSTANT_CFSTR and -fcf-runtime-abi=swift, the compiler makes the string instead. */
#ifdef LATCHKEY_CONSTANT_CFSTR
#undef CFSTR
#define CFSTR(text) ((CFStringRef)__builtin___CFStringMakeConstantString("" text ""))
#endif

#include <Security/SecStatuses.h>

CF_EXTERN_C_BEGIN

#ifndef noErr
/** The older name of `errSecSuccess`. On macOS, another framework declares this constant. */
enum { noErr = 0 };
#endif

/** A reference to a password item. */
typedef struct __SecKeychainItem *SecKeychainItemRef;

/** A keychain: the login keychain, a keychain at a path, or a keychain of the system. */
typedef struct __SecKeychain *SecKeychainRef;

/** The state of a search that SecKeychainSearchCreateFromAttributes started. */
typedef struct __SecKeychainSearch *SecKeychainSearchRef;

/** A key. */
typedef struct __SecKey *SecKeyRef;

/** A certificate. */
typedef struct __SecCertificate *SecCertificateRef;

/** A certificate with its private key. */
typedef struct __SecIdentity *SecIdentityRef;

/** A policy by which certificates are evaluated. */
typedef struct __SecPolicy *SecPolicyRef;

/** The protection of an item: its accessibility, and the proofs that the keychain demands. */
typedef struct __SecAccessControl *SecAccessControlRef;

/** An access list of the older functions. */
typedef struct __SecAccess *SecAccessRef;

/** A program in an access list. */
typedef struct __SecTrustedApplication *SecTrustedApplicationRef;

/** An algorithm for a key: a scheme with its padding and hash. */
typedef CFStringRef SecKeyAlgorithm;

/** A key of the dictionary that SecKeyCopyKeyExchangeResult takes. */
typedef CFStringRef SecKeyKeyExchangeParameter;

/** Returns an English sentence that explains a status. The caller must release the sentence. Never returns NULL.

    The sentences for errSecItemNotFound and errSecInteractionNotAllowed equal the sentences on Apple's platforms,
    because programs compare these two sentences. Do not compare any other sentence.

    @param status Any number.
    @param reserved Ignored; pass NULL. */
extern CFStringRef SecCopyErrorMessageString(OSStatus status, void *reserved);

CF_EXTERN_C_END

#endif
