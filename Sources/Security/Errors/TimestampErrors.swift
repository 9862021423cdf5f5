// Made by scripts/names from Tables/names.txt.

// This file declares the statuses of time stamps and time-stamping services.

/// A required time stamp is missing.
public let errSecTimestampMissing: OSStatus = -67882

/// The verification of the time stamp failed.
public let errSecTimestampInvalid: OSStatus = -67883

/// The signer of the time stamp is not trusted.
public let errSecTimestampNotTrusted: OSStatus = -67884

/// The time-stamping service does not answer.
public let errSecTimestampServiceNotAvailable: OSStatus = -67885

/// The time-stamping service does not accept the algorithm.
public let errSecTimestampBadAlg: OSStatus = -67886

/// The time-stamping service does not accept this kind of request.
public let errSecTimestampBadRequest: OSStatus = -67887

/// The time-stamping service could not read the data.
public let errSecTimestampBadDataFormat: OSStatus = -67888

/// The time-stamping service does not know the time.
public let errSecTimestampTimeNotAvailable: OSStatus = -67889

/// The time-stamping service does not accept the policy.
public let errSecTimestampUnacceptedPolicy: OSStatus = -67890

/// The time-stamping service does not accept an extension.
public let errSecTimestampUnacceptedExtension: OSStatus = -67891

/// The time-stamping service cannot give the additional information.
public let errSecTimestampAddInfoNotAvailable: OSStatus = -67892

/// The time-stamping service had an internal failure.
public let errSecTimestampSystemFailure: OSStatus = -67893

/// The required time of signing is missing.
public let errSecSigningTimeMissing: OSStatus = -67894

/// The time-stamping service rejected the request.
public let errSecTimestampRejection: OSStatus = -67895

/// The time-stamping service has not decided yet.
public let errSecTimestampWaiting: OSStatus = -67896

/// The time-stamping service's certificate is about to be revoked.
public let errSecTimestampRevocationWarning: OSStatus = -67897

/// The time-stamping service's certificate has been revoked.
public let errSecTimestampRevocationNotification: OSStatus = -67898
