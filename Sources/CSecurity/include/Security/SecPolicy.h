#ifndef SECURITY_SECPOLICY_H
#define SECURITY_SECPOLICY_H

/* Policies: what certificates are judged for. */

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

/* What a function of this file copies or creates, the caller releases. */

/** Returns the type of policies. */
extern CFTypeID SecPolicyGetTypeID(void);

/** Returns the policy that judges the path alone. */
extern SecPolicyRef SecPolicyCreateBasicX509(void);

/** Returns the policy for TLS.

    @param server Whether the certificate is a server's.
    @param hostname The host or the address that a server's certificate must be for; NULL for any.
    @return NULL when the host name is no string. */
extern SecPolicyRef SecPolicyCreateSSL(Boolean server, CFStringRef hostname);

/** Returns a policy for revocation; NULL without flags and for unknown ones. */
extern SecPolicyRef SecPolicyCreateRevocation(CFOptionFlags revocationFlags);

/** Returns the policy with an identifier.

    @param policyIdentifier One of the kSecPolicyApple... constants.
    @param properties kSecPolicyName, kSecPolicyClient, kSecPolicyRevocationFlags; NULL for none.
    @return NULL for an identifier that is not known. */
extern SecPolicyRef SecPolicyCreateWithProperties(CFTypeRef policyIdentifier,
                                                  CFDictionaryRef properties);

/** Returns the identifier of a policy and what it was made with. */
extern CFDictionaryRef SecPolicyCopyProperties(SecPolicyRef policyRef);

/** Sets properties of a policy. One that is not given stays as it was. Trust objects that have the policy judge
    again when they are asked.

    @param properties kSecPolicyName, kSecPolicyClient, kSecPolicyRevocationFlags, as far as the policy has them;
    kSecPolicyOid with what it is.
    @return errSecSuccess; errSecParam for NULL and other objects, for another property and for a value of a wrong
    type: the policy stays as it was. */
extern OSStatus SecPolicySetProperties(SecPolicyRef policyRef, CFDictionaryRef properties);

CF_EXTERN_C_END

#endif
