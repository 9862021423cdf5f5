// Made by scripts/names from Tables/names.txt.

// This file declares the keys of the dictionaries of trust settings (specification:
// keys-and-certificates 4.7). As on macOS, the keys are macros in C. The constants therefore have
// the type `String` in Swift.

/// The policy to which the setting applies. The value is a `SecPolicy`, or the identifier of a
/// policy as a string. Latchkey uses only the identifier of a `SecPolicy`. The default is every
/// policy.
public let kSecTrustSettingsPolicy: String = "kSecTrustSettingsPolicy"

/// The program to which the setting applies. The value is data; any other value gives
/// `errSecParam`. Latchkey stores the data, but cannot distinguish programs. Therefore, a setting
/// with this key never makes a certificate trusted. If the setting denies a certificate, Latchkey
/// denies the certificate for all programs.
public let kSecTrustSettingsApplication: String = "kSecTrustSettingsApplication"

/// The TLS host or the e-mail address to which the setting applies. The value is a string. The
/// default is every host and every address.
public let kSecTrustSettingsPolicyString: String = "kSecTrustSettingsPolicyString"

/// The uses of the key to which the setting applies. The value is a number with the bits of
/// `SecTrustSettingsKeyUsage`. The default is every use.
public let kSecTrustSettingsKeyUsage: String = "kSecTrustSettingsKeyUsage"

/// The status of a failure that the evaluation ignores for this certificate. The value is a number.
public let kSecTrustSettingsAllowedError: String = "kSecTrustSettingsAllowedError"

/// The decision of the setting. The value is a `SecTrustSettingsResult` as a number. The default is
/// `trustRoot`.
public let kSecTrustSettingsResult: String = "kSecTrustSettingsResult"
