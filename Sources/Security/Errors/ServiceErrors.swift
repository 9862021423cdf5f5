// Made by scripts/names from Tables/names.txt.

// This file declares the statuses of the services and devices that a keychain uses.

/// A service that the call requires is not available.
public let errSecServiceNotAvailable: OSStatus = -67585

/// The identification of the client does not suffice.
public let errSecInsufficientClientID: OSStatus = -67586

/// The device was reset in the middle of the operation.
public let errSecDeviceReset: OSStatus = -67587

/// The device stopped working.
public let errSecDeviceFailed: OSStatus = -67588

/// The program could not be added to the subject of an access list.
public let errSecAppleAddAppACLSubject: OSStatus = -67589

/// The public key lacks required parameters.
public let errSecApplePublicKeyIncomplete: OSStatus = -67590

/// The signature of the program differs from the recorded signature.
public let errSecAppleSignatureMismatch: OSStatus = -67591

/// The first day on which the key may be used is invalid.
public let errSecAppleInvalidKeyStartDate: OSStatus = -67592

/// The last day on which the key may be used is invalid.
public let errSecAppleInvalidKeyEndDate: OSStatus = -67593

/// The conversion of the value to another form failed.
public let errSecConversionError: OSStatus = -67594

/// The peer was forced to use SSL version 2.
public let errSecAppleSSLv2Rollback: OSStatus = -67595

/// The quota is exhausted.
public let errSecQuotaExceeded: OSStatus = -67596

/// The file exceeds the size limit.
public let errSecFileTooBig: OSStatus = -67597

/// The key record of the database is malformed.
public let errSecInvalidDatabaseBlob: OSStatus = -67598

/// The record of the key is malformed.
public let errSecInvalidKeyBlob: OSStatus = -67599

/// The key record of the database has a version that the software cannot read.
public let errSecIncompatibleDatabaseBlob: OSStatus = -67600

/// The record of the key has a version that the software cannot read.
public let errSecIncompatibleKeyBlob: OSStatus = -67601
