public import Foundation
import Keychain
import KeychainModel
import CertificateTrust

/// Finds the certificates about which something was decided.
///
/// - Parameters:
///   - domain: Whose decisions are asked for.
///   - certArray: Receives an array of certificates. One that another system named by its digest alone,
///     and that was in no keychain when the settings were imported, is not among them.
/// - Returns: `errSecSuccess`; `errSecNoTrustSettings` when nothing was decided in the domain;
///   `errSecParam` without a place for the array; `errSecInvalidTrustSettings` when the settings cannot be
///   read.
@discardableResult
public func SecTrustSettingsCopyCertificates(
  _ domain: SecTrustSettingsDomain, _ certArray: UnsafeMutablePointer<CFArray?>?
) -> OSStatus {
  Status.of { () throws(KeychainError) in
    guard let certArray else {
      throw KeychainError(.parameter, "there is no place for the certificates")
    }
    let records = try TrustSettingsCall(domain).list().orderedRecords
    certArray.pointee = records.compactMap { $0.certificate.map { SecCertificate($0) } } as NSArray
  }
}

/// Writes the settings of a domain as data, for `SecTrustSettingsImportExternalRepresentation` here or
/// elsewhere: the property list that macOS writes, with the certificates beside what is said of them.
///
/// - Parameters:
///   - domain: Whose settings are asked for.
///   - trustSettings: Receives the data.
/// - Returns: `errSecSuccess`; `errSecNoTrustSettings` when nothing was decided in the domain;
///   `errSecInvalidTrustSettings` when the settings cannot be read.
@discardableResult
public func SecTrustSettingsCreateExternalRepresentation(
  _ domain: SecTrustSettingsDomain, _ trustSettings: UnsafeMutablePointer<CFData?>
) -> OSStatus {
  Status.of { () throws(KeychainError) in
    let list = try TrustSettingsCall(domain).list()
    trustSettings.pointee = NSData(data: Data(try list.exported()))
  }
}

/// Puts settings in place of those of a domain.
///
/// - Parameters:
///   - domain: `.user`, or `.admin`, which takes the rights of an administrator.
///   - trustSettings: What `SecTrustSettingsCreateExternalRepresentation` wrote here or on macOS.
/// - Returns: `errSecSuccess`; `errSecInvalidTrustSettings` for other data, or when the settings that are
///   there cannot be read, and otherwise as `SecTrustSettingsSetTrustSettings`. Nothing is changed then.
@discardableResult
public func SecTrustSettingsImportExternalRepresentation(
  _ domain: SecTrustSettingsDomain, _ trustSettings: CFData
) -> OSStatus {
  Status.of { () throws(KeychainError) in
    let context = try? KeychainContext.resolve()
    let imported = try TrustSettingsList(
      imported: Array(trustSettings as Data), with: context?.keychain)
    try TrustSettingsCall(domain).change { (list, _) throws(KeychainError) in
      list.replaceRecords(with: imported)
    }
  }
}
