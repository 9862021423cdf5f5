public import Foundation
import Keychain
import KeychainModel
import CertificateTrust

/// Finds the trust settings of a certificate.
///
/// - Parameters:
///   - certRef: The certificate.
///   - domain: The domain of the settings.
///   - trustSettings: Receives an array of dictionaries with the `kSecTrustSettings...` keys. An empty dictionary
///     trusts the certificate as a root for every purpose.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` if the certificate has no settings in the domain;
///   `errSecInvalidTrustSettings` if the domain's settings cannot be read.
@discardableResult
public func SecTrustSettingsCopyTrustSettings(
  _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain,
  _ trustSettings: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  StatusBoundary.of { () throws(KeychainError) in
    let record = try TrustSettingsCall(domain).record(of: certRef)
    trustSettings.pointee = record.settings.map(\.dictionary) as NSArray
  }
}

/// Finds the modification date of a certificate's trust settings.
///
/// - Parameters:
///   - certRef: The certificate.
///   - domain: The domain of the settings.
///   - modificationDate: Receives the date; nil for imported settings without a date.
/// - Returns: The same statuses as `SecTrustSettingsCopyTrustSettings`.
@discardableResult
public func SecTrustSettingsCopyModificationDate(
  _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain,
  _ modificationDate: UnsafeMutablePointer<CFDate?>
) -> OSStatus {
  StatusBoundary.of { () throws(KeychainError) in
    let record = try TrustSettingsCall(domain).record(of: certRef)
    modificationDate.pointee = record.modified.map {
      NSDate(timeIntervalSinceReferenceDate: $0)
    }
  }
}

/// Sets the trust settings of a certificate. The new settings replace the earlier settings of the certificate in this
/// domain.
///
/// - Parameters:
///   - certRef: The certificate. It need not be in the keychain.
///   - domain: `.user`, or `.admin`, which requires administrator privileges.
///   - trustSettingsDictOrArray: A dictionary with the `kSecTrustSettings...` keys, or an array of such dictionaries.
///     Nil or an empty array trusts a root for every purpose.
/// - Returns:
///   - `errSecSuccess`: The settings were stored.
///   - `errSecParam`: An object, a key or a value is invalid, `trustRoot` is used for a certificate that is not
///     self-signed, or `trustAsRoot` is used for a self-signed certificate.
///   - `errSecReadOnly`: The domain is `.system`.
///   - `errSecWrPerm`: The domain is `.admin`, and the program lacks the privileges.
///   - `errSecInvalidTrustSettings`: The existing settings cannot be read. The settings stay unchanged.
///   - `errSecNotAvailable`: There is no location for settings, or the administrator has disabled the settings of
///     users.
///   - `errSecIO`: The settings cannot be written.
@discardableResult
public func SecTrustSettingsSetTrustSettings(
  _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain,
  _ trustSettingsDictOrArray: CFTypeRef?
) -> OSStatus {
  StatusBoundary.of { () throws(KeychainError) in
    try ArgumentChecks.check(trustSettingsDictOrArray)
    let settings = try TrustSetting.list(trustSettingsDictOrArray)
    for setting in settings.isEmpty ? [TrustSetting()] : settings {
      try setting.check(for: certRef.certificate)
    }
    try TrustSettingsCall(domain).change { (list, now) throws(KeychainError) in
      try list.set(settings, for: certRef.certificate, modified: now)
    }
  }
}

/// Removes the trust settings of a certificate.
///
/// - Parameters:
///   - certRef: The certificate.
///   - domain: `.user`, or `.admin`, which requires administrator privileges.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` if the certificate has no settings; otherwise the same statuses as
///   `SecTrustSettingsSetTrustSettings`.
@discardableResult
public func SecTrustSettingsRemoveTrustSettings(
  _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain
) -> OSStatus {
  StatusBoundary.of { () throws(KeychainError) in
    try TrustSettingsCall(domain).remove(certRef)
  }
}
