// Made by scripts/names from Tables/names.txt.

// The keys of the dictionaries of trust settings (specification: keys-and-certificates 4.7). They
// are macros in C and therefore strings in Swift, as on macOS.

/// The policy of the setting. The value is a `SecPolicy`, or the identifier of a policy as a
/// string. Only the identifier of a `SecPolicy` is used. The default is every policy.
public let kSecTrustSettingsPolicy: String = "kSecTrustSettingsPolicy"

/// The program of the setting. Latchkey cannot distinguish programs, so a call with this key gives
/// `errSecParam`. Latchkey keeps such a setting if another system wrote it. The setting then trusts
/// nothing.
public let kSecTrustSettingsApplication: String = "kSecTrustSettingsApplication"

/// The TLS host or the e-mail address of the setting. The value is a string. The default is every
/// host and every address.
public let kSecTrustSettingsPolicyString: String = "kSecTrustSettingsPolicyString"

/// The uses of the key to which the setting applies. The value is a number with the bits of
/// `SecTrustSettingsKeyUsage`. The default is every use.
public let kSecTrustSettingsKeyUsage: String = "kSecTrustSettingsKeyUsage"

/// The status of a failure that the evaluation ignores for this certificate. The value is a number.
public let kSecTrustSettingsAllowedError: String = "kSecTrustSettingsAllowedError"

/// The decision. The value is a `SecTrustSettingsResult` as a number. The default is `trustRoot`.
public let kSecTrustSettingsResult: String = "kSecTrustSettingsResult"
