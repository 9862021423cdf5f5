/* Made by scripts/names from Tables/names.txt. */

#ifndef SECURITY_SECTRUSTCONSTANTS_H
#define SECURITY_SECTRUSTCONSTANTS_H

/* Keys of the results of judgements. SecTrust.h includes them. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/** When the judgement was made, a date. */
extern const CFStringRef kSecTrustEvaluationDate;

/** A SecTrustResultType, as a number. */
extern const CFStringRef kSecTrustResultValue;

/** An array with a dictionary for each certificate of the chain: the checks that failed. */
extern const CFStringRef kSecTrustResultDetails;

/** Whether every certificate is known not to be revoked. */
extern const CFStringRef kSecTrustRevocationChecked;

/** Why one was revoked, by the numbers of RFC 5280; 0 for no reason given. */
extern const CFStringRef kSecTrustRevocationReason;

/** Until when it is known that none was. */
extern const CFStringRef kSecTrustRevocationValidUntilDate;

/** Whether a certificate is one of extended validation. Never there. */
extern const CFStringRef kSecTrustExtendedValidation;

/** The organization of a certificate of extended validation. Never there. */
extern const CFStringRef kSecTrustOrganizationName;

/** Whether a certificate was logged publicly. Never there. */
extern const CFStringRef kSecTrustCertificateTransparency;

/** Whether a certificate was exempt from that. Never there. */
extern const CFStringRef kSecTrustCertificateTransparencyWhiteList;

/** The statements of a qualified certificate. Never there. */
extern const CFStringRef kSecTrustQCStatements;

/** Whether a certificate is a qualified one for a web site. Never there. */
extern const CFStringRef kSecTrustQWACValidation;

CF_EXTERN_C_END

#endif
