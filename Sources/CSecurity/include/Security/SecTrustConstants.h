/* Made by scripts/names from Tables/names.txt. */

#ifndef SECURITY_SECTRUSTCONSTANTS_H
#define SECURITY_SECTRUSTCONSTANTS_H

/* This header declares the keys of the results of trust evaluation. SecTrust.h includes this
   header. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/** The time of the evaluation. The value is a date. */
extern const CFStringRef kSecTrustEvaluationDate;

/** The result of the evaluation. The value is the number of a `SecTrustResultType`. */
extern const CFStringRef kSecTrustResultValue;

/** The names of the failed checks. The value is an array with a dictionary for each certificate of
    the chain. */
extern const CFStringRef kSecTrustResultDetails;

/** Whether every certificate of the chain is known to be unrevoked. The value is a Boolean. The
    result contains this key if the evaluation checked revocation. */
extern const CFStringRef kSecTrustRevocationChecked;

/** The reason for the revocation of a certificate (RFC 5280, 5.3.1). The number 0 means that the
    issuer gave no reason. The result contains this key if a certificate is revoked. */
extern const CFStringRef kSecTrustRevocationReason;

/** The time until which the answers about revocation are valid. The value is a date. The result
    contains this key if an answer states such a time. */
extern const CFStringRef kSecTrustRevocationValidUntilDate;

/** Whether a certificate has extended validation. The result never contains this key. */
extern const CFStringRef kSecTrustExtendedValidation;

/** The organization of a certificate with extended validation. The result never contains this
    key. */
extern const CFStringRef kSecTrustOrganizationName;

/** Whether a public log contains the certificate. The result never contains this key. */
extern const CFStringRef kSecTrustCertificateTransparency;

/** Whether a certificate is exempt from public logs. The result never contains this key. */
extern const CFStringRef kSecTrustCertificateTransparencyWhiteList;

/** The statements of a qualified certificate. The result never contains this key. */
extern const CFStringRef kSecTrustQCStatements;

/** Whether a certificate is a qualified certificate for a web site. The result never contains this
    key. */
extern const CFStringRef kSecTrustQWACValidation;

CF_EXTERN_C_END

#endif
