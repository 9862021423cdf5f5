// Made by scripts/names from Tables/names.txt.

// This file declares the statuses of certificates, revocation lists, OCSP and signed code.

/// The certificate is for another host.
public let errSecHostNameMismatch: OSStatus = -67602

/// An extension that is marked critical is unknown.
public let errSecUnknownCriticalExtensionFlag: OSStatus = -67603

/// The certificate has no basic constraints.
public let errSecNoBasicConstraints: OSStatus = -67604

/// The basic constraints do not state whether the subject is a certificate authority.
public let errSecNoBasicConstraintsCA: OSStatus = -67605

/// The authority key identifier does not match the issuer.
public let errSecInvalidAuthorityKeyID: OSStatus = -67606

/// The subject key identifier does not match the key.
public let errSecInvalidSubjectKeyID: OSStatus = -67607

/// The policy does not accept the certificate's key usage.
public let errSecInvalidKeyUsageForPolicy: OSStatus = -67608

/// The extended key usage of the certificate does not permit the purpose.
public let errSecInvalidExtendedKeyUsage: OSStatus = -67609

/// The identifiers that link the certificate to its issuer differ.
public let errSecInvalidIDLinkage: OSStatus = -67610

/// The chain is longer than a certificate of the chain permits.
public let errSecPathLengthConstraintExceeded: OSStatus = -67611

/// The chain ends in a certificate that cannot be a root.
public let errSecInvalidRoot: OSStatus = -67612

/// The validity of the revocation list has ended.
public let errSecCRLExpired: OSStatus = -67613

/// The validity of the revocation list begins in the future.
public let errSecCRLNotValidYet: OSStatus = -67614

/// No revocation list could be found.
public let errSecCRLNotFound: OSStatus = -67615

/// The server of the revocation list does not answer.
public let errSecCRLServerDown: OSStatus = -67616

/// The address of the revocation list is malformed.
public let errSecCRLBadURI: OSStatus = -67617

/// The certificate has an unknown extension.
public let errSecUnknownCertExtension: OSStatus = -67618

/// The revocation list has an unknown extension.
public let errSecUnknownCRLExtension: OSStatus = -67619

/// The signer of the revocation list is not trusted.
public let errSecCRLNotTrusted: OSStatus = -67620

/// The revocation list does not satisfy its policy.
public let errSecCRLPolicyFailed: OSStatus = -67621

/// The issuing distribution point could not be processed.
public let errSecIDPFailure: OSStatus = -67622

/// The certificate does not contain the sender's e-mail address.
public let errSecSMIMEEmailAddressesNotFound: OSStatus = -67623

/// The extended key usage does not permit S/MIME.
public let errSecSMIMEBadExtendedKeyUsage: OSStatus = -67624

/// The key usage does not permit S/MIME.
public let errSecSMIMEBadKeyUsage: OSStatus = -67625

/// The key usage is not marked critical, although S/MIME requires this.
public let errSecSMIMEKeyUsageNotCritical: OSStatus = -67626

/// The S/MIME certificate contains no e-mail address.
public let errSecSMIMENoEmailAddress: OSStatus = -67627

/// The alternative name is not marked critical, although S/MIME requires this.
public let errSecSMIMESubjAltNameNotCritical: OSStatus = -67628

/// The extended key usage does not permit TLS.
public let errSecSSLBadExtendedKeyUsage: OSStatus = -67629

/// The OCSP responder's answer is malformed.
public let errSecOCSPBadResponse: OSStatus = -67630

/// The OCSP request is malformed.
public let errSecOCSPBadRequest: OSStatus = -67631

/// No OCSP responder could be reached.
public let errSecOCSPUnavailable: OSStatus = -67632

/// The OCSP responder does not know the certificate.
public let errSecOCSPStatusUnrecognized: OSStatus = -67633

/// The data end too early.
public let errSecEndOfData: OSStatus = -67634

/// Revocation could not be checked for every certificate.
public let errSecIncompleteCertRevocationCheck: OSStatus = -67635

/// The network could not be used.
public let errSecNetworkFailure: OSStatus = -67636

/// The OCSP answer has no chain to a trusted anchor.
public let errSecOCSPNotTrustedToAnchor: OSStatus = -67637

/// The record was changed after the caller had read it.
public let errSecRecordModified: OSStatus = -67638

/// The signature of the OCSP answer is wrong.
public let errSecOCSPSignatureError: OSStatus = -67639

/// The OCSP answer's signer is unknown.
public let errSecOCSPNoSigner: OSStatus = -67640

/// The OCSP responder reported that the request is malformed.
public let errSecOCSPResponderMalformedReq: OSStatus = -67641

/// The OCSP responder had an internal error.
public let errSecOCSPResponderInternalError: OSStatus = -67642

/// The OCSP responder is busy. The client must try again later.
public let errSecOCSPResponderTryLater: OSStatus = -67643

/// The OCSP responder accepts signed requests only.
public let errSecOCSPResponderSignatureRequired: OSStatus = -67644

/// The OCSP responder refused this client.
public let errSecOCSPResponderUnauthorized: OSStatus = -67645

/// The nonce of the OCSP answer differs from the nonce of the request.
public let errSecOCSPResponseNonceMismatch: OSStatus = -67646

/// The certificate chain has the wrong length for signed code.
public let errSecCodeSigningBadCertChainLength: OSStatus = -67647

/// A certificate for signed code has no basic constraints.
public let errSecCodeSigningNoBasicConstraints: OSStatus = -67648

/// The permitted path length is wrong for signed code.
public let errSecCodeSigningBadPathLengthConstraint: OSStatus = -67649

/// The certificate for signed code has no extended key usage.
public let errSecCodeSigningNoExtendedKeyUsage: OSStatus = -67650

/// The code was signed with a development certificate.
public let errSecCodeSigningDevelopment: OSStatus = -67651

/// The certificate chain has the wrong length for signed resources.
public let errSecResourceSignBadCertChainLength: OSStatus = -67652

/// The extended key usage is wrong for signed resources.
public let errSecResourceSignBadExtKeyUsage: OSStatus = -67653

/// The trust settings deny the certificate.
public let errSecTrustSettingDeny: OSStatus = -67654

/// The certificate's subject is empty or malformed.
public let errSecInvalidSubjectName: OSStatus = -67655

/// A statement of the qualified certificate is unknown.
public let errSecUnknownQualifiedCertStatement: OSStatus = -67656

/// The certificate lacks a required extension.
public let errSecMissingRequiredExtension: OSStatus = -67880

/// The extended key usage is not marked critical, although the check requires this.
public let errSecExtendedKeyUsageNotCritical: OSStatus = -67881

/// An issuer in the chain does not permit this certificate policy.
public let errSecCertificatePolicyNotAllowed: OSStatus = -67899

/// An issuer in the chain does not permit a certificate for this name.
public let errSecCertificateNameNotAllowed: OSStatus = -67900

/// The validity period of the certificate is too long.
public let errSecCertificateValidityPeriodTooLong: OSStatus = -67901

/// The certificate is the certificate of an authority, although a certificate of an end entity is
/// required.
public let errSecCertificateIsCA: OSStatus = -67902

/// The certificate contains the same extension twice.
public let errSecCertificateDuplicateExtension: OSStatus = -67903

/// The qualified certificate lacks a required statement.
public let errSecMissingQualifiedCertStatement: OSStatus = -67904
