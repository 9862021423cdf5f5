/* Made by scripts/names from Tables/names.txt. */

#ifndef SECURITY_SECPOLICYCONSTANTS_H
#define SECURITY_SECPOLICYCONSTANTS_H

/* This header declares the identifiers and properties of policies. SecPolicy.h includes this
   header. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/* Identifiers of policies. */

/** The policy for a certification path that has no particular purpose (RFC 5280). Raw value
    `1.2.840.113635.100.1.2`. */
extern const CFStringRef kSecPolicyAppleX509Basic;

/** The policy for TLS. Raw value `1.2.840.113635.100.1.3`. */
extern const CFStringRef kSecPolicyAppleSSL;

/** The policy for mail. Raw value `1.2.840.113635.100.1.8`. */
extern const CFStringRef kSecPolicyAppleSMIME;

/** The policy for signed code. Raw value `1.2.840.113635.100.1.16`. */
extern const CFStringRef kSecPolicyAppleCodeSigning;

/** The policy for time stamps. Raw value `1.2.840.113635.100.1.20`. */
extern const CFStringRef kSecPolicyAppleTimeStamping;

/** The policy for revocation. Raw value `1.2.840.113635.100.1.21`. */
extern const CFStringRef kSecPolicyAppleRevocation;

/* Properties of policies. */

/** The identifier of the policy. The value is a string. Raw value `SecPolicyOid`. */
extern const CFStringRef kSecPolicyOid;

/** The host of a TLS policy, or the e-mail address of a mail policy. The value is a string, or an
    array of one string. Raw value `SecPolicyName`. */
extern const CFStringRef kSecPolicyName;

/** Whether the certificate belongs to a client. The value is a Boolean. Raw value
    `SecPolicyClient`. */
extern const CFStringRef kSecPolicyClient;

/** The revocation flags. The value is a number. Raw value `SecPolicyRevocationFlags`. */
extern const CFStringRef kSecPolicyRevocationFlags;

/** Flags of SecPolicyCreateRevocation. */
CF_ENUM(CFOptionFlags) {
  /** The revocation check uses OCSP. If neither this flag nor `kSecRevocationCRLMethod` is set, the
      check uses every method. */
  kSecRevocationOCSPMethod = 1,
  /** The revocation check uses revocation lists. */
  kSecRevocationCRLMethod = 2,
  /** The revocation check prefers revocation lists to OCSP. */
  kSecRevocationPreferCRL = 4,
  /** A certificate with an unknown revocation status fails the check. */
  kSecRevocationRequirePositiveResponse = 8,
  /** The evaluation does not use the network, neither for the revocation check nor to fetch
      issuers. */
  kSecRevocationNetworkAccessDisabled = 16,
  /** The revocation check uses any method: OCSP or revocation lists. */
  kSecRevocationUseAnyAvailableMethod = 3
};

CF_EXTERN_C_END

#endif
