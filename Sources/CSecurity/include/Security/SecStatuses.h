/* Made by scripts/names from Tables/names.txt. */

#ifndef SECURITY_SECSTATUSES_H
#define SECURITY_SECSTATUSES_H

/* The statuses. SecBase.h includes them. */

/** The statuses. */
enum {
  /** The call succeeded. */
  errSecSuccess = 0,
  /** This operation is not supported here. A request for protection that Latchkey cannot give also
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
  /** The user dismissed the question. */
  errSecUserCanceled = -128,
  /** The request makes no sense in the present state. */
  errSecBadReq = -909,
  /** A component below the keychain failed. */
  errSecInternalComponent = -2070,
  /** A Core Foundation call failed without giving a reason. */
  errSecCoreFoundationUnknown = -4960,
  /** The program lacks an entitlement or access group that the call needs. A call that names an
      access group without the caller as a member returns this status. */
  errSecMissingEntitlement = -34018,
  /** A program of this kind may not make this call. */
  errSecRestrictedAPI = -34020,
  /** The access list is too complex for its simple form. */
  errSecACLNotSimple = -25240,
  /** No policy of that name is known. */
  errSecPolicyNotFound = -25241,
  /** A trust setting makes no sense. */
  errSecInvalidTrustSetting = -25242,
  /** The item carries no access record. */
  errSecNoAccessForItem = -25243,
  /** The owner of the item may not be changed this way. */
  errSecInvalidOwnerEdit = -25244,
  /** Trust has not been evaluated, so there is no result. */
  errSecTrustNotAvailable = -25245,
  /** Import or export in that format is not supported. */
  errSecUnsupportedFormat = -25256,
  /** The format of the data to be imported was not recognised. */
  errSecUnknownFormat = -25257,
  /** The key may leave the keychain only when wrapped. */
  errSecKeyIsSensitive = -25258,
  /** The data to be imported holds more than one private key. */
  errSecMultiplePrivKeys = -25259,
  /** The data can only be opened with a passphrase. */
  errSecPassphraseRequired = -25260,
  /** The reference to a password leads nowhere. */
  errSecInvalidPasswordRef = -25261,
  /** The record of trust settings is damaged. */
  errSecInvalidTrustSettings = -25262,
  /** There are no trust settings. */
  errSecNoTrustSettings = -25263,
  /** The PKCS #12 file fails its integrity check; usually the password is wrong. */
  errSecPkcs12VerifyFailure = -25264,
  /** The keychain cannot be used: its store is missing, damaged or busy. */
  errSecNotAvailable = -25291,
  /** The keychain can be read but not written. */
  errSecReadOnly = -25292,
  /** The passphrase or other proof of identity was not accepted. */
  errSecAuthFailed = -25293,
  /** There is no keychain of that name. */
  errSecNoSuchKeychain = -25294,
  /** The file is not a keychain. */
  errSecInvalidKeychain = -25295,
  /** There is a keychain of that name already. */
  errSecDuplicateKeychain = -25296,
  /** The callback has been registered before. */
  errSecDuplicateCallback = -25297,
  /** The callback cannot be used. */
  errSecInvalidCallback = -25298,
  /** An item with the same uniqueness key already exists in the keychain. Update the stored item
      instead of adding another. */
  errSecDuplicateItem = -25299,
  /** The specified item could not be found in the keychain. No item matches the search, the update
      or the deletion. */
  errSecItemNotFound = -25300,
  /** The caller's buffer is too small for the result. */
  errSecBufferTooSmall = -25301,
  /** The item's data is too big to be handled. */
  errSecDataTooLarge = -25302,
  /** Items of this class have no such attribute. The dictionary contains an attribute of another
      class, or an unknown attribute. */
  errSecNoSuchAttr = -25303,
  /** The reference to an item is stale or incomplete. */
  errSecInvalidItemRef = -25304,
  /** The handle of the search cannot be used any more. */
  errSecInvalidSearchRef = -25305,
  /** No item class has that name. */
  errSecNoSuchClass = -25306,
  /** No keychain has been made the default one. */
  errSecNoDefaultKeychain = -25307,
  /** User interaction is not allowed. An item whose accessibility requires an unlocked keychain
      also gives this status. */
  errSecInteractionNotAllowed = -25308,
  /** The keychain sets this attribute itself; callers cannot change it. */
  errSecReadOnlyAttr = -25309,
  /** The keychain was written by another version of this software. */
  errSecWrongSecVersion = -25310,
  /** Keys of that size cannot be made or used. */
  errSecKeySizeNotAllowed = -25311,
  /** The component that stores items is missing. */
  errSecNoStorageModule = -25312,
  /** The component that handles certificates is missing. */
  errSecNoCertificateModule = -25313,
  /** The component that applies policies is missing. */
  errSecNoPolicyModule = -25314,
  /** The user has to be asked before this can go on. */
  errSecInteractionRequired = -25315,
  /** The data of the item cannot be obtained. */
  errSecDataNotAvailable = -25316,
  /** The data of the item is fixed. */
  errSecDataNotModifiable = -25317,
  /** A certificate needed to complete the chain is missing. */
  errSecCreateChainFailed = -25318,
  /** There is no such domain of preferences. */
  errSecInvalidPrefsDomain = -25319,
  /** The screen is off while the machine is awake, so nobody can be asked. */
  errSecInDarkWake = -25320,
  /** The supposed issuer did not sign the certificate. */
  errSecNotSigner = -26267,
  /** The bytes do not decode into what was expected. */
  errSecDecode = -26275,
  /** A service that the call relies on is absent. */
  errSecServiceNotAvailable = -67585,
  /** The client's identification is not enough. */
  errSecInsufficientClientID = -67586,
  /** The device was reset in the middle of the operation. */
  errSecDeviceReset = -67587,
  /** The device stopped working. */
  errSecDeviceFailed = -67588,
  /** Adding the program to the access list's subject failed. */
  errSecAppleAddAppACLSubject = -67589,
  /** The public key lacks parameters it cannot work without. */
  errSecApplePublicKeyIncomplete = -67590,
  /** The program's signature is not the one on record. */
  errSecAppleSignatureMismatch = -67591,
  /** The key's first day of use makes no sense. */
  errSecAppleInvalidKeyStartDate = -67592,
  /** The key's last day of use makes no sense. */
  errSecAppleInvalidKeyEndDate = -67593,
  /** Converting the value into another form failed. */
  errSecConversionError = -67594,
  /** The peer was made to fall back to SSL version 2. */
  errSecAppleSSLv2Rollback = -67595,
  /** The quota is used up. */
  errSecQuotaExceeded = -67596,
  /** The file exceeds the size that can be handled. */
  errSecFileTooBig = -67597,
  /** The database's key record is malformed. */
  errSecInvalidDatabaseBlob = -67598,
  /** The record of the key is malformed. */
  errSecInvalidKeyBlob = -67599,
  /** The database's key record has a version this software cannot read. */
  errSecIncompatibleDatabaseBlob = -67600,
  /** The record of the key has a version this software cannot read. */
  errSecIncompatibleKeyBlob = -67601,
  /** The information about the bundle is malformed. */
  errSecInvalidBundleInfo = -67857,
  /** The revocation list has no entry at that index. */
  errSecInvalidCRLIndex = -67858,
  /** The fields have no values. */
  errSecNoFieldValues = -67859,
  /** Fields of that format are not supported. */
  errSecUnsupportedFieldFormat = -67860,
  /** That kind of index is not supported. */
  errSecUnsupportedIndexInfo = -67861,
  /** That locality is not supported. */
  errSecUnsupportedLocality = -67862,
  /** So many attributes are not supported. */
  errSecUnsupportedNumAttributes = -67863,
  /** So many indexes are not supported. */
  errSecUnsupportedNumIndexes = -67864,
  /** So many record types are not supported. */
  errSecUnsupportedNumRecordTypes = -67865,
  /** A field is named more than once. */
  errSecFieldSpecifiedMultiple = -67866,
  /** The formats of the fields do not go together. */
  errSecIncompatibleFieldFormat = -67867,
  /** The parsing module cannot be used. */
  errSecInvalidParsingModule = -67868,
  /** The database is locked. */
  errSecDatabaseLocked = -67869,
  /** The data store is still open. */
  errSecDatastoreIsOpen = -67870,
  /** A value that is needed was left out. */
  errSecMissingValue = -67871,
  /** Limits of that kind are not supported in queries. */
  errSecUnsupportedQueryLimits = -67872,
  /** So many conditions are not supported in a query. */
  errSecUnsupportedNumSelectionPreds = -67873,
  /** The query's operator is not supported. */
  errSecUnsupportedOperator = -67874,
  /** The database cannot be at that place. */
  errSecInvalidDBLocation = -67875,
  /** The kind of access asked for makes no sense. */
  errSecInvalidAccessRequest = -67876,
  /** The description of the index is malformed. */
  errSecInvalidIndexInfo = -67877,
  /** The new owner is not acceptable. */
  errSecInvalidNewOwner = -67878,
  /** There is no such mode of modifying. */
  errSecInvalidModifyMode = -67879,
  /** The group of revocation lists is malformed. */
  errSecInvalidCRLGroup = -67816,
  /** The certificate does not permit the operation. */
  errSecCertificateCannotOperate = -67817,
  /** The certificate's validity has ended. */
  errSecCertificateExpired = -67818,
  /** The certificate's validity has not begun. */
  errSecCertificateNotValidYet = -67819,
  /** The certificate was revoked by its issuer. */
  errSecCertificateRevoked = -67820,
  /** The certificate is suspended for the time being. */
  errSecCertificateSuspended = -67821,
  /** The credentials do not suffice for this. */
  errSecInsufficientCredentials = -67822,
  /** The policy has no such action. */
  errSecInvalidAction = -67823,
  /** The authority is unknown or unsuitable. */
  errSecInvalidAuthority = -67824,
  /** The action that was to verify the request failed. */
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
  /** The identifier is of no use here. */
  errSecInvalidID = -67832,
  /** The object identifier is malformed. */
  errSecInvalidIdentifier = -67833,
  /** The index is out of bounds. */
  errSecInvalidIndex = -67834,
  /** The policy identifiers are malformed. */
  errSecInvalidPolicyIdentifiers = -67835,
  /** The time is not written in a form that can be read. */
  errSecInvalidTimeString = -67836,
  /** The reason given for the revocation is unknown. */
  errSecInvalidReason = -67837,
  /** The inputs of the request are malformed. */
  errSecInvalidRequestInputs = -67838,
  /** The list of responses is malformed. */
  errSecInvalidResponseVector = -67839,
  /** The condition for stopping is unknown. */
  errSecInvalidStopOnPolicy = -67840,
  /** The tuple is malformed. */
  errSecInvalidTuple = -67841,
  /** Only a single value is supported here. */
  errSecMultipleValuesUnsupported = -67842,
  /** The certificate is not trusted. */
  errSecNotTrusted = -67843,
  /** No authority has been made the default one. */
  errSecNoDefaultAuthority = -67844,
  /** The authority turned the form down. */
  errSecRejectedForm = -67845,
  /** The authority has lost the request. */
  errSecRequestLost = -67846,
  /** The authority turned the request down. */
  errSecRequestRejected = -67847,
  /** Addresses of that type are not supported. */
  errSecUnsupportedAddressType = -67848,
  /** The authority does not offer that service. */
  errSecUnsupportedService = -67849,
  /** The group of tuples is malformed. */
  errSecInvalidTupleGroup = -67850,
  /** The basic access lists are malformed. */
  errSecInvalidBaseACLs = -67851,
  /** The credentials of the tuple were not accepted. */
  errSecInvalidTupleCredentials = -67852,
  /** The earlier, misspelled name of `errSecInvalidTupleCredentials`. */
  errSecInvalidTupleCredendtials = -67852,
  /** The encoding is malformed. */
  errSecInvalidEncoding = -67853,
  /** The validity period ends before it begins or is malformed. */
  errSecInvalidValidityPeriod = -67854,
  /** The party that makes the request is not acceptable. */
  errSecInvalidRequestor = -67855,
  /** The description of the request is malformed. */
  errSecRequestDescriptor = -67856,
  /** The certificate is for another host. */
  errSecHostNameMismatch = -67602,
  /** An extension marked critical is unknown. */
  errSecUnknownCriticalExtensionFlag = -67603,
  /** The certificate carries no basic constraints. */
  errSecNoBasicConstraints = -67604,
  /** The basic constraints do not say whether this is an authority. */
  errSecNoBasicConstraintsCA = -67605,
  /** The authority key identifier does not fit the issuer. */
  errSecInvalidAuthorityKeyID = -67606,
  /** The subject key identifier does not fit the key. */
  errSecInvalidSubjectKeyID = -67607,
  /** The policy does not accept the certificate's key usage. */
  errSecInvalidKeyUsageForPolicy = -67608,
  /** The certificate's extended key usage does not allow this. */
  errSecInvalidExtendedKeyUsage = -67609,
  /** The identifiers that link the certificate to its issuer differ. */
  errSecInvalidIDLinkage = -67610,
  /** The chain is longer than one of its certificates permits. */
  errSecPathLengthConstraintExceeded = -67611,
  /** The chain ends in a certificate that cannot be a root. */
  errSecInvalidRoot = -67612,
  /** The revocation list is out of date. */
  errSecCRLExpired = -67613,
  /** The revocation list is dated in the future. */
  errSecCRLNotValidYet = -67614,
  /** No revocation list could be found. */
  errSecCRLNotFound = -67615,
  /** The server of the revocation list does not answer. */
  errSecCRLServerDown = -67616,
  /** The address of the revocation list is malformed. */
  errSecCRLBadURI = -67617,
  /** The certificate has an extension that is not understood. */
  errSecUnknownCertExtension = -67618,
  /** The revocation list has an extension that is not understood. */
  errSecUnknownCRLExtension = -67619,
  /** The signer of the revocation list is not trusted. */
  errSecCRLNotTrusted = -67620,
  /** The revocation list fails its policy. */
  errSecCRLPolicyFailed = -67621,
  /** The issuing distribution point could not be processed. */
  errSecIDPFailure = -67622,
  /** The certificate does not contain the sender's e-mail address. */
  errSecSMIMEEmailAddressesNotFound = -67623,
  /** The extended key usage does not cover S/MIME. */
  errSecSMIMEBadExtendedKeyUsage = -67624,
  /** The key usage does not cover S/MIME. */
  errSecSMIMEBadKeyUsage = -67625,
  /** S/MIME demands that key usage be marked critical, and it is not. */
  errSecSMIMEKeyUsageNotCritical = -67626,
  /** The S/MIME certificate contains no e-mail address at all. */
  errSecSMIMENoEmailAddress = -67627,
  /** S/MIME demands that the alternative name be marked critical, and it is not. */
  errSecSMIMESubjAltNameNotCritical = -67628,
  /** The extended key usage does not cover TLS. */
  errSecSSLBadExtendedKeyUsage = -67629,
  /** The OCSP responder's answer is malformed. */
  errSecOCSPBadResponse = -67630,
  /** The OCSP request is malformed. */
  errSecOCSPBadRequest = -67631,
  /** No OCSP responder could be reached. */
  errSecOCSPUnavailable = -67632,
  /** The OCSP responder does not know the certificate. */
  errSecOCSPStatusUnrecognized = -67633,
  /** The data ended too early. */
  errSecEndOfData = -67634,
  /** Revocation could not be checked for every certificate. */
  errSecIncompleteCertRevocationCheck = -67635,
  /** The network could not be used. */
  errSecNetworkFailure = -67636,
  /** The OCSP answer does not lead to a trusted anchor. */
  errSecOCSPNotTrustedToAnchor = -67637,
  /** The record was altered in the meantime. */
  errSecRecordModified = -67638,
  /** The signature of the OCSP answer is wrong. */
  errSecOCSPSignatureError = -67639,
  /** The OCSP answer's signer is unknown. */
  errSecOCSPNoSigner = -67640,
  /** The OCSP responder called the request malformed. */
  errSecOCSPResponderMalformedReq = -67641,
  /** The OCSP responder had an internal error. */
  errSecOCSPResponderInternalError = -67642,
  /** The OCSP responder is busy and asks to be tried later. */
  errSecOCSPResponderTryLater = -67643,
  /** The OCSP responder accepts signed requests only. */
  errSecOCSPResponderSignatureRequired = -67644,
  /** The OCSP responder refused this client. */
  errSecOCSPResponderUnauthorized = -67645,
  /** The OCSP answer belongs to another request: its nonce differs. */
  errSecOCSPResponseNonceMismatch = -67646,
  /** For signing code, the certificate chain has the wrong length. */
  errSecCodeSigningBadCertChainLength = -67647,
  /** For signing code, a certificate lacks basic constraints. */
  errSecCodeSigningNoBasicConstraints = -67648,
  /** For signing code, the permitted path length is wrong. */
  errSecCodeSigningBadPathLengthConstraint = -67649,
  /** For signing code, the certificate lacks an extended key usage. */
  errSecCodeSigningNoExtendedKeyUsage = -67650,
  /** The code was signed with a development certificate. */
  errSecCodeSigningDevelopment = -67651,
  /** For signing resources, the certificate chain has the wrong length. */
  errSecResourceSignBadCertChainLength = -67652,
  /** For signing resources, the extended key usage is wrong. */
  errSecResourceSignBadExtKeyUsage = -67653,
  /** The trust settings say not to trust this certificate. */
  errSecTrustSettingDeny = -67654,
  /** The certificate's subject is empty or malformed. */
  errSecInvalidSubjectName = -67655,
  /** A statement of the qualified certificate is unknown. */
  errSecUnknownQualifiedCertStatement = -67656,
  /** The certificate lacks an extension that it must have. */
  errSecMissingRequiredExtension = -67880,
  /** The extended key usage must be marked critical, and it is not. */
  errSecExtendedKeyUsageNotCritical = -67881,
  /** An issuer in the chain does not permit this certificate policy. */
  errSecCertificatePolicyNotAllowed = -67899,
  /** An issuer in the chain does not permit a certificate for this name. */
  errSecCertificateNameNotAllowed = -67900,
  /** The certificate is valid for longer than is acceptable. */
  errSecCertificateValidityPeriodTooLong = -67901,
  /** The certificate is an authority's where an end entity's is expected. */
  errSecCertificateIsCA = -67902,
  /** The certificate contains one extension twice. */
  errSecCertificateDuplicateExtension = -67903,
  /** A statement that a qualified certificate must have is missing. */
  errSecMissingQualifiedCertStatement = -67904,
  /** The key is for another algorithm. */
  errSecAlgorithmMismatch = -67730,
  /** The key may not be used for this. */
  errSecKeyUsageIncorrect = -67731,
  /** The record of the key is of the wrong type. */
  errSecKeyBlobTypeIncorrect = -67732,
  /** The header of the key contradicts its contents. */
  errSecKeyHeaderInconsistent = -67733,
  /** Keys in that format are not supported. */
  errSecUnsupportedKeyFormat = -67734,
  /** Keys of that size are not supported. */
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
  /** A label of that kind is not supported for keys. */
  errSecUnsupportedKeyLabel = -67741,
  /** The format of the key is wrong. */
  errSecInvalidKeyFormat = -67742,
  /** Working on several buffers at once is not supported. */
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
  /** A staged operation is still under way. */
  errSecStagedOperationInProgress = -67806,
  /** The staged operation has not been begun. */
  errSecStagedOperationNotStarted = -67807,
  /** The signature does not match the data. */
  errSecVerifyFailed = -67808,
  /** The size of the result cannot be told in advance. */
  errSecQuerySizeUnknown = -67809,
  /** The data does not fit the block size. */
  errSecBlockSizeMismatch = -67810,
  /** The public key contradicts itself. */
  errSecPublicKeyInconsistent = -67811,
  /** The device could not be verified. */
  errSecDeviceVerifyFailed = -67812,
  /** The login name is unknown or malformed. */
  errSecInvalidLoginName = -67813,
  /** Somebody is logged in already. */
  errSecAlreadyLoggedIn = -67814,
  /** The digest algorithm is unknown or unsuitable. */
  errSecInvalidDigestAlgorithm = -67815,
  /** The online account's request is waiting in a queue. */
  errSecMobileMeRequestQueued = -67657,
  /** The online account's request was sent elsewhere. */
  errSecMobileMeRequestRedirected = -67658,
  /** The online account's server reported a failure. */
  errSecMobileMeServerError = -67659,
  /** The online account's server does not answer. */
  errSecMobileMeServerNotAvailable = -67660,
  /** The online account's server has this record already. */
  errSecMobileMeServerAlreadyExists = -67661,
  /** A service behind the online account's server failed. */
  errSecMobileMeServerServiceErr = -67662,
  /** The online account has such a request under way. */
  errSecMobileMeRequestAlreadyPending = -67663,
  /** The online account has no request under way. */
  errSecMobileMeNoRequestPending = -67664,
  /** The online account's certificate request did not verify. */
  errSecMobileMeCSRVerifyFailure = -67665,
  /** The online account's data contradicts itself. */
  errSecMobileMeFailedConsistencyCheck = -67666,
  /** The component was used before it was set up. */
  errSecNotInitialized = -67667,
  /** The handle does not serve this purpose. */
  errSecInvalidHandleUsage = -67668,
  /** The object that a reference speaks of is gone. */
  errSecPVCReferentNotFound = -67669,
  /** The function's code failed its integrity check. */
  errSecFunctionIntegrityFail = -67670,
  /** Something went wrong inside the component. */
  errSecInternalError = -67671,
  /** The component met a memory fault. */
  errSecMemoryError = -67672,
  /** The data makes no sense. */
  errSecInvalidData = -67673,
  /** The directory of modules could not be used. */
  errSecMDSError = -67674,
  /** A pointer leads nowhere usable. */
  errSecInvalidPointer = -67675,
  /** The component failed its check of itself. */
  errSecSelfCheckFailed = -67676,
  /** The function could not do its work. */
  errSecFunctionFailed = -67677,
  /** The module's manifest did not verify. */
  errSecModuleManifestVerifyFailed = -67678,
  /** The globally unique identifier is malformed. */
  errSecInvalidGUID = -67679,
  /** The handle is unknown. */
  errSecInvalidHandle = -67680,
  /** The list of databases is malformed. */
  errSecInvalidDBList = -67681,
  /** There is no passthrough function of that number. */
  errSecInvalidPassthroughID = -67682,
  /** The network address is malformed. */
  errSecInvalidNetworkAddress = -67683,
  /** The revocation list has been signed already. */
  errSecCRLAlreadySigned = -67684,
  /** The count of fields is wrong. */
  errSecInvalidNumberOfFields = -67685,
  /** What was to be verified is not genuine. */
  errSecVerificationFailure = -67686,
  /** The tag is not one that is known. */
  errSecUnknownTag = -67687,
  /** The signature is malformed or wrong. */
  errSecInvalidSignature = -67688,
  /** The name is malformed. */
  errSecInvalidName = -67689,
  /** The reference does not lead to a certificate. */
  errSecInvalidCertificateRef = -67690,
  /** The group of certificates is malformed. */
  errSecInvalidCertificateGroup = -67691,
  /** The tag is not present. */
  errSecTagNotFound = -67692,
  /** The query is malformed. */
  errSecInvalidQuery = -67693,
  /** The value lies outside what is accepted. */
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
  /** A sample among the credentials is malformed. */
  errSecInvalidSampleValue = -67703,
  /** The versions do not work together. */
  errSecIncompatibleVersion = -67704,
  /** The privilege was withheld. */
  errSecPrivilegeNotGranted = -67705,
  /** The scope makes no sense here. */
  errSecInvalidScope = -67706,
  /** Checking of pointers has been set up before. */
  errSecPVCAlreadyConfigured = -67707,
  /** The setting for checking pointers is malformed. */
  errSecInvalidPVC = -67708,
  /** An elective module manager could not be loaded. */
  errSecEMMLoadFailed = -67709,
  /** An elective module manager could not be unloaded. */
  errSecEMMUnloadFailed = -67710,
  /** An add-in could not be loaded. */
  errSecAddinLoadFailed = -67711,
  /** The reference does not lead to a key. */
  errSecInvalidKeyRef = -67712,
  /** The keys do not form the hierarchy they should. */
  errSecInvalidKeyHierarchy = -67713,
  /** An add-in could not be unloaded. */
  errSecAddinUnloadFailed = -67714,
  /** The library that a reference names is not there. */
  errSecLibraryReferenceNotFound = -67715,
  /** The add-in's table of functions is malformed. */
  errSecInvalidAddinFunctionTable = -67716,
  /** The mask of services is malformed. */
  errSecInvalidServiceMask = -67717,
  /** The module has not been loaded. */
  errSecModuleNotLoaded = -67718,
  /** There is no subservice of that number. */
  errSecInvalidSubServiceID = -67719,
  /** The context does not contain the attribute. */
  errSecAttributeNotInContext = -67720,
  /** The module manager could not be set up. */
  errSecModuleManagerInitializeFailed = -67721,
  /** There is no such module manager. */
  errSecModuleManagerNotFound = -67722,
  /** No callback is registered for the event. */
  errSecEventNotificationCallbackNotFound = -67723,
  /** The input has the wrong length. */
  errSecInputLengthError = -67724,
  /** The output has the wrong length. */
  errSecOutputLengthError = -67725,
  /** There is no such privilege. */
  errSecPrivilegeNotSupported = -67726,
  /** The device reported a fault. */
  errSecDeviceError = -67727,
  /** The module's handle is in use. */
  errSecAttachHandleBusy = -67728,
  /** Nobody is logged in. */
  errSecNotLoggedIn = -67729,
  /** A time stamp was expected and is not there. */
  errSecTimestampMissing = -67882,
  /** The time stamp does not verify. */
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
  /** The time-stamping service had a failure of its own. */
  errSecTimestampSystemFailure = -67893,
  /** The time of signing was expected and is not there. */
  errSecSigningTimeMissing = -67894,
  /** The time-stamping service turned the request down. */
  errSecTimestampRejection = -67895,
  /** The time-stamping service has not decided yet. */
  errSecTimestampWaiting = -67896,
  /** The time-stamping service's certificate is about to be revoked. */
  errSecTimestampRevocationWarning = -67897,
  /** The time-stamping service's certificate has been revoked. */
  errSecTimestampRevocationNotification = -67898,
  /** A cryptographic step failed: usually a signature that does not match. */
  errSSLCrypto = -9809,
  /** The certificate does not match the pinned keys. */
  errSSLATSCertificateTrustViolation = -9886,
  /** A policy turned the certificate chain down. */
  errSecPolicyDenied = -26270,
  /** The keychain reached a state that should be impossible. */
  errSecInternal = -26276,
  /** The answer will come later, through the callback. */
  errSecWaitForCallback = -34017,
  /** The keychain has to be converted first, which waits for an unlock. */
  errSecUpgradePending = -34019,
  /** The signature of a protocol message is wrong. */
  errSecMPSignatureInvalid = -25327,
  /** A protocol message is too old to be read. */
  errSecOTRTooOld = -25328,
  /** A protocol message names a key that does not exist yet. */
  errSecOTRIDTooNew = -25329,
  /** Authentication has to come first. */
  errSecAuthNeeded = -25330,
  /** The protocol's negotiation has not finished. */
  errSecOTRNotReady = -25331,
  /** This device's own messaging identifier is missing. */
  errSecDeviceIDNeeded = -25332,
  /** This device is not registered for messaging. */
  errSecIDSNotRegistered = -25333,
  /** The message to the other device was not sent. */
  errSecFailedToSendIDSMessage = -25334,
  /** No known device has that messaging identifier. */
  errSecDeviceIDNoMatch = -25335,
  /** No other device could be reached in time. */
  errSecPeersNotAvailable = -25336,
  /** No answer came in time. The number is the same as for `errSecPeersNotAvailable`. */
  errSecTimedOut = -25336,
  /** There is no text for that status. */
  errSecErrorStringNotAvailable = -25337
};

#endif
