#ifndef SECURITY_SECPOLICY_H
#define SECURITY_SECPOLICY_H

/* Policies: the rules by which certificates are evaluated. */

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

/* The caller must release the objects that Copy and Create functions return. */

/** Returns the type of policies. */
extern CFTypeID SecPolicyGetTypeID(void);

/** Returns the policy that checks only the certification path. */
extern SecPolicyRef SecPolicyCreateBasicX509(void);

/** Returns the policy for TLS.

    @param server Whether the certificate belongs to a server.
    @param hostname The host or address that a server's certificate must be valid for; NULL for any.
    @return The policy; NULL if the host name is not a string. */
extern SecPolicyRef SecPolicyCreateSSL(Boolean server, CFStringRef hostname);

/** Returns a policy for revocation; NULL if the flags are 0 or have unknown bits. */
extern SecPolicyRef SecPolicyCreateRevocation(CFOptionFlags revocationFlags);

/** Returns the policy with an identifier.

    @param policyIdentifier One of the kSecPolicyApple... constants.
    @param properties kSecPolicyName, kSecPolicyClient and kSecPolicyRevocationFlags; NULL for none.
    @return The policy; NULL if the identifier is unknown. */
extern SecPolicyRef SecPolicyCreateWithProperties(CFTypeRef policyIdentifier,
                                                  CFDictionaryRef properties);

/** Returns the identifier and the properties of a policy. */
extern CFDictionaryRef SecPolicyCopyProperties(SecPolicyRef policyRef);

/** Sets properties of a policy. Properties that are not given stay unchanged. Trust objects that use the policy are
    evaluated again on the next request.

    @param properties kSecPolicyName, kSecPolicyClient and kSecPolicyRevocationFlags, if the policy has them.
    kSecPolicyOid is accepted with its current value.
    @return errSecSuccess; errSecParam for NULL and other objects, for another property, and for a value of a wrong
    type. On failure the policy stays unchanged. */
extern OSStatus SecPolicySetProperties(SecPolicyRef policyRef, CFDictionaryRef properties);

CF_EXTERN_C_END

#endif
