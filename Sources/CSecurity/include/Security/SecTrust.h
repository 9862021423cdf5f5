#ifndef SECURITY_SECTRUST_H
#define SECURITY_SECTRUST_H

/* Trust: judging certificates. */

#include <Security/SecBase.h>
#include <stdbool.h>

#if __has_include(<dispatch/dispatch.h>)
#include <dispatch/dispatch.h>
#else
/* As dispatch declares it. */
typedef struct dispatch_queue_s *dispatch_queue_t;
#endif

CF_EXTERN_C_BEGIN

/** Certificates and the policies that they are judged by. */
typedef struct __SecTrust *SecTrustRef;

/** What a judgement came to. */
typedef CF_ENUM(uint32_t, SecTrustResultType) {
  /** Nothing was judged yet. */
  kSecTrustResultInvalid = 0,
  /** Trusted, because somebody decided so. */
  kSecTrustResultProceed = 1,
  /** Not used any more. */
  kSecTrustResultConfirm = 2,
  /** Refused, because somebody decided so. */
  kSecTrustResultDeny = 3,
  /** Trusted: the chain is good. */
  kSecTrustResultUnspecified = 4,
  /** Not trusted; the caller can decide otherwise by SecTrustSetExceptions. */
  kSecTrustResultRecoverableTrustFailure = 5,
  /** Not trusted, and nothing can be done about it. */
  kSecTrustResultFatalTrustFailure = 6,
  /** The judgement failed. */
  kSecTrustResultOtherError = 7
};

/** What SecTrustSetOptions can ask for. */
typedef CF_OPTIONS(uint32_t, SecTrustOptionFlags) {
  /** Certificates that are expired, or not valid yet, are none the worse for it: except for the root. */
  kSecTrustOptionAllowExpired = 0x01,
  /** The leaf may be an authority. It always may. */
  kSecTrustOptionLeafIsCA = 0x02,
  /** Missing issuers may be fetched, unless SecTrustSetNetworkFetchAllowed says no. */
  kSecTrustOptionFetchIssuerFromNet = 0x04,
  /** A root that is expired, or not valid yet, is none the worse for it. */
  kSecTrustOptionAllowExpiredRoot = 0x08,
  /** A certificate of which nobody said that it was not revoked fails. */
  kSecTrustOptionRequireRevPerCert = 0x10,
  /** Trust settings count. They always do. */
  kSecTrustOptionUseTrustSettings = 0x20,
  /** Certificates that came with the leaf and are signed by themselves are trusted, unless trust settings
      deny them. */
  kSecTrustOptionImplicitAnchors = 0x40
};

/* What a function of this file copies or creates, the caller releases. Functions that return a status
   answer errSecParam for NULL or another object in the place of an argument that is needed. */

/** Returns the type of trust objects. */
extern CFTypeID SecTrustGetTypeID(void);

/** Makes a trust object.

    @param certificates A certificate, or an array of them: the leaf, then those that may lead from it
    to an anchor.
    @param policies A policy, or an array of them; NULL for the path alone.
    @param trust Receives the object. */
extern OSStatus SecTrustCreateWithCertificates(CFTypeRef certificates, CFTypeRef policies,
                                               SecTrustRef *trust);

/** Judges by other policies from now on: a policy, or an array of them. */
extern OSStatus SecTrustSetPolicies(SecTrustRef trust, CFTypeRef policies);

/** Finds the policies. */
extern OSStatus SecTrustCopyPolicies(SecTrustRef trust, CFArrayRef *policies);

/** Trusts these certificates only. An empty array trusts nothing; NULL restores the system's. */
extern OSStatus SecTrustSetAnchorCertificates(SecTrustRef trust, CFArrayRef anchorCertificates);

/** Whether only the anchors that were set are trusted, nothing where none were, or those of the system, too. */
extern OSStatus SecTrustSetAnchorCertificatesOnly(SecTrustRef trust, Boolean anchorCertificatesOnly);

/** Finds the anchors that were set; NULL when there are none. */
extern OSStatus SecTrustCopyCustomAnchorCertificates(SecTrustRef trust, CFArrayRef *anchors);

/** Says how a judgement differs from the usual one. Flags that there are none of are refused. */
extern OSStatus SecTrustSetOptions(SecTrustRef trustRef, SecTrustOptionFlags options);

/** Without effect, as on macOS since 10.12. */
extern OSStatus SecTrustSetKeychains(SecTrustRef trust, CFTypeRef keychainOrArray);

/** Finds the authorities that the distribution trusts. */
extern OSStatus SecTrustCopyAnchorCertificates(CFArrayRef *anchors);

/** Judges as of a moment. */
extern OSStatus SecTrustSetVerifyDate(SecTrustRef trust, CFDateRef verifyDate);

/** Returns the moment as of which is judged. It stays that from then on. */
extern CFAbsoluteTime SecTrustGetVerifyTime(SecTrustRef trust);

/** Whether issuers that are missing may be fetched over HTTP from where certificates say that they are, which they are
    not until this says so; and whether policies of revocation may ask the network, which they may until this
    forbids it. */
extern OSStatus SecTrustSetNetworkFetchAllowed(SecTrustRef trust, Boolean allowFetch);

/** Finds whether issuers that are missing may be fetched. */
extern OSStatus SecTrustGetNetworkFetchAllowed(SecTrustRef trust, Boolean *allowFetch);

/** Accepts what was wrong when the exceptions were made, and nothing else; NULL takes them back.

    @return Whether they are for the leaf. */
extern bool SecTrustSetExceptions(SecTrustRef trust, CFDataRef exceptions);

/** Returns exceptions for all that is wrong now. */
extern CFDataRef SecTrustCopyExceptions(SecTrustRef trust);

/** Judges.

    @param error Receives, when the function returns false, what is wrong; NULL to ignore it.
    @return Whether the leaf is trusted. */
extern bool SecTrustEvaluateWithError(SecTrustRef trust, CFErrorRef *error);

/** Judges: SecTrustEvaluateWithError in its older form.

    @param result Receives kSecTrustResultProceed or kSecTrustResultUnspecified for a leaf that is
    trusted, something else for one that is not. */
extern OSStatus SecTrustEvaluate(SecTrustRef trust, SecTrustResultType *result);

/** Finds what the judgement came to. Judges if that has not been done. */
extern OSStatus SecTrustGetTrustResult(SecTrustRef trust, SecTrustResultType *result);

/** Returns the certificates from the leaf to the anchor, as far as they were found. */
extern CFArrayRef SecTrustCopyCertificateChain(SecTrustRef trust);

/** Returns how long the chain is. */
extern CFIndex SecTrustGetCertificateCount(SecTrustRef trust);

/** Returns a certificate of the chain, which lives as long as the trust object: 0 is the leaf. NULL
    outside of the chain. */
extern SecCertificateRef SecTrustGetCertificateAtIndex(SecTrustRef trust, CFIndex ix);

/** Returns the public key of the leaf. */
extern SecKeyRef SecTrustCopyKey(SecTrustRef trust);

/** The older name of SecTrustCopyKey. */
extern SecKeyRef SecTrustCopyPublicKey(SecTrustRef trust);

/** Returns what is wrong, as texts for a person; NULL when the leaf is trusted. */
extern CFArrayRef SecTrustCopyProperties(SecTrustRef trust);

/** Returns what the judgement came to, under the keys of this header: always when it was made and its
    result; what is wrong with each certificate; and what is known of revocations. */
extern CFDictionaryRef SecTrustCopyResult(SecTrustRef trust);

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
/** Never there: extended validation, transparency and qualified certificates are not judged. */
extern const CFStringRef kSecTrustExtendedValidation, kSecTrustOrganizationName,
    kSecTrustCertificateTransparency, kSecTrustCertificateTransparencyWhiteList,
    kSecTrustQCStatements, kSecTrustQWACValidation;

/** Brings what tells whether certificates were revoked.

    @param responseData The DER of an OCSP response or of a certificate revocation list, or an array
    of them; NULL to forget what was brought.
    @return errSecSuccess; errSecParam for other objects. */
extern OSStatus SecTrustSetOCSPResponse(SecTrustRef trust, CFTypeRef responseData);

/** Certificate transparency is not judged: errSecUnimplemented, errSecSuccess for NULL. */
extern OSStatus SecTrustSetSignedCertificateTimestamps(SecTrustRef trust, CFArrayRef sctArray);

#if __BLOCKS__
/** Receives the result of SecTrustEvaluateAsyncWithError; the error is released afterwards. */
typedef void (^SecTrustWithErrorCallback)(SecTrustRef trust, bool result, CFErrorRef error);

/** Receives the result of SecTrustEvaluateAsync. */
typedef void (^SecTrustCallback)(SecTrustRef trust, SecTrustResultType result);

/** Judges on a queue, and calls back on it. */
extern OSStatus SecTrustEvaluateAsyncWithError(SecTrustRef trust, dispatch_queue_t queue,
                                               SecTrustWithErrorCallback result);

/** Judges on a queue, and calls back on it. */
extern OSStatus SecTrustEvaluateAsync(SecTrustRef trust, dispatch_queue_t queue,
                                      SecTrustCallback result);
#endif

CF_EXTERN_C_END

#endif
