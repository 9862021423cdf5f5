// Made by scripts/names from Tables/names.txt.

// The keys of the dictionaries of trust settings (keys-and-certificates 4.7). They are strings of
// Swift, as on macOS, where they are macros.

/// The policy that the setting is for: a `SecPolicy`, of which its identifier counts, or that
/// identifier as a string. Absent: every policy.
public let kSecTrustSettingsPolicy: String = "kSecTrustSettingsPolicy"

/// The program that the setting is for. Programs cannot be told apart here: what another system
/// wrote is kept, and such a setting trusts nothing.
public let kSecTrustSettingsApplication: String = "kSecTrustSettingsApplication"

/// The host of TLS, or the address of mail, that the setting is for. A string. Absent: every one.
public let kSecTrustSettingsPolicyString: String = "kSecTrustSettingsPolicyString"

/// The uses of the key that the setting is for: the bits of `SecTrustSettingsKeyUsage`. A number.
/// Absent: every use.
public let kSecTrustSettingsKeyUsage: String = "kSecTrustSettingsKeyUsage"

/// A status that is no failure for this certificate. A number.
public let kSecTrustSettingsAllowedError: String = "kSecTrustSettingsAllowedError"

/// The decision: a value of `SecTrustSettingsResult`. A number. Absent: `trustRoot`.
public let kSecTrustSettingsResult: String = "kSecTrustSettingsResult"
