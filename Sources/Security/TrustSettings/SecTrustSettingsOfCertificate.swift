public import Foundation
import Keychain
import KeychainModel
import CertificateTrust

/// Finds what was decided about a certificate.
///
/// - Parameters:
///   - certRef: The certificate.
///   - domain: Whose decision is asked for.
///   - trustSettings: Receives an array of dictionaries with the `kSecTrustSettings...` keys: one without
///     members trusts the certificate as a root for everything.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` when nothing was decided about it;
///   `errSecInvalidTrustSettings` when the domain's settings cannot be read.
@discardableResult
public func SecTrustSettingsCopyTrustSettings(
  _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain,
  _ trustSettings: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  Status.of { () throws(KeychainError) in
    let record = try TrustSettingsCall(domain).record(of: certRef)
    trustSettings.pointee = record.settings.map(\.dictionary) as NSArray
  }
}

/// Finds when a decision about a certificate was made.
///
/// - Parameters:
///   - certRef: The certificate.
///   - domain: Whose decision is asked for.
///   - modificationDate: Receives the date; nil when another system wrote the decision without one.
/// - Returns: As `SecTrustSettingsCopyTrustSettings`.
@discardableResult
public func SecTrustSettingsCopyModificationDate(
  _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain,
  _ modificationDate: UnsafeMutablePointer<CFDate?>
) -> OSStatus {
  Status.of { () throws(KeychainError) in
    let record = try TrustSettingsCall(domain).record(of: certRef)
    modificationDate.pointee = record.modified.map {
      NSDate(timeIntervalSinceReferenceDate: $0)
    }
  }
}

/// Decides about a certificate. What was decided before in this domain is replaced.
///
/// - Parameters:
///   - certRef: The certificate. It need not be in the keychain.
///   - domain: `.user`, or `.admin`, which takes the rights of an administrator.
///   - trustSettingsDictOrArray: A dictionary with the `kSecTrustSettings...` keys, or an array of them;
///     nil, or an array without members, trusts a root for everything.
/// - Returns: `errSecSuccess`; `errSecParam` for other objects, for keys and values that are none, for
///   `trustRoot` of a certificate that is not signed by itself and for `trustAsRoot` of one that is;
///   `errSecReadOnly` for `.system`; `errSecWrPerm` for `.admin` without the rights;
///   `errSecInvalidTrustSettings` when the settings that are there cannot be read, which are kept;
///   `errSecNotAvailable` when there is no place for settings, or the administrator switched those of
///   users off; `errSecIO`.
@discardableResult
public func SecTrustSettingsSetTrustSettings(
  _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain,
  _ trustSettingsDictOrArray: CFTypeRef?
) -> OSStatus {
  Status.of { () throws(KeychainError) in
    try Arguments.check(trustSettingsDictOrArray)
    let settings = try TrustSetting.list(trustSettingsDictOrArray)
    for setting in settings.isEmpty ? [TrustSetting()] : settings {
      try setting.check(for: certRef.certificate)
    }
    try TrustSettingsCall(domain).change { (list, now) throws(KeychainError) in
      try list.set(settings, for: certRef.certificate, modified: now)
    }
  }
}

/// Forgets what was decided about a certificate.
///
/// - Parameters:
///   - certRef: The certificate.
///   - domain: `.user`, or `.admin`, which takes the rights of an administrator.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` when nothing was decided about it, and otherwise as
///   `SecTrustSettingsSetTrustSettings`.
@discardableResult
public func SecTrustSettingsRemoveTrustSettings(
  _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain
) -> OSStatus {
  Status.of { () throws(KeychainError) in
    try TrustSettingsCall(domain).remove(certRef)
  }
}
