// Made by scripts/names from Tables/names.txt.

// This file declares the statuses of loadable modules, handles and access lists.

/// The online account's request is waiting in a queue.
public let errSecMobileMeRequestQueued: OSStatus = -67657

/// The request of the online account was sent to another server.
public let errSecMobileMeRequestRedirected: OSStatus = -67658

/// The online account's server reported a failure.
public let errSecMobileMeServerError: OSStatus = -67659

/// The online account's server does not answer.
public let errSecMobileMeServerNotAvailable: OSStatus = -67660

/// The server of the online account already has the record.
public let errSecMobileMeServerAlreadyExists: OSStatus = -67661

/// A backend service of the online account's server failed.
public let errSecMobileMeServerServiceErr: OSStatus = -67662

/// The online account already has a pending request of the same kind.
public let errSecMobileMeRequestAlreadyPending: OSStatus = -67663

/// The online account has no pending request.
public let errSecMobileMeNoRequestPending: OSStatus = -67664

/// The verification of the certificate request of the online account failed.
public let errSecMobileMeCSRVerifyFailure: OSStatus = -67665

/// The data of the online account contradict each other.
public let errSecMobileMeFailedConsistencyCheck: OSStatus = -67666

/// The component was used before its initialization.
public let errSecNotInitialized: OSStatus = -67667

/// The handle cannot be used for the operation.
public let errSecInvalidHandleUsage: OSStatus = -67668

/// The object to which a reference refers does not exist.
public let errSecPVCReferentNotFound: OSStatus = -67669

/// The integrity check of the function's code failed.
public let errSecFunctionIntegrityFail: OSStatus = -67670

/// The component had an internal error.
public let errSecInternalError: OSStatus = -67671

/// The component had a memory error.
public let errSecMemoryError: OSStatus = -67672

/// The data are invalid.
public let errSecInvalidData: OSStatus = -67673

/// The directory of modules could not be used.
public let errSecMDSError: OSStatus = -67674

/// A pointer is invalid.
public let errSecInvalidPointer: OSStatus = -67675

/// The self-check of the component failed.
public let errSecSelfCheckFailed: OSStatus = -67676

/// The function failed.
public let errSecFunctionFailed: OSStatus = -67677

/// The verification of the module's manifest failed.
public let errSecModuleManifestVerifyFailed: OSStatus = -67678

/// The globally unique identifier is malformed.
public let errSecInvalidGUID: OSStatus = -67679

/// The handle is unknown.
public let errSecInvalidHandle: OSStatus = -67680

/// The list of databases is malformed.
public let errSecInvalidDBList: OSStatus = -67681

/// No passthrough function has the given number.
public let errSecInvalidPassthroughID: OSStatus = -67682

/// The network address is malformed.
public let errSecInvalidNetworkAddress: OSStatus = -67683

/// The revocation list is already signed.
public let errSecCRLAlreadySigned: OSStatus = -67684

/// The number of fields is wrong.
public let errSecInvalidNumberOfFields: OSStatus = -67685

/// The verification failed.
public let errSecVerificationFailure: OSStatus = -67686

/// The tag is unknown.
public let errSecUnknownTag: OSStatus = -67687

/// The signature is malformed or wrong.
public let errSecInvalidSignature: OSStatus = -67688

/// The name is malformed.
public let errSecInvalidName: OSStatus = -67689

/// The reference does not refer to a certificate.
public let errSecInvalidCertificateRef: OSStatus = -67690

/// The group of certificates is malformed.
public let errSecInvalidCertificateGroup: OSStatus = -67691

/// The tag is not present.
public let errSecTagNotFound: OSStatus = -67692

/// The query is malformed.
public let errSecInvalidQuery: OSStatus = -67693

/// The value is outside the accepted range.
public let errSecInvalidValue: OSStatus = -67694

/// The callback reported a failure.
public let errSecCallbackFailed: OSStatus = -67695

/// An entry of the access list could not be removed.
public let errSecACLDeleteFailed: OSStatus = -67696

/// An entry of the access list could not be replaced.
public let errSecACLReplaceFailed: OSStatus = -67697

/// An entry could not be added to the access list.
public let errSecACLAddFailed: OSStatus = -67698

/// The access list could not be changed.
public let errSecACLChangeFailed: OSStatus = -67699

/// The access credentials were not accepted.
public let errSecInvalidAccessCredentials: OSStatus = -67700

/// The record is malformed.
public let errSecInvalidRecord: OSStatus = -67701

/// The access list is malformed.
public let errSecInvalidACL: OSStatus = -67702

/// A sample in the credentials is malformed.
public let errSecInvalidSampleValue: OSStatus = -67703

/// The versions are incompatible.
public let errSecIncompatibleVersion: OSStatus = -67704

/// The privilege was not granted.
public let errSecPrivilegeNotGranted: OSStatus = -67705

/// The scope is invalid.
public let errSecInvalidScope: OSStatus = -67706

/// The validation of pointers is already configured.
public let errSecPVCAlreadyConfigured: OSStatus = -67707

/// The configuration of pointer validation is malformed.
public let errSecInvalidPVC: OSStatus = -67708

/// An elective module manager could not be loaded.
public let errSecEMMLoadFailed: OSStatus = -67709

/// An elective module manager could not be unloaded.
public let errSecEMMUnloadFailed: OSStatus = -67710

/// An add-in could not be loaded.
public let errSecAddinLoadFailed: OSStatus = -67711

/// The reference does not refer to a key.
public let errSecInvalidKeyRef: OSStatus = -67712

/// The keys do not form the required hierarchy.
public let errSecInvalidKeyHierarchy: OSStatus = -67713

/// An add-in could not be unloaded.
public let errSecAddinUnloadFailed: OSStatus = -67714

/// The library that a reference names does not exist.
public let errSecLibraryReferenceNotFound: OSStatus = -67715

/// The add-in's table of functions is malformed.
public let errSecInvalidAddinFunctionTable: OSStatus = -67716

/// The mask of services is malformed.
public let errSecInvalidServiceMask: OSStatus = -67717

/// The module has not been loaded.
public let errSecModuleNotLoaded: OSStatus = -67718

/// No subservice has the given number.
public let errSecInvalidSubServiceID: OSStatus = -67719

/// The context does not contain the attribute.
public let errSecAttributeNotInContext: OSStatus = -67720

/// The initialization of the module manager failed.
public let errSecModuleManagerInitializeFailed: OSStatus = -67721

/// The module manager does not exist.
public let errSecModuleManagerNotFound: OSStatus = -67722

/// No callback is registered for the event.
public let errSecEventNotificationCallbackNotFound: OSStatus = -67723

/// The input has the wrong length.
public let errSecInputLengthError: OSStatus = -67724

/// The output has the wrong length.
public let errSecOutputLengthError: OSStatus = -67725

/// The privilege does not exist.
public let errSecPrivilegeNotSupported: OSStatus = -67726

/// The device reported an error.
public let errSecDeviceError: OSStatus = -67727

/// The module's handle is in use.
public let errSecAttachHandleBusy: OSStatus = -67728

/// No user is logged in.
public let errSecNotLoggedIn: OSStatus = -67729
