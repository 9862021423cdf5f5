/* Made by scripts/names from Tables/names.txt. */

#ifndef SECURITY_SECPOLICYCONSTANTS_H
#define SECURITY_SECPOLICYCONSTANTS_H

/* Identifiers and properties of policies. SecPolicy.h includes them. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/* Identifiers of policies. */

/** The path alone, by RFC 5280. Raw value `1.2.840.113635.100.1.2`. */
extern const CFStringRef kSecPolicyAppleX509Basic;

/** TLS. Raw value `1.2.840.113635.100.1.3`. */
extern const CFStringRef kSecPolicyAppleSSL;

/** Mail. Raw value `1.2.840.113635.100.1.8`. */
extern const CFStringRef kSecPolicyAppleSMIME;

/** Signed code. Raw value `1.2.840.113635.100.1.16`. */
extern const CFStringRef kSecPolicyAppleCodeSigning;

/** Time stamps. Raw value `1.2.840.113635.100.1.20`. */
extern const CFStringRef kSecPolicyAppleTimeStamping;

/** Revocation. Raw value `1.2.840.113635.100.1.21`. */
extern const CFStringRef kSecPolicyAppleRevocation;

/* Properties of policies. */

/** The identifier of the policy. A string. Raw value `SecPolicyOid`. */
extern const CFStringRef kSecPolicyOid;

/** The host of TLS, or the address of mail. A string. Raw value `SecPolicyName`. */
extern const CFStringRef kSecPolicyName;

/** Whether the certificate is a client's. A Boolean. Raw value `SecPolicyClient`. */
extern const CFStringRef kSecPolicyClient;

/** The flags of revocation. A number. Raw value `SecPolicyRevocationFlags`. */
extern const CFStringRef kSecPolicyRevocationFlags;

/** Flags of SecPolicyCreateRevocation. */
CF_ENUM(CFOptionFlags) {
  /** Ask by OCSP. */
  kSecRevocationOCSPMethod = 1,
  /** Ask by revocation lists. */
  kSecRevocationCRLMethod = 2,
  /** Lists rather than OCSP. */
  kSecRevocationPreferCRL = 4,
  /** A certificate of which nothing is known fails. */
  kSecRevocationRequirePositiveResponse = 8,
  /** Nothing is asked of the network, nor are issuers fetched. */
  kSecRevocationNetworkAccessDisabled = 16,
  /** Any method. */
  kSecRevocationUseAnyAvailableMethod = 3
};

CF_EXTERN_C_END

#endif
