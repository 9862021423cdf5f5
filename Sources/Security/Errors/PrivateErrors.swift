// Made by scripts/names from Tables/names.txt.

// This file declares statuses that Apple's functions return, but that Apple's public headers do not
// declare.

/// A policy rejected the certificate chain.
public let errSecPolicyDenied: OSStatus = -26270

/// The keychain reached a state that should be impossible.
public let errSecInternal: OSStatus = -26276

/// The result will come later, through the callback.
public let errSecWaitForCallback: OSStatus = -34017

/// The keychain must be converted before the operation. The conversion requires an unlocked
/// keychain.
public let errSecUpgradePending: OSStatus = -34019

/// The signature of a message in Apple's protocol between devices (OTR) is wrong.
public let errSecMPSignatureInvalid: OSStatus = -25327

/// A message in Apple's protocol between devices (OTR) is too old.
public let errSecOTRTooOld: OSStatus = -25328

/// A message in Apple's protocol between devices (OTR) names a key that does not exist yet.
public let errSecOTRIDTooNew: OSStatus = -25329

/// The operation requires an authentication.
public let errSecAuthNeeded: OSStatus = -25330

/// The negotiation of Apple's protocol between devices (OTR) is not finished.
public let errSecOTRNotReady: OSStatus = -25331

/// The messaging identifier of this device is missing.
public let errSecDeviceIDNeeded: OSStatus = -25332

/// This device is not registered for messaging.
public let errSecIDSNotRegistered: OSStatus = -25333

/// The message to the other device was not sent.
public let errSecFailedToSendIDSMessage: OSStatus = -25334

/// No known device has the messaging identifier.
public let errSecDeviceIDNoMatch: OSStatus = -25335

/// No other device could be reached in time.
public let errSecPeersNotAvailable: OSStatus = -25336

/// No answer came in time. The number is the same as for `errSecPeersNotAvailable`.
public let errSecTimedOut: OSStatus = -25336

/// There is no text for the status.
public let errSecErrorStringNotAvailable: OSStatus = -25337
