#ifndef SECURITY_SECPOLICY_H
#define SECURITY_SECPOLICY_H

/* Policies: the rules by which certificates are evaluated. */

#include <Security/SecBase.h>
#include <Security/SecPolicyConstants.h>

CF_EXTERN_C_BEGIN

/* The caller must release the objects that Copy and Create functions return. */

/** Returns the type of policies. */
extern CFTypeID SecPolicyGetTypeID(void);

/** Returns the basic X.509 policy, which checks only the certification path. */
extern SecPolicyRef SecPolicyCreateBasicX509(void);

/** Returns the policy for TLS.

    @param server Whether the certificate belongs to a server.
    @param hostname The host or address that a server's certificate must be valid for; NULL for any host.
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

/** Sets properties of a policy. Properties that are not given stay unchanged. A trust object that uses the policy
    evaluates its certificates again on the next request.

    @param properties kSecPolicyName, kSecPolicyClient and kSecPolicyRevocationFlags, if the policy has them.
    kSecPolicyOid is accepted with its current value.
    @return errSecSuccess; errSecParam for NULL and other objects, for another property, and for a value of a wrong
    type. On failure the policy stays unchanged. */
extern OSStatus SecPolicySetProperties(SecPolicyRef policyRef, CFDictionaryRef properties);

CF_EXTERN_C_END

#endif
