#ifndef SECURITY_SECTRUST_H
#define SECURITY_SECTRUST_H

/* Trust: evaluating certificates. */

#include <Security/SecBase.h>
#include <Security/SecTrustConstants.h>
#include <stdbool.h>

#if __has_include(<dispatch/dispatch.h>)
#include <dispatch/dispatch.h>
#else
/* This declaration equals the declaration in dispatch/dispatch.h, which this system lacks. */
typedef struct dispatch_queue_s *dispatch_queue_t;
#endif

CF_EXTERN_C_BEGIN

/** A trust object: certificates, and the policies by which they are evaluated. */
typedef struct __SecTrust *SecTrustRef;

/** The result of an evaluation. */
typedef CF_ENUM(uint32_t, SecTrustResultType) {
  /** No evaluation has been made. */
  kSecTrustResultInvalid = 0,
  /** Trusted by an explicit decision. */
  kSecTrustResultProceed = 1,
  /** Never returned. The value existed in earlier versions of macOS. */
  kSecTrustResultConfirm = 2,
  /** Rejected by an explicit decision. */
  kSecTrustResultDeny = 3,
  /** Trusted: the chain is valid. */
  kSecTrustResultUnspecified = 4,
  /** Not trusted, but the caller can override the failures with SecTrustSetExceptions. */
  kSecTrustResultRecoverableTrustFailure = 5,
  /** Not trusted, and the failures cannot be overridden. */
  kSecTrustResultFatalTrustFailure = 6,
  /** The evaluation itself failed. */
  kSecTrustResultOtherError = 7
};

/** Options for SecTrustSetOptions. */
typedef CF_OPTIONS(uint32_t, SecTrustOptionFlags) {
  /** Accepts certificates that have expired or are not valid yet, except for the root. */
  kSecTrustOptionAllowExpired = 0x01,
  /** Accepts a certificate authority as the leaf. Latchkey always accepts such a leaf, so the option has no effect. */
  kSecTrustOptionLeafIsCA = 0x02,
  /** Allows fetching missing issuers, unless SecTrustSetNetworkFetchAllowed has forbidden the network. */
  kSecTrustOptionFetchIssuerFromNet = 0x04,
  /** Accepts a root certificate that has expired or is not valid yet. */
  kSecTrustOptionAllowExpiredRoot = 0x08,
  /** Rejects a certificate whose revocation status is unknown. */
  kSecTrustOptionRequireRevPerCert = 0x10,
  /** Uses trust settings. Latchkey always uses trust settings, so the option has no effect. */
  kSecTrustOptionUseTrustSettings = 0x20,
  /** Trusts self-signed certificates that were given with the leaf, unless trust settings deny them. */
  kSecTrustOptionImplicitAnchors = 0x40
};

/* The caller must release the objects that Copy and Create functions return. Functions that return a status return
   errSecParam if a required argument is NULL or another object. */

/** Returns the type of trust objects. */
extern CFTypeID SecTrustGetTypeID(void);

/** Makes a trust object.

    @param certificates A certificate, or an array of certificates. The first member is the leaf. The other members may
    form a chain from the leaf to an anchor.
    @param policies A policy, or an array of policies; NULL for the basic X.509 policy.
    @param trust Receives the object. */
extern OSStatus SecTrustCreateWithCertificates(CFTypeRef certificates, CFTypeRef policies,
                                               SecTrustRef *trust);

/** Sets the policies of later evaluations: a policy, or an array of policies. */
extern OSStatus SecTrustSetPolicies(SecTrustRef trust, CFTypeRef policies);

/** Finds the policies of a trust object. */
extern OSStatus SecTrustCopyPolicies(SecTrustRef trust, CFArrayRef *policies);

/** Sets the trusted certificate authorities. With an empty array, nothing is trusted. NULL restores the system's
    authorities. */
extern OSStatus SecTrustSetAnchorCertificates(SecTrustRef trust, CFArrayRef anchorCertificates);

/** Sets whether only the anchors of SecTrustSetAnchorCertificates are trusted, or also the system's authorities. If
    only anchors are trusted and no anchors were set, nothing is trusted. */
extern OSStatus SecTrustSetAnchorCertificatesOnly(SecTrustRef trust, Boolean anchorCertificatesOnly);

/** Finds the anchors that were set; NULL if no anchors were set. */
extern OSStatus SecTrustCopyCustomAnchorCertificates(SecTrustRef trust, CFArrayRef *anchors);

/** Sets the options of later evaluations. The function refuses unknown flags. */
extern OSStatus SecTrustSetOptions(SecTrustRef trustRef, SecTrustOptionFlags options);

/** Has no effect, as on macOS since 10.12. */
extern OSStatus SecTrustSetKeychains(SecTrustRef trust, CFTypeRef keychainOrArray);

/** Finds the certificate authorities that the distribution trusts. */
extern OSStatus SecTrustCopyAnchorCertificates(CFArrayRef *anchors);

/** Sets the date at which certificates must be valid. */
extern OSStatus SecTrustSetVerifyDate(SecTrustRef trust, CFDateRef verifyDate);

/** Returns the time at which certificates must be valid. If no time was set, the function sets the current time and
    returns the current time. */
extern CFAbsoluteTime SecTrustGetVerifyTime(SecTrustRef trust);

/** Sets whether an evaluation may use the network. Missing issuers are fetched over HTTP only after this function
    has allowed the network. The certificates contain the addresses of their issuers. Revocation policies may use the
    network until this function forbids the network. */
extern OSStatus SecTrustSetNetworkFetchAllowed(SecTrustRef trust, Boolean allowFetch);

/** Finds whether an evaluation may fetch missing issuers over the network. */
extern OSStatus SecTrustGetNetworkFetchAllowed(SecTrustRef trust, Boolean *allowFetch);

/** Sets the exceptions: failures that an evaluation accepts. The exceptions contain the failures that existed when the
    exceptions were made, and no other failures. NULL removes the exceptions.

    @return Whether the exceptions belong to the leaf. */
extern bool SecTrustSetExceptions(SecTrustRef trust, CFDataRef exceptions);

/** Returns exceptions for all current failures. */
extern CFDataRef SecTrustCopyExceptions(SecTrustRef trust);

/** Evaluates certificates.

    @param error Receives an error if the function returns false; NULL to ignore the error.
    @return Whether the leaf is trusted. */
extern bool SecTrustEvaluateWithError(SecTrustRef trust, CFErrorRef *error);

/** Evaluates certificates. This is an older form of SecTrustEvaluateWithError.

    @param result Receives kSecTrustResultProceed or kSecTrustResultUnspecified if the leaf is trusted; otherwise
    another value. */
extern OSStatus SecTrustEvaluate(SecTrustRef trust, SecTrustResultType *result);

/** Finds the result of the evaluation. Evaluates the certificates first if necessary. */
extern OSStatus SecTrustGetTrustResult(SecTrustRef trust, SecTrustResultType *result);

/** Returns the certificate chain from the leaf towards the anchor. The chain may be incomplete. */
extern CFArrayRef SecTrustCopyCertificateChain(SecTrustRef trust);

/** Returns the number of certificates in the chain. */
extern CFIndex SecTrustGetCertificateCount(SecTrustRef trust);

/** Returns a certificate of the chain; NULL if there is no such index. Index 0 is the leaf. The trust object owns
    the certificate. */
extern SecCertificateRef SecTrustGetCertificateAtIndex(SecTrustRef trust, CFIndex ix);

/** Returns the public key of the leaf. */
extern SecKeyRef SecTrustCopyKey(SecTrustRef trust);

/** Returns the public key of the leaf. This is the older name of SecTrustCopyKey. */
extern SecKeyRef SecTrustCopyPublicKey(SecTrustRef trust);

/** Returns descriptions of the failures, which a program can show to the user; NULL if the leaf is trusted. */
extern CFArrayRef SecTrustCopyProperties(SecTrustRef trust);

/** Returns the result of the evaluation as a dictionary. SecTrustConstants.h declares its keys. The dictionary always
    contains the time and the result of the evaluation, and the failures of each certificate. The dictionary contains
    revocation information if such information exists. */
extern CFDictionaryRef SecTrustCopyResult(SecTrustRef trust);

/** Supplies OCSP responses or revocation lists.

    @param responseData The DER of an OCSP response, the DER of a certificate revocation list, or an array of such
    data. NULL removes all responses and lists that were supplied earlier.
    @return errSecSuccess; errSecParam for other objects. */
extern OSStatus SecTrustSetOCSPResponse(SecTrustRef trust, CFTypeRef responseData);

/** Returns errSecSuccess for NULL, and errSecUnimplemented for any array, because Latchkey does not support
    certificate transparency. */
extern OSStatus SecTrustSetSignedCertificateTimestamps(SecTrustRef trust, CFArrayRef sctArray);

#if __BLOCKS__
/** Receives the result of SecTrustEvaluateAsyncWithError. The error is released after the block returns. */
typedef void (^SecTrustWithErrorCallback)(SecTrustRef trust, bool result, CFErrorRef error);

/** Receives the result of SecTrustEvaluateAsync. */
typedef void (^SecTrustCallback)(SecTrustRef trust, SecTrustResultType result);

/** Evaluates certificates asynchronously on a queue, and calls the block on that queue. */
extern OSStatus SecTrustEvaluateAsyncWithError(SecTrustRef trust, dispatch_queue_t queue,
                                               SecTrustWithErrorCallback result);

/** Evaluates certificates asynchronously on a queue, and calls the block on that queue. */
extern OSStatus SecTrustEvaluateAsync(SecTrustRef trust, dispatch_queue_t queue,
                                      SecTrustCallback result);
#endif

CF_EXTERN_C_END

#endif
