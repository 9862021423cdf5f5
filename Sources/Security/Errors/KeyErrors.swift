// Made by scripts/names from Tables/names.txt.

// This file declares the statuses of keys and cryptographic operations.

/// The key is for another algorithm.
public let errSecAlgorithmMismatch: OSStatus = -67730

/// The key may not be used for the operation.
public let errSecKeyUsageIncorrect: OSStatus = -67731

/// The record of the key is of the wrong type.
public let errSecKeyBlobTypeIncorrect: OSStatus = -67732

/// The header of the key contradicts its contents.
public let errSecKeyHeaderInconsistent: OSStatus = -67733

/// The format of the key is not supported.
public let errSecUnsupportedKeyFormat: OSStatus = -67734

/// The size of the key is not supported.
public let errSecUnsupportedKeySize: OSStatus = -67735

/// The mask of key usages is malformed.
public let errSecInvalidKeyUsageMask: OSStatus = -67736

/// The mask contains a key usage that is not supported.
public let errSecUnsupportedKeyUsageMask: OSStatus = -67737

/// The mask of key attributes is malformed.
public let errSecInvalidKeyAttributeMask: OSStatus = -67738

/// The mask contains a key attribute that is not supported.
public let errSecUnsupportedKeyAttributeMask: OSStatus = -67739

/// The label of the key is malformed.
public let errSecInvalidKeyLabel: OSStatus = -67740

/// The kind of label is not supported for keys.
public let errSecUnsupportedKeyLabel: OSStatus = -67741

/// The format of the key is wrong.
public let errSecInvalidKeyFormat: OSStatus = -67742

/// Operations on several buffers at once are not supported.
public let errSecUnsupportedVectorOfBuffers: OSStatus = -67743

/// The list of input buffers is malformed.
public let errSecInvalidInputVector: OSStatus = -67744

/// The list of output buffers is malformed.
public let errSecInvalidOutputVector: OSStatus = -67745

/// The cryptographic context is malformed.
public let errSecInvalidContext: OSStatus = -67746

/// The algorithm is unknown or unsuitable.
public let errSecInvalidAlgorithm: OSStatus = -67747

/// The key given for the operation cannot be used.
public let errSecInvalidAttributeKey: OSStatus = -67748

/// The operation needs a key, and none was given.
public let errSecMissingAttributeKey: OSStatus = -67749

/// The initialisation vector given for the operation cannot be used.
public let errSecInvalidAttributeInitVector: OSStatus = -67750

/// The operation needs an initialisation vector, and none was given.
public let errSecMissingAttributeInitVector: OSStatus = -67751

/// The salt given for the operation cannot be used.
public let errSecInvalidAttributeSalt: OSStatus = -67752

/// The operation needs a salt, and none was given.
public let errSecMissingAttributeSalt: OSStatus = -67753

/// The padding given for the operation cannot be used.
public let errSecInvalidAttributePadding: OSStatus = -67754

/// The operation needs a padding, and none was given.
public let errSecMissingAttributePadding: OSStatus = -67755

/// The random value given for the operation cannot be used.
public let errSecInvalidAttributeRandom: OSStatus = -67756

/// The operation needs a random value, and none was given.
public let errSecMissingAttributeRandom: OSStatus = -67757

/// The seed given for the operation cannot be used.
public let errSecInvalidAttributeSeed: OSStatus = -67758

/// The operation needs a seed, and none was given.
public let errSecMissingAttributeSeed: OSStatus = -67759

/// The passphrase given for the operation cannot be used.
public let errSecInvalidAttributePassphrase: OSStatus = -67760

/// The operation needs a passphrase, and none was given.
public let errSecMissingAttributePassphrase: OSStatus = -67761

/// The key length given for the operation cannot be used.
public let errSecInvalidAttributeKeyLength: OSStatus = -67762

/// The operation needs a key length, and none was given.
public let errSecMissingAttributeKeyLength: OSStatus = -67763

/// The block size given for the operation cannot be used.
public let errSecInvalidAttributeBlockSize: OSStatus = -67764

/// The operation needs a block size, and none was given.
public let errSecMissingAttributeBlockSize: OSStatus = -67765

/// The output size given for the operation cannot be used.
public let errSecInvalidAttributeOutputSize: OSStatus = -67766

/// The operation needs an output size, and none was given.
public let errSecMissingAttributeOutputSize: OSStatus = -67767

/// The number of rounds given for the operation cannot be used.
public let errSecInvalidAttributeRounds: OSStatus = -67768

/// The operation needs a number of rounds, and none was given.
public let errSecMissingAttributeRounds: OSStatus = -67769

/// The set of algorithm parameters given for the operation cannot be used.
public let errSecInvalidAlgorithmParms: OSStatus = -67770

/// The operation needs a set of algorithm parameters, and none was given.
public let errSecMissingAlgorithmParms: OSStatus = -67771

/// The label given for the operation cannot be used.
public let errSecInvalidAttributeLabel: OSStatus = -67772

/// The operation needs a label, and none was given.
public let errSecMissingAttributeLabel: OSStatus = -67773

/// The key type given for the operation cannot be used.
public let errSecInvalidAttributeKeyType: OSStatus = -67774

/// The operation needs a key type, and none was given.
public let errSecMissingAttributeKeyType: OSStatus = -67775

/// The mode given for the operation cannot be used.
public let errSecInvalidAttributeMode: OSStatus = -67776

/// The operation needs a mode, and none was given.
public let errSecMissingAttributeMode: OSStatus = -67777

/// The number of effective bits given for the operation cannot be used.
public let errSecInvalidAttributeEffectiveBits: OSStatus = -67778

/// The operation needs a number of effective bits, and none was given.
public let errSecMissingAttributeEffectiveBits: OSStatus = -67779

/// The start date given for the operation cannot be used.
public let errSecInvalidAttributeStartDate: OSStatus = -67780

/// The operation needs a start date, and none was given.
public let errSecMissingAttributeStartDate: OSStatus = -67781

/// The end date given for the operation cannot be used.
public let errSecInvalidAttributeEndDate: OSStatus = -67782

/// The operation needs an end date, and none was given.
public let errSecMissingAttributeEndDate: OSStatus = -67783

/// The version given for the operation cannot be used.
public let errSecInvalidAttributeVersion: OSStatus = -67784

/// The operation needs a version, and none was given.
public let errSecMissingAttributeVersion: OSStatus = -67785

/// The prime given for the operation cannot be used.
public let errSecInvalidAttributePrime: OSStatus = -67786

/// The operation needs a prime, and none was given.
public let errSecMissingAttributePrime: OSStatus = -67787

/// The base given for the operation cannot be used.
public let errSecInvalidAttributeBase: OSStatus = -67788

/// The operation needs a base, and none was given.
public let errSecMissingAttributeBase: OSStatus = -67789

/// The subprime given for the operation cannot be used.
public let errSecInvalidAttributeSubprime: OSStatus = -67790

/// The operation needs a subprime, and none was given.
public let errSecMissingAttributeSubprime: OSStatus = -67791

/// The iteration count given for the operation cannot be used.
public let errSecInvalidAttributeIterationCount: OSStatus = -67792

/// The operation needs an iteration count, and none was given.
public let errSecMissingAttributeIterationCount: OSStatus = -67793

/// The database handle given for the operation cannot be used.
public let errSecInvalidAttributeDLDBHandle: OSStatus = -67794

/// The operation needs a database handle, and none was given.
public let errSecMissingAttributeDLDBHandle: OSStatus = -67795

/// The set of access credentials given for the operation cannot be used.
public let errSecInvalidAttributeAccessCredentials: OSStatus = -67796

/// The operation needs a set of access credentials, and none was given.
public let errSecMissingAttributeAccessCredentials: OSStatus = -67797

/// The public key format given for the operation cannot be used.
public let errSecInvalidAttributePublicKeyFormat: OSStatus = -67798

/// The operation needs a public key format, and none was given.
public let errSecMissingAttributePublicKeyFormat: OSStatus = -67799

/// The private key format given for the operation cannot be used.
public let errSecInvalidAttributePrivateKeyFormat: OSStatus = -67800

/// The operation needs a private key format, and none was given.
public let errSecMissingAttributePrivateKeyFormat: OSStatus = -67801

/// The symmetric key format given for the operation cannot be used.
public let errSecInvalidAttributeSymmetricKeyFormat: OSStatus = -67802

/// The operation needs a symmetric key format, and none was given.
public let errSecMissingAttributeSymmetricKeyFormat: OSStatus = -67803

/// The wrapped key format given for the operation cannot be used.
public let errSecInvalidAttributeWrappedKeyFormat: OSStatus = -67804

/// The operation needs a wrapped key format, and none was given.
public let errSecMissingAttributeWrappedKeyFormat: OSStatus = -67805

/// A staged operation is still running.
public let errSecStagedOperationInProgress: OSStatus = -67806

/// The staged operation has not been started.
public let errSecStagedOperationNotStarted: OSStatus = -67807

/// The signature does not match the data.
public let errSecVerifyFailed: OSStatus = -67808

/// The size of the result is unknown in advance.
public let errSecQuerySizeUnknown: OSStatus = -67809

/// The size of the data does not match the block size.
public let errSecBlockSizeMismatch: OSStatus = -67810

/// The parts of the public key contradict each other.
public let errSecPublicKeyInconsistent: OSStatus = -67811

/// The device could not be verified.
public let errSecDeviceVerifyFailed: OSStatus = -67812

/// The login name is unknown or malformed.
public let errSecInvalidLoginName: OSStatus = -67813

/// A user is already logged in.
public let errSecAlreadyLoggedIn: OSStatus = -67814

/// The digest algorithm is unknown or unsuitable.
public let errSecInvalidDigestAlgorithm: OSStatus = -67815
