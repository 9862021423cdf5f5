// Made by scripts/names from Tables/names.txt.

// This file declares the statuses of certificate authorities, and of requests to certificate
// authorities.

/// The group of revocation lists is malformed.
public let errSecInvalidCRLGroup: OSStatus = -67816

/// The certificate does not permit the operation.
public let errSecCertificateCannotOperate: OSStatus = -67817

/// The validity period of the certificate has ended.
public let errSecCertificateExpired: OSStatus = -67818

/// The validity period of the certificate has not begun.
public let errSecCertificateNotValidYet: OSStatus = -67819

/// The certificate was revoked by its issuer.
public let errSecCertificateRevoked: OSStatus = -67820

/// The certificate is temporarily suspended.
public let errSecCertificateSuspended: OSStatus = -67821

/// The credentials do not suffice for the operation.
public let errSecInsufficientCredentials: OSStatus = -67822

/// The policy does not have the requested action.
public let errSecInvalidAction: OSStatus = -67823

/// The authority is unknown or unsuitable.
public let errSecInvalidAuthority: OSStatus = -67824

/// The verification of the request failed.
public let errSecVerifyActionFailed: OSStatus = -67825

/// The issuer is not a usable certificate authority.
public let errSecInvalidCertAuthority: OSStatus = -67826

/// The issuer is not a usable authority for revocation lists.
public let errSecInvalidCRLAuthority: OSStatus = -67827

/// The earlier, misspelled name of `errSecInvalidCRLAuthority`.
public let errSecInvaldCRLAuthority: OSStatus = -67827

/// The encoding of the revocation list is wrong.
public let errSecInvalidCRLEncoding: OSStatus = -67828

/// The type of the revocation list is wrong.
public let errSecInvalidCRLType: OSStatus = -67829

/// The revocation list is malformed.
public let errSecInvalidCRL: OSStatus = -67830

/// The type of the form is wrong.
public let errSecInvalidFormType: OSStatus = -67831

/// The identifier is invalid.
public let errSecInvalidID: OSStatus = -67832

/// The object identifier is malformed.
public let errSecInvalidIdentifier: OSStatus = -67833

/// The index is out of bounds.
public let errSecInvalidIndex: OSStatus = -67834

/// The policy identifiers are malformed.
public let errSecInvalidPolicyIdentifiers: OSStatus = -67835

/// The text of a time has an unknown form.
public let errSecInvalidTimeString: OSStatus = -67836

/// The reason given for the revocation is unknown.
public let errSecInvalidReason: OSStatus = -67837

/// The inputs of the request are malformed.
public let errSecInvalidRequestInputs: OSStatus = -67838

/// The list of responses is malformed.
public let errSecInvalidResponseVector: OSStatus = -67839

/// The condition on which the operation stops is unknown.
public let errSecInvalidStopOnPolicy: OSStatus = -67840

/// The tuple is malformed. A tuple is a CDSA record that grants a right to a subject.
public let errSecInvalidTuple: OSStatus = -67841

/// The operation supports only a single value.
public let errSecMultipleValuesUnsupported: OSStatus = -67842

/// The certificate is not trusted.
public let errSecNotTrusted: OSStatus = -67843

/// There is no default authority.
public let errSecNoDefaultAuthority: OSStatus = -67844

/// The authority rejected the form.
public let errSecRejectedForm: OSStatus = -67845

/// The authority has lost the request.
public let errSecRequestLost: OSStatus = -67846

/// The authority rejected the request.
public let errSecRequestRejected: OSStatus = -67847

/// The type of the address is not supported.
public let errSecUnsupportedAddressType: OSStatus = -67848

/// The authority does not offer the requested service.
public let errSecUnsupportedService: OSStatus = -67849

/// The group of tuples is malformed. A tuple is a CDSA record that grants a right to a subject.
public let errSecInvalidTupleGroup: OSStatus = -67850

/// The basic access lists are malformed.
public let errSecInvalidBaseACLs: OSStatus = -67851

/// The credentials of the tuple were not accepted. A tuple is a CDSA record that grants a right to
/// a subject.
public let errSecInvalidTupleCredentials: OSStatus = -67852

/// The earlier, misspelled name of `errSecInvalidTupleCredentials`.
public let errSecInvalidTupleCredendtials: OSStatus = -67852

/// The encoding is malformed.
public let errSecInvalidEncoding: OSStatus = -67853

/// The validity period is malformed, or ends before its beginning.
public let errSecInvalidValidityPeriod: OSStatus = -67854

/// The party that makes the request is not accepted.
public let errSecInvalidRequestor: OSStatus = -67855

/// The description of the request is malformed.
public let errSecRequestDescriptor: OSStatus = -67856
