// Made by scripts/names from Tables/names.txt.

// Statuses of loadable modules, handles and access lists.

/// The online account's request is waiting in a queue.
public let errSecMobileMeRequestQueued: OSStatus = -67657

/// The online account's request was sent elsewhere.
public let errSecMobileMeRequestRedirected: OSStatus = -67658

/// The online account's server reported a failure.
public let errSecMobileMeServerError: OSStatus = -67659

/// The online account's server does not answer.
public let errSecMobileMeServerNotAvailable: OSStatus = -67660

/// The online account's server has this record already.
public let errSecMobileMeServerAlreadyExists: OSStatus = -67661

/// A service behind the online account's server failed.
public let errSecMobileMeServerServiceErr: OSStatus = -67662

/// The online account has such a request under way.
public let errSecMobileMeRequestAlreadyPending: OSStatus = -67663

/// The online account has no request under way.
public let errSecMobileMeNoRequestPending: OSStatus = -67664

/// The online account's certificate request did not verify.
public let errSecMobileMeCSRVerifyFailure: OSStatus = -67665

/// The online account's data contradicts itself.
public let errSecMobileMeFailedConsistencyCheck: OSStatus = -67666

/// The component was used before it was set up.
public let errSecNotInitialized: OSStatus = -67667

/// The handle does not serve this purpose.
public let errSecInvalidHandleUsage: OSStatus = -67668

/// The object that a reference speaks of is gone.
public let errSecPVCReferentNotFound: OSStatus = -67669

/// The function's code failed its integrity check.
public let errSecFunctionIntegrityFail: OSStatus = -67670

/// Something went wrong inside the component.
public let errSecInternalError: OSStatus = -67671

/// The component met a memory fault.
public let errSecMemoryError: OSStatus = -67672

/// The data makes no sense.
public let errSecInvalidData: OSStatus = -67673

/// The directory of modules could not be used.
public let errSecMDSError: OSStatus = -67674

/// A pointer leads nowhere usable.
public let errSecInvalidPointer: OSStatus = -67675

/// The component failed its check of itself.
public let errSecSelfCheckFailed: OSStatus = -67676

/// The function could not do its work.
public let errSecFunctionFailed: OSStatus = -67677

/// The module's manifest did not verify.
public let errSecModuleManifestVerifyFailed: OSStatus = -67678

/// The globally unique identifier is malformed.
public let errSecInvalidGUID: OSStatus = -67679

/// The handle is unknown.
public let errSecInvalidHandle: OSStatus = -67680

/// The list of databases is malformed.
public let errSecInvalidDBList: OSStatus = -67681

/// There is no passthrough function of that number.
public let errSecInvalidPassthroughID: OSStatus = -67682

/// The network address is malformed.
public let errSecInvalidNetworkAddress: OSStatus = -67683

/// The revocation list has been signed already.
public let errSecCRLAlreadySigned: OSStatus = -67684

/// The count of fields is wrong.
public let errSecInvalidNumberOfFields: OSStatus = -67685

/// What was to be verified is not genuine.
public let errSecVerificationFailure: OSStatus = -67686

/// The tag is not one that is known.
public let errSecUnknownTag: OSStatus = -67687

/// The signature is malformed or wrong.
public let errSecInvalidSignature: OSStatus = -67688

/// The name is malformed.
public let errSecInvalidName: OSStatus = -67689

/// The reference does not lead to a certificate.
public let errSecInvalidCertificateRef: OSStatus = -67690

/// The group of certificates is malformed.
public let errSecInvalidCertificateGroup: OSStatus = -67691

/// The tag is not present.
public let errSecTagNotFound: OSStatus = -67692

/// The query is malformed.
public let errSecInvalidQuery: OSStatus = -67693

/// The value lies outside what is accepted.
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

/// A sample among the credentials is malformed.
public let errSecInvalidSampleValue: OSStatus = -67703

/// The versions do not work together.
public let errSecIncompatibleVersion: OSStatus = -67704

/// The privilege was withheld.
public let errSecPrivilegeNotGranted: OSStatus = -67705

/// The scope makes no sense here.
public let errSecInvalidScope: OSStatus = -67706

/// Checking of pointers has been set up before.
public let errSecPVCAlreadyConfigured: OSStatus = -67707

/// The setting for checking pointers is malformed.
public let errSecInvalidPVC: OSStatus = -67708

/// An elective module manager could not be loaded.
public let errSecEMMLoadFailed: OSStatus = -67709

/// An elective module manager could not be unloaded.
public let errSecEMMUnloadFailed: OSStatus = -67710

/// An add-in could not be loaded.
public let errSecAddinLoadFailed: OSStatus = -67711

/// The reference does not lead to a key.
public let errSecInvalidKeyRef: OSStatus = -67712

/// The keys do not form the hierarchy they should.
public let errSecInvalidKeyHierarchy: OSStatus = -67713

/// An add-in could not be unloaded.
public let errSecAddinUnloadFailed: OSStatus = -67714

/// The library that a reference names is not there.
public let errSecLibraryReferenceNotFound: OSStatus = -67715

/// The add-in's table of functions is malformed.
public let errSecInvalidAddinFunctionTable: OSStatus = -67716

/// The mask of services is malformed.
public let errSecInvalidServiceMask: OSStatus = -67717

/// The module has not been loaded.
public let errSecModuleNotLoaded: OSStatus = -67718

/// There is no subservice of that number.
public let errSecInvalidSubServiceID: OSStatus = -67719

/// The context does not contain the attribute.
public let errSecAttributeNotInContext: OSStatus = -67720

/// The module manager could not be set up.
public let errSecModuleManagerInitializeFailed: OSStatus = -67721

/// There is no such module manager.
public let errSecModuleManagerNotFound: OSStatus = -67722

/// No callback is registered for the event.
public let errSecEventNotificationCallbackNotFound: OSStatus = -67723

/// The input has the wrong length.
public let errSecInputLengthError: OSStatus = -67724

/// The output has the wrong length.
public let errSecOutputLengthError: OSStatus = -67725

/// There is no such privilege.
public let errSecPrivilegeNotSupported: OSStatus = -67726

/// The device reported a fault.
public let errSecDeviceError: OSStatus = -67727

/// The module's handle is in use.
public let errSecAttachHandleBusy: OSStatus = -67728

/// Nobody is logged in.
public let errSecNotLoggedIn: OSStatus = -67729
