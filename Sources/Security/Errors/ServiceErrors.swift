// Made by scripts/names from Tables/names.txt.

// Statuses of the services and devices below the keychain.

/// A service that the call relies on is absent.
public let errSecServiceNotAvailable: OSStatus = -67585

/// The client's identification is not enough.
public let errSecInsufficientClientID: OSStatus = -67586

/// The device was reset in the middle of the operation.
public let errSecDeviceReset: OSStatus = -67587

/// The device stopped working.
public let errSecDeviceFailed: OSStatus = -67588

/// Adding the program to the access list's subject failed.
public let errSecAppleAddAppACLSubject: OSStatus = -67589

/// The public key lacks parameters it cannot work without.
public let errSecApplePublicKeyIncomplete: OSStatus = -67590

/// The program's signature is not the one on record.
public let errSecAppleSignatureMismatch: OSStatus = -67591

/// The key's first day of use makes no sense.
public let errSecAppleInvalidKeyStartDate: OSStatus = -67592

/// The key's last day of use makes no sense.
public let errSecAppleInvalidKeyEndDate: OSStatus = -67593

/// Converting the value into another form failed.
public let errSecConversionError: OSStatus = -67594

/// The peer was made to fall back to SSL version 2.
public let errSecAppleSSLv2Rollback: OSStatus = -67595

/// The quota is used up.
public let errSecQuotaExceeded: OSStatus = -67596

/// The file exceeds the size that can be handled.
public let errSecFileTooBig: OSStatus = -67597

/// The database's key record is malformed.
public let errSecInvalidDatabaseBlob: OSStatus = -67598

/// The record of the key is malformed.
public let errSecInvalidKeyBlob: OSStatus = -67599

/// The database's key record has a version this software cannot read.
public let errSecIncompatibleDatabaseBlob: OSStatus = -67600

/// The record of the key has a version this software cannot read.
public let errSecIncompatibleKeyBlob: OSStatus = -67601
