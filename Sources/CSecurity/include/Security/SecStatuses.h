/* Made by scripts/names from Tables/names.txt. */

#ifndef SECURITY_SECSTATUSES_H
#define SECURITY_SECSTATUSES_H

/* This header declares the statuses. SecBase.h includes this header. */

/** The statuses. */
enum {
  /** The call succeeded. */
  errSecSuccess = 0,
  /** The operation is not supported. A request for protection that Latchkey cannot provide also
      returns this status. */
  errSecUnimplemented = -4,
  /** There is no space left on the disk. */
  errSecDiskFull = -34,
  /** The older spelling of `errSecDiskFull`. */
  errSecDskFull = -34,
  /** Reading or writing the keychain's files failed. */
  errSecIO = -36,
  /** The file is already open for writing. */
  errSecOpWr = -49,
  /** An argument has a wrong type or value, or is missing. The item functions return this status
      for every malformed dictionary. */
  errSecParam = -50,
  /** Writing is not permitted by the file's access rights. */
  errSecWrPerm = -61,
  /** Not enough memory could be obtained. */
  errSecAllocate = -108,
  /** The user dismissed the prompt. */
  errSecUserCanceled = -128,
  /** The request is invalid in the present state. */
  errSecBadReq = -909,
  /** An internal component failed. */
  errSecInternalComponent = -2070,
  /** A function of Core Foundation failed for an unknown reason. */
  errSecCoreFoundationUnknown = -4960,
  /** The program lacks an entitlement or access group that the call needs. A call returns this
      status if its dictionary names an access group of which the program is not a member. */
  errSecMissingEntitlement = -34018,
  /** A program of this kind may not call the function. */
  errSecRestrictedAPI = -34020,
  /** The access list is too complex for the simple form of access lists. */
  errSecACLNotSimple = -25240,
  /** No policy has the given name. */
  errSecPolicyNotFound = -25241,
  /** A trust setting is invalid. */
  errSecInvalidTrustSetting = -25242,
  /** The item has no access record. */
  errSecNoAccessForItem = -25243,
  /** The owner of the item may not be changed in this way. */
  errSecInvalidOwnerEdit = -25244,
  /** Trust has not been evaluated, so there is no result. */
  errSecTrustNotAvailable = -25245,
  /** Import or export in the requested format is not supported. */
  errSecUnsupportedFormat = -25256,
  /** The format of the data for the import is unknown. */
  errSecUnknownFormat = -25257,
  /** The key may leave the keychain only in wrapped form. */
  errSecKeyIsSensitive = -25258,
  /** The data for the import contain more than one private key. */
  errSecMultiplePrivKeys = -25259,
  /** A passphrase is required to open the data. */
  errSecPassphraseRequired = -25260,
  /** The reference to a password is invalid. */
  errSecInvalidPasswordRef = -25261,
  /** The record of trust settings is damaged, or other users can change it. */
  errSecInvalidTrustSettings = -25262,
  /** There are no trust settings. */
  errSecNoTrustSettings = -25263,
  /** The integrity check of the PKCS #12 file failed. The usual reason is a wrong password. */
  errSecPkcs12VerifyFailure = -25264,
  /** The keychain cannot be used, because its store is missing, damaged or busy. */
  errSecNotAvailable = -25291,
  /** The keychain can be read but not written. */
  errSecReadOnly = -25292,
  /** The passphrase or other proof of identity was not accepted. */
  errSecAuthFailed = -25293,
  /** No keychain has the given name. */
  errSecNoSuchKeychain = -25294,
  /** The file is not a keychain. */
  errSecInvalidKeychain = -25295,
  /** A keychain with the given name already exists. */
  errSecDuplicateKeychain = -25296,
  /** The callback is already registered. */
  errSecDuplicateCallback = -25297,
  /** The callback cannot be used. */
  errSecInvalidCallback = -25298,
  /** An item with the same uniqueness key already exists in the keychain. Update the stored item
      instead of adding another item. */
  errSecDuplicateItem = -25299,
  /** No item matches the search, the update or the deletion. */
  errSecItemNotFound = -25300,
  /** The caller's buffer is too small for the result. */
  errSecBufferTooSmall = -25301,
  /** The data of the item exceed the size limit. */
  errSecDataTooLarge = -25302,
  /** Items of the class do not have the attribute. The dictionary contains an attribute of another
      class, or an unknown attribute. */
  errSecNoSuchAttr = -25303,
  /** The reference to an item is stale or incomplete. */
  errSecInvalidItemRef = -25304,
  /** The handle of the search is no longer valid. */
  errSecInvalidSearchRef = -25305,
  /** No item class has the given name. */
  errSecNoSuchClass = -25306,
  /** There is no default keychain. */
  errSecNoDefaultKeychain = -25307,
  /** User interaction is not allowed. A call also returns this status if the accessibility of an
      item requires an unlocked keychain and the keychain is locked. */
  errSecInteractionNotAllowed = -25308,
  /** The keychain sets the attribute itself, so callers cannot change the attribute. */
  errSecReadOnlyAttr = -25309,
  /** Another version of the software wrote the keychain. */
  errSecWrongSecVersion = -25310,
  /** A key of the given size cannot be made or used. */
  errSecKeySizeNotAllowed = -25311,
  /** The component that stores items is missing. */
  errSecNoStorageModule = -25312,
  /** The component that handles certificates is missing. */
  errSecNoCertificateModule = -25313,
  /** The component that applies policies is missing. */
  errSecNoPolicyModule = -25314,
  /** The operation requires a prompt to the user. */
  errSecInteractionRequired = -25315,
  /** The data of the item cannot be obtained. */
  errSecDataNotAvailable = -25316,
  /** The data of the item cannot be changed. */
  errSecDataNotModifiable = -25317,
  /** A certificate that is necessary to complete the chain is missing. */
  errSecCreateChainFailed = -25318,
  /** The domain of preferences does not exist. */
  errSecInvalidPrefsDomain = -25319,
  /** The screen is off while the machine is awake, so a prompt to the user is impossible. */
  errSecInDarkWake = -25320,
  /** The supposed issuer did not sign the certificate. */
  errSecNotSigner = -26267,
  /** The bytes cannot be decoded to a value of the expected type. */
  errSecDecode = -26275,
  /** A service that the call requires is not available. */
  errSecServiceNotAvailable = -67585,
  /** The identification of the client does not suffice. */
  errSecInsufficientClientID = -67586,
  /** The device was reset in the middle of the operation. */
  errSecDeviceReset = -67587,
  /** The device stopped working. */
  errSecDeviceFailed = -67588,
  /** The program could not be added to the subject of an access list. */
  errSecAppleAddAppACLSubject = -67589,
  /** The public key lacks required parameters. */
  errSecApplePublicKeyIncomplete = -67590,
  /** The signature of the program differs from the recorded signature. */
  errSecAppleSignatureMismatch = -67591,
  /** The first day on which the key may be used is invalid. */
  errSecAppleInvalidKeyStartDate = -67592,
  /** The last day on which the key may be used is invalid. */
  errSecAppleInvalidKeyEndDate = -67593,
  /** The conversion of the value to another form failed. */
  errSecConversionError = -67594,
  /** The peer was forced to use SSL version 2. */
  errSecAppleSSLv2Rollback = -67595,
  /** The quota is exhausted. */
  errSecQuotaExceeded = -67596,
  /** The file exceeds the size limit. */
  errSecFileTooBig = -67597,
  /** The key record of the database is malformed. */
  errSecInvalidDatabaseBlob = -67598,
  /** The record of the key is malformed. */
  errSecInvalidKeyBlob = -67599,
  /** The key record of the database has a version that the software cannot read. */
  errSecIncompatibleDatabaseBlob = -67600,
  /** The record of the key has a version that the software cannot read. */
  errSecIncompatibleKeyBlob = -67601,
  /** The information about the bundle is malformed. */
  errSecInvalidBundleInfo = -67857,
  /** The revocation list has no entry at the given index. */
  errSecInvalidCRLIndex = -67858,
  /** The fields have no values. */
  errSecNoFieldValues = -67859,
  /** The format of a field is not supported. */
  errSecUnsupportedFieldFormat = -67860,
  /** The kind of index is not supported. */
  errSecUnsupportedIndexInfo = -67861,
  /** The locality is not supported. */
  errSecUnsupportedLocality = -67862,
  /** The number of attributes is not supported. */
  errSecUnsupportedNumAttributes = -67863,
  /** The number of indexes is not supported. */
  errSecUnsupportedNumIndexes = -67864,
  /** The number of record types is not supported. */
  errSecUnsupportedNumRecordTypes = -67865,
  /** A field is named more than once. */
  errSecFieldSpecifiedMultiple = -67866,
  /** The formats of the fields are incompatible. */
  errSecIncompatibleFieldFormat = -67867,
  /** The parsing module cannot be used. */
  errSecInvalidParsingModule = -67868,
  /** The database is locked. */
  errSecDatabaseLocked = -67869,
  /** The data store is still open. */
  errSecDatastoreIsOpen = -67870,
  /** A required value is missing. */
  errSecMissingValue = -67871,
  /** The kind of limit is not supported in queries. */
  errSecUnsupportedQueryLimits = -67872,
  /** The number of conditions in the query is not supported. */
  errSecUnsupportedNumSelectionPreds = -67873,
  /** The query's operator is not supported. */
  errSecUnsupportedOperator = -67874,
  /** The location of the database is invalid. */
  errSecInvalidDBLocation = -67875,
  /** The requested kind of access is invalid. */
  errSecInvalidAccessRequest = -67876,
  /** The description of the index is malformed. */
  errSecInvalidIndexInfo = -67877,
  /** The new owner is not acceptable. */
  errSecInvalidNewOwner = -67878,
  /** The mode of the modification does not exist. */
  errSecInvalidModifyMode = -67879,
  /** The group of revocation lists is malformed. */
  errSecInvalidCRLGroup = -67816,
  /** The certificate does not permit the operation. */
  errSecCertificateCannotOperate = -67817,
  /** The validity period of the certificate has ended. */
  errSecCertificateExpired = -67818,
  /** The validity period of the certificate has not begun. */
  errSecCertificateNotValidYet = -67819,
  /** The certificate was revoked by its issuer. */
  errSecCertificateRevoked = -67820,
  /** The certificate is temporarily suspended. */
  errSecCertificateSuspended = -67821,
  /** The credentials do not suffice for the operation. */
  errSecInsufficientCredentials = -67822,
  /** The policy does not have the requested action. */
  errSecInvalidAction = -67823,
  /** The authority is unknown or unsuitable. */
  errSecInvalidAuthority = -67824,
  /** The verification of the request failed. */
  errSecVerifyActionFailed = -67825,
  /** The issuer is not a usable certificate authority. */
  errSecInvalidCertAuthority = -67826,
  /** The issuer is not a usable authority for revocation lists. */
  errSecInvalidCRLAuthority = -67827,
  /** The earlier, misspelled name of `errSecInvalidCRLAuthority`. */
  errSecInvaldCRLAuthority = -67827,
  /** The encoding of the revocation list is wrong. */
  errSecInvalidCRLEncoding = -67828,
  /** The type of the revocation list is wrong. */
  errSecInvalidCRLType = -67829,
  /** The revocation list is malformed. */
  errSecInvalidCRL = -67830,
  /** The type of the form is wrong. */
  errSecInvalidFormType = -67831,
  /** The identifier is invalid. */
  errSecInvalidID = -67832,
  /** The object identifier is malformed. */
  errSecInvalidIdentifier = -67833,
  /** The index is out of bounds. */
  errSecInvalidIndex = -67834,
  /** The policy identifiers are malformed. */
  errSecInvalidPolicyIdentifiers = -67835,
  /** The text of a time has an unknown form. */
  errSecInvalidTimeString = -67836,
  /** The reason given for the revocation is unknown. */
  errSecInvalidReason = -67837,
  /** The inputs of the request are malformed. */
  errSecInvalidRequestInputs = -67838,
  /** The list of responses is malformed. */
  errSecInvalidResponseVector = -67839,
  /** The condition on which the operation stops is unknown. */
  errSecInvalidStopOnPolicy = -67840,
  /** The tuple is malformed. A tuple is a CDSA record that grants a right to a subject. */
  errSecInvalidTuple = -67841,
  /** The operation supports only a single value. */
  errSecMultipleValuesUnsupported = -67842,
  /** The certificate is not trusted. */
  errSecNotTrusted = -67843,
  /** There is no default authority. */
  errSecNoDefaultAuthority = -67844,
  /** The authority rejected the form. */
  errSecRejectedForm = -67845,
  /** The authority has lost the request. */
  errSecRequestLost = -67846,
  /** The authority rejected the request. */
  errSecRequestRejected = -67847,
  /** The type of the address is not supported. */
  errSecUnsupportedAddressType = -67848,
  /** The authority does not offer the requested service. */
  errSecUnsupportedService = -67849,
  /** The group of tuples is malformed. A tuple is a CDSA record that grants a right to a
      subject. */
  errSecInvalidTupleGroup = -67850,
  /** The basic access lists are malformed. */
  errSecInvalidBaseACLs = -67851,
  /** The credentials of the tuple were not accepted. A tuple is a CDSA record that grants a right
      to a subject. */
  errSecInvalidTupleCredentials = -67852,
  /** The earlier, misspelled name of `errSecInvalidTupleCredentials`. */
  errSecInvalidTupleCredendtials = -67852,
  /** The encoding is malformed. */
  errSecInvalidEncoding = -67853,
  /** The validity period is malformed, or ends before its beginning. */
  errSecInvalidValidityPeriod = -67854,
  /** The party that makes the request is not accepted. */
  errSecInvalidRequestor = -67855,
  /** The description of the request is malformed. */
  errSecRequestDescriptor = -67856,
  /** The certificate is for another host. */
  errSecHostNameMismatch = -67602,
  /** An extension that is marked critical is unknown. */
  errSecUnknownCriticalExtensionFlag = -67603,
  /** The certificate has no basic constraints. */
  errSecNoBasicConstraints = -67604,
  /** The basic constraints do not state whether the subject is a certificate authority. */
  errSecNoBasicConstraintsCA = -67605,
  /** The authority key identifier does not match the issuer. */
  errSecInvalidAuthorityKeyID = -67606,
  /** The subject key identifier does not match the key. */
  errSecInvalidSubjectKeyID = -67607,
  /** The policy does not accept the certificate's key usage. */
  errSecInvalidKeyUsageForPolicy = -67608,
  /** The extended key usage of the certificate does not permit the purpose. */
  errSecInvalidExtendedKeyUsage = -67609,
  /** The identifiers that link the certificate to its issuer differ. */
  errSecInvalidIDLinkage = -67610,
  /** The chain is longer than a certificate of the chain permits. */
  errSecPathLengthConstraintExceeded = -67611,
  /** The chain ends in a certificate that cannot be a root. */
  errSecInvalidRoot = -67612,
  /** The validity of the revocation list has ended. */
  errSecCRLExpired = -67613,
  /** The validity of the revocation list begins in the future. */
  errSecCRLNotValidYet = -67614,
  /** No revocation list could be found. */
  errSecCRLNotFound = -67615,
  /** The server of the revocation list does not answer. */
  errSecCRLServerDown = -67616,
  /** The address of the revocation list is malformed. */
  errSecCRLBadURI = -67617,
  /** The certificate has an unknown extension. */
  errSecUnknownCertExtension = -67618,
  /** The revocation list has an unknown extension. */
  errSecUnknownCRLExtension = -67619,
  /** The signer of the revocation list is not trusted. */
  errSecCRLNotTrusted = -67620,
  /** The revocation list does not satisfy the policy. */
  errSecCRLPolicyFailed = -67621,
  /** The issuing distribution point could not be processed. */
  errSecIDPFailure = -67622,
  /** The certificate does not contain the sender's e-mail address. */
  errSecSMIMEEmailAddressesNotFound = -67623,
  /** The extended key usage does not permit S/MIME. */
  errSecSMIMEBadExtendedKeyUsage = -67624,
  /** The key usage does not permit S/MIME. */
  errSecSMIMEBadKeyUsage = -67625,
  /** The key usage is not marked critical, although S/MIME requires this. */
  errSecSMIMEKeyUsageNotCritical = -67626,
  /** The S/MIME certificate contains no e-mail address. */
  errSecSMIMENoEmailAddress = -67627,
  /** The alternative name is not marked critical, although S/MIME requires this. */
  errSecSMIMESubjAltNameNotCritical = -67628,
  /** The extended key usage does not permit TLS. */
  errSecSSLBadExtendedKeyUsage = -67629,
  /** The OCSP responder's answer is malformed. */
  errSecOCSPBadResponse = -67630,
  /** The OCSP request is malformed. */
  errSecOCSPBadRequest = -67631,
  /** No OCSP responder could be reached. */
  errSecOCSPUnavailable = -67632,
  /** The OCSP responder does not know the certificate. */
  errSecOCSPStatusUnrecognized = -67633,
  /** The data end too early. */
  errSecEndOfData = -67634,
  /** Revocation could not be checked for every certificate. */
  errSecIncompleteCertRevocationCheck = -67635,
  /** The network could not be used. */
  errSecNetworkFailure = -67636,
  /** The OCSP answer has no chain to a trusted anchor. */
  errSecOCSPNotTrustedToAnchor = -67637,
  /** The record was changed after the caller had read it. */
  errSecRecordModified = -67638,
  /** The signature of the OCSP answer is wrong. */
  errSecOCSPSignatureError = -67639,
  /** The OCSP answer's signer is unknown. */
  errSecOCSPNoSigner = -67640,
  /** The OCSP responder reported that the request is malformed. */
  errSecOCSPResponderMalformedReq = -67641,
  /** The OCSP responder had an internal error. */
  errSecOCSPResponderInternalError = -67642,
  /** The OCSP responder is busy. The client must try again later. */
  errSecOCSPResponderTryLater = -67643,
  /** The OCSP responder accepts signed requests only. */
  errSecOCSPResponderSignatureRequired = -67644,
  /** The OCSP responder refused this client. */
  errSecOCSPResponderUnauthorized = -67645,
  /** The nonce of the OCSP answer differs from the nonce of the request. */
  errSecOCSPResponseNonceMismatch = -67646,
  /** The certificate chain has the wrong length for signed code. */
  errSecCodeSigningBadCertChainLength = -67647,
  /** A certificate for signed code has no basic constraints. */
  errSecCodeSigningNoBasicConstraints = -67648,
  /** The permitted path length is wrong for signed code. */
  errSecCodeSigningBadPathLengthConstraint = -67649,
  /** The certificate for signed code has no extended key usage. */
  errSecCodeSigningNoExtendedKeyUsage = -67650,
  /** The code was signed with a development certificate. */
  errSecCodeSigningDevelopment = -67651,
  /** The certificate chain has the wrong length for signed resources. */
  errSecResourceSignBadCertChainLength = -67652,
  /** The extended key usage is wrong for signed resources. */
  errSecResourceSignBadExtKeyUsage = -67653,
  /** The trust settings deny the certificate. */
  errSecTrustSettingDeny = -67654,
  /** The certificate's subject is empty or malformed. */
  errSecInvalidSubjectName = -67655,
  /** A statement of the qualified certificate is unknown. */
  errSecUnknownQualifiedCertStatement = -67656,
  /** The certificate lacks a required extension. */
  errSecMissingRequiredExtension = -67880,
  /** The extended key usage is not marked critical, although the check requires this. */
  errSecExtendedKeyUsageNotCritical = -67881,
  /** An issuer in the chain does not permit this certificate policy. */
  errSecCertificatePolicyNotAllowed = -67899,
  /** An issuer in the chain does not permit a certificate for this name. */
  errSecCertificateNameNotAllowed = -67900,
  /** The validity period of the certificate is too long. */
  errSecCertificateValidityPeriodTooLong = -67901,
  /** The certificate is the certificate of an authority, although a certificate of an end entity is
      required. */
  errSecCertificateIsCA = -67902,
  /** The certificate contains the same extension twice. */
  errSecCertificateDuplicateExtension = -67903,
  /** The qualified certificate lacks a required statement. */
  errSecMissingQualifiedCertStatement = -67904,
  /** The key is for another algorithm. */
  errSecAlgorithmMismatch = -67730,
  /** The key may not be used for the operation. */
  errSecKeyUsageIncorrect = -67731,
  /** The record of the key is of the wrong type. */
  errSecKeyBlobTypeIncorrect = -67732,
  /** The header of the key contradicts its contents. */
  errSecKeyHeaderInconsistent = -67733,
  /** The format of the key is not supported. */
  errSecUnsupportedKeyFormat = -67734,
  /** The size of the key is not supported. */
  errSecUnsupportedKeySize = -67735,
  /** The mask of key usages is malformed. */
  errSecInvalidKeyUsageMask = -67736,
  /** The mask contains a key usage that is not supported. */
  errSecUnsupportedKeyUsageMask = -67737,
  /** The mask of key attributes is malformed. */
  errSecInvalidKeyAttributeMask = -67738,
  /** The mask contains a key attribute that is not supported. */
  errSecUnsupportedKeyAttributeMask = -67739,
  /** The label of the key is malformed. */
  errSecInvalidKeyLabel = -67740,
  /** The kind of label is not supported for keys. */
  errSecUnsupportedKeyLabel = -67741,
  /** The format of the key is wrong. */
  errSecInvalidKeyFormat = -67742,
  /** Operations on several buffers at once are not supported. */
  errSecUnsupportedVectorOfBuffers = -67743,
  /** The list of input buffers is malformed. */
  errSecInvalidInputVector = -67744,
  /** The list of output buffers is malformed. */
  errSecInvalidOutputVector = -67745,
  /** The cryptographic context is malformed. */
  errSecInvalidContext = -67746,
  /** The algorithm is unknown or unsuitable. */
  errSecInvalidAlgorithm = -67747,
  /** The key given for the operation cannot be used. */
  errSecInvalidAttributeKey = -67748,
  /** The operation needs a key, and none was given. */
  errSecMissingAttributeKey = -67749,
  /** The initialisation vector given for the operation cannot be used. */
  errSecInvalidAttributeInitVector = -67750,
  /** The operation needs an initialisation vector, and none was given. */
  errSecMissingAttributeInitVector = -67751,
  /** The salt given for the operation cannot be used. */
  errSecInvalidAttributeSalt = -67752,
  /** The operation needs a salt, and none was given. */
  errSecMissingAttributeSalt = -67753,
  /** The padding given for the operation cannot be used. */
  errSecInvalidAttributePadding = -67754,
  /** The operation needs a padding, and none was given. */
  errSecMissingAttributePadding = -67755,
  /** The random value given for the operation cannot be used. */
  errSecInvalidAttributeRandom = -67756,
  /** The operation needs a random value, and none was given. */
  errSecMissingAttributeRandom = -67757,
  /** The seed given for the operation cannot be used. */
  errSecInvalidAttributeSeed = -67758,
  /** The operation needs a seed, and none was given. */
  errSecMissingAttributeSeed = -67759,
  /** The passphrase given for the operation cannot be used. */
  errSecInvalidAttributePassphrase = -67760,
  /** The operation needs a passphrase, and none was given. */
  errSecMissingAttributePassphrase = -67761,
  /** The key length given for the operation cannot be used. */
  errSecInvalidAttributeKeyLength = -67762,
  /** The operation needs a key length, and none was given. */
  errSecMissingAttributeKeyLength = -67763,
  /** The block size given for the operation cannot be used. */
  errSecInvalidAttributeBlockSize = -67764,
  /** The operation needs a block size, and none was given. */
  errSecMissingAttributeBlockSize = -67765,
  /** The output size given for the operation cannot be used. */
  errSecInvalidAttributeOutputSize = -67766,
  /** The operation needs an output size, and none was given. */
  errSecMissingAttributeOutputSize = -67767,
  /** The number of rounds given for the operation cannot be used. */
  errSecInvalidAttributeRounds = -67768,
  /** The operation needs a number of rounds, and none was given. */
  errSecMissingAttributeRounds = -67769,
  /** The set of algorithm parameters given for the operation cannot be used. */
  errSecInvalidAlgorithmParms = -67770,
  /** The operation needs a set of algorithm parameters, and none was given. */
  errSecMissingAlgorithmParms = -67771,
  /** The label given for the operation cannot be used. */
  errSecInvalidAttributeLabel = -67772,
  /** The operation needs a label, and none was given. */
  errSecMissingAttributeLabel = -67773,
  /** The key type given for the operation cannot be used. */
  errSecInvalidAttributeKeyType = -67774,
  /** The operation needs a key type, and none was given. */
  errSecMissingAttributeKeyType = -67775,
  /** The mode given for the operation cannot be used. */
  errSecInvalidAttributeMode = -67776,
  /** The operation needs a mode, and none was given. */
  errSecMissingAttributeMode = -67777,
  /** The number of effective bits given for the operation cannot be used. */
  errSecInvalidAttributeEffectiveBits = -67778,
  /** The operation needs a number of effective bits, and none was given. */
  errSecMissingAttributeEffectiveBits = -67779,
  /** The start date given for the operation cannot be used. */
  errSecInvalidAttributeStartDate = -67780,
  /** The operation needs a start date, and none was given. */
  errSecMissingAttributeStartDate = -67781,
  /** The end date given for the operation cannot be used. */
  errSecInvalidAttributeEndDate = -67782,
  /** The operation needs an end date, and none was given. */
  errSecMissingAttributeEndDate = -67783,
  /** The version given for the operation cannot be used. */
  errSecInvalidAttributeVersion = -67784,
  /** The operation needs a version, and none was given. */
  errSecMissingAttributeVersion = -67785,
  /** The prime given for the operation cannot be used. */
  errSecInvalidAttributePrime = -67786,
  /** The operation needs a prime, and none was given. */
  errSecMissingAttributePrime = -67787,
  /** The base given for the operation cannot be used. */
  errSecInvalidAttributeBase = -67788,
  /** The operation needs a base, and none was given. */
  errSecMissingAttributeBase = -67789,
  /** The subprime given for the operation cannot be used. */
  errSecInvalidAttributeSubprime = -67790,
  /** The operation needs a subprime, and none was given. */
  errSecMissingAttributeSubprime = -67791,
  /** The iteration count given for the operation cannot be used. */
  errSecInvalidAttributeIterationCount = -67792,
  /** The operation needs an iteration count, and none was given. */
  errSecMissingAttributeIterationCount = -67793,
  /** The database handle given for the operation cannot be used. */
  errSecInvalidAttributeDLDBHandle = -67794,
  /** The operation needs a database handle, and none was given. */
  errSecMissingAttributeDLDBHandle = -67795,
  /** The set of access credentials given for the operation cannot be used. */
  errSecInvalidAttributeAccessCredentials = -67796,
  /** The operation needs a set of access credentials, and none was given. */
  errSecMissingAttributeAccessCredentials = -67797,
  /** The public key format given for the operation cannot be used. */
  errSecInvalidAttributePublicKeyFormat = -67798,
  /** The operation needs a public key format, and none was given. */
  errSecMissingAttributePublicKeyFormat = -67799,
  /** The private key format given for the operation cannot be used. */
  errSecInvalidAttributePrivateKeyFormat = -67800,
  /** The operation needs a private key format, and none was given. */
  errSecMissingAttributePrivateKeyFormat = -67801,
  /** The symmetric key format given for the operation cannot be used. */
  errSecInvalidAttributeSymmetricKeyFormat = -67802,
  /** The operation needs a symmetric key format, and none was given. */
  errSecMissingAttributeSymmetricKeyFormat = -67803,
  /** The wrapped key format given for the operation cannot be used. */
  errSecInvalidAttributeWrappedKeyFormat = -67804,
  /** The operation needs a wrapped key format, and none was given. */
  errSecMissingAttributeWrappedKeyFormat = -67805,
  /** A staged operation is still running. */
  errSecStagedOperationInProgress = -67806,
  /** The staged operation has not been started. */
  errSecStagedOperationNotStarted = -67807,
  /** The signature does not match the data. */
  errSecVerifyFailed = -67808,
  /** The size of the result is unknown in advance. */
  errSecQuerySizeUnknown = -67809,
  /** The size of the data does not match the block size. */
  errSecBlockSizeMismatch = -67810,
  /** The parts of the public key contradict each other. */
  errSecPublicKeyInconsistent = -67811,
  /** The device could not be verified. */
  errSecDeviceVerifyFailed = -67812,
  /** The login name is unknown or malformed. */
  errSecInvalidLoginName = -67813,
  /** A user is already logged in. */
  errSecAlreadyLoggedIn = -67814,
  /** The digest algorithm is unknown or unsuitable. */
  errSecInvalidDigestAlgorithm = -67815,
  /** The online account's request is waiting in a queue. */
  errSecMobileMeRequestQueued = -67657,
  /** The request of the online account was sent to another server. */
  errSecMobileMeRequestRedirected = -67658,
  /** The online account's server reported a failure. */
  errSecMobileMeServerError = -67659,
  /** The online account's server does not answer. */
  errSecMobileMeServerNotAvailable = -67660,
  /** The server of the online account already has the record. */
  errSecMobileMeServerAlreadyExists = -67661,
  /** A backend service of the online account's server failed. */
  errSecMobileMeServerServiceErr = -67662,
  /** The online account already has a pending request of the same kind. */
  errSecMobileMeRequestAlreadyPending = -67663,
  /** The online account has no pending request. */
  errSecMobileMeNoRequestPending = -67664,
  /** The verification of the certificate request of the online account failed. */
  errSecMobileMeCSRVerifyFailure = -67665,
  /** The data of the online account contradict each other. */
  errSecMobileMeFailedConsistencyCheck = -67666,
  /** The component was used before its initialization. */
  errSecNotInitialized = -67667,
  /** The handle cannot be used for the operation. */
  errSecInvalidHandleUsage = -67668,
  /** The object to which a reference refers does not exist. */
  errSecPVCReferentNotFound = -67669,
  /** The integrity check of the function's code failed. */
  errSecFunctionIntegrityFail = -67670,
  /** The component had an internal error. */
  errSecInternalError = -67671,
  /** The component had a memory error. */
  errSecMemoryError = -67672,
  /** The data are invalid. */
  errSecInvalidData = -67673,
  /** The directory of modules could not be used. */
  errSecMDSError = -67674,
  /** A pointer is invalid. */
  errSecInvalidPointer = -67675,
  /** The self-check of the component failed. */
  errSecSelfCheckFailed = -67676,
  /** The function failed. */
  errSecFunctionFailed = -67677,
  /** The verification of the module's manifest failed. */
  errSecModuleManifestVerifyFailed = -67678,
  /** The globally unique identifier is malformed. */
  errSecInvalidGUID = -67679,
  /** The handle is unknown. */
  errSecInvalidHandle = -67680,
  /** The list of databases is malformed. */
  errSecInvalidDBList = -67681,
  /** No passthrough function has the given number. */
  errSecInvalidPassthroughID = -67682,
  /** The network address is malformed. */
  errSecInvalidNetworkAddress = -67683,
  /** The revocation list is already signed. */
  errSecCRLAlreadySigned = -67684,
  /** The number of fields is wrong. */
  errSecInvalidNumberOfFields = -67685,
  /** The verification failed. */
  errSecVerificationFailure = -67686,
  /** The tag is unknown. */
  errSecUnknownTag = -67687,
  /** The signature is malformed or wrong. */
  errSecInvalidSignature = -67688,
  /** The name is malformed. */
  errSecInvalidName = -67689,
  /** The reference does not refer to a certificate. */
  errSecInvalidCertificateRef = -67690,
  /** The group of certificates is malformed. */
  errSecInvalidCertificateGroup = -67691,
  /** The tag is not present. */
  errSecTagNotFound = -67692,
  /** The query is malformed. */
  errSecInvalidQuery = -67693,
  /** The value is outside the accepted range. */
  errSecInvalidValue = -67694,
  /** The callback reported a failure. */
  errSecCallbackFailed = -67695,
  /** An entry of the access list could not be removed. */
  errSecACLDeleteFailed = -67696,
  /** An entry of the access list could not be replaced. */
  errSecACLReplaceFailed = -67697,
  /** An entry could not be added to the access list. */
  errSecACLAddFailed = -67698,
  /** The access list could not be changed. */
  errSecACLChangeFailed = -67699,
  /** The access credentials were not accepted. */
  errSecInvalidAccessCredentials = -67700,
  /** The record is malformed. */
  errSecInvalidRecord = -67701,
  /** The access list is malformed. */
  errSecInvalidACL = -67702,
  /** A sample in the credentials is malformed. */
  errSecInvalidSampleValue = -67703,
  /** The versions are incompatible. */
  errSecIncompatibleVersion = -67704,
  /** The privilege was not granted. */
  errSecPrivilegeNotGranted = -67705,
  /** The scope is invalid. */
  errSecInvalidScope = -67706,
  /** The validation of pointers is already configured. */
  errSecPVCAlreadyConfigured = -67707,
  /** The configuration of pointer validation is malformed. */
  errSecInvalidPVC = -67708,
  /** An elective module manager could not be loaded. */
  errSecEMMLoadFailed = -67709,
  /** An elective module manager could not be unloaded. */
  errSecEMMUnloadFailed = -67710,
  /** An add-in could not be loaded. */
  errSecAddinLoadFailed = -67711,
  /** The reference does not refer to a key. */
  errSecInvalidKeyRef = -67712,
  /** The keys do not form the required hierarchy. */
  errSecInvalidKeyHierarchy = -67713,
  /** An add-in could not be unloaded. */
  errSecAddinUnloadFailed = -67714,
  /** The library that a reference names does not exist. */
  errSecLibraryReferenceNotFound = -67715,
  /** The add-in's table of functions is malformed. */
  errSecInvalidAddinFunctionTable = -67716,
  /** The mask of services is malformed. */
  errSecInvalidServiceMask = -67717,
  /** The module has not been loaded. */
  errSecModuleNotLoaded = -67718,
  /** No subservice has the given number. */
  errSecInvalidSubServiceID = -67719,
  /** The context does not contain the attribute. */
  errSecAttributeNotInContext = -67720,
  /** The initialization of the module manager failed. */
  errSecModuleManagerInitializeFailed = -67721,
  /** The module manager does not exist. */
  errSecModuleManagerNotFound = -67722,
  /** No callback is registered for the event. */
  errSecEventNotificationCallbackNotFound = -67723,
  /** The input has the wrong length. */
  errSecInputLengthError = -67724,
  /** The output has the wrong length. */
  errSecOutputLengthError = -67725,
  /** The privilege does not exist. */
  errSecPrivilegeNotSupported = -67726,
  /** The device reported an error. */
  errSecDeviceError = -67727,
  /** The module's handle is in use. */
  errSecAttachHandleBusy = -67728,
  /** No user is logged in. */
  errSecNotLoggedIn = -67729,
  /** A required time stamp is missing. */
  errSecTimestampMissing = -67882,
  /** The verification of the time stamp failed. */
  errSecTimestampInvalid = -67883,
  /** The signer of the time stamp is not trusted. */
  errSecTimestampNotTrusted = -67884,
  /** The time-stamping service does not answer. */
  errSecTimestampServiceNotAvailable = -67885,
  /** The time-stamping service does not accept the algorithm. */
  errSecTimestampBadAlg = -67886,
  /** The time-stamping service does not accept this kind of request. */
  errSecTimestampBadRequest = -67887,
  /** The time-stamping service could not read the data. */
  errSecTimestampBadDataFormat = -67888,
  /** The time-stamping service does not know the time. */
  errSecTimestampTimeNotAvailable = -67889,
  /** The time-stamping service does not accept the policy. */
  errSecTimestampUnacceptedPolicy = -67890,
  /** The time-stamping service does not accept an extension. */
  errSecTimestampUnacceptedExtension = -67891,
  /** The time-stamping service cannot give the additional information. */
  errSecTimestampAddInfoNotAvailable = -67892,
  /** The time-stamping service had an internal failure. */
  errSecTimestampSystemFailure = -67893,
  /** The required time of signing is missing. */
  errSecSigningTimeMissing = -67894,
  /** The time-stamping service rejected the request. */
  errSecTimestampRejection = -67895,
  /** The time-stamping service has not decided yet. */
  errSecTimestampWaiting = -67896,
  /** The time-stamping service's certificate is about to be revoked. */
  errSecTimestampRevocationWarning = -67897,
  /** The time-stamping service's certificate has been revoked. */
  errSecTimestampRevocationNotification = -67898,
  /** A cryptographic operation failed. The usual reason is a signature that does not match the
      data. */
  errSSLCrypto = -9809,
  /** The certificate does not match the pinned keys. */
  errSSLATSCertificateTrustViolation = -9886,
  /** A policy rejected the certificate chain. */
  errSecPolicyDenied = -26270,
  /** The keychain reached a state that should be impossible. */
  errSecInternal = -26276,
  /** The result will come later, through the callback. */
  errSecWaitForCallback = -34017,
  /** The keychain must be converted before the operation. The conversion requires an unlocked
      keychain. */
  errSecUpgradePending = -34019,
  /** The signature of a message in Apple's protocol between devices (OTR) is wrong. */
  errSecMPSignatureInvalid = -25327,
  /** A message in Apple's protocol between devices (OTR) is too old. */
  errSecOTRTooOld = -25328,
  /** A message in Apple's protocol between devices (OTR) names a key that does not exist yet. */
  errSecOTRIDTooNew = -25329,
  /** The operation requires an authentication. */
  errSecAuthNeeded = -25330,
  /** The negotiation of Apple's protocol between devices (OTR) is not finished. */
  errSecOTRNotReady = -25331,
  /** The messaging identifier of this device is missing. */
  errSecDeviceIDNeeded = -25332,
  /** This device is not registered for messaging. */
  errSecIDSNotRegistered = -25333,
  /** The message to the other device was not sent. */
  errSecFailedToSendIDSMessage = -25334,
  /** No known device has the messaging identifier. */
  errSecDeviceIDNoMatch = -25335,
  /** No other device could be reached in time. */
  errSecPeersNotAvailable = -25336,
  /** No answer came in time. The number is the same as for `errSecPeersNotAvailable`. */
  errSecTimedOut = -25336,
  /** There is no text for the status. */
  errSecErrorStringNotAvailable = -25337
};

#endif
