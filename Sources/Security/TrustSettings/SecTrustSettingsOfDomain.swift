public import Foundation
import Keychain
import KeychainModel
import CertificateTrust

/// Finds the certificates that have trust settings in a domain.
///
/// - Parameters:
///   - domain: The domain.
///   - certArray: Receives an array of certificates. Imported settings may name a certificate only by its digest. The
///     array contains such a certificate only if Latchkey found the certificate during the import.
/// - Returns: `errSecSuccess`; `errSecNoTrustSettings` if the domain has no settings; `errSecParam` if `certArray` is
///   nil; `errSecInvalidTrustSettings` if the settings cannot be read.
@discardableResult
public func SecTrustSettingsCopyCertificates(
  _ domain: SecTrustSettingsDomain, _ certArray: UnsafeMutablePointer<CFArray?>?
) -> OSStatus {
  StatusBoundary.of { () throws(KeychainError) in
    guard let certArray else {
      throw KeychainError(.parameter, "there is no place for the certificates")
    }
    let records = try TrustSettingsCall(domain).list().orderedRecords
    certArray.pointee = records.compactMap { $0.certificate.map { SecCertificate($0) } } as NSArray
  }
}

/// Exports the settings of a domain as data that `SecTrustSettingsImportExternalRepresentation` reads, in Latchkey and
/// on macOS. The format is the property list of macOS. Latchkey adds the certificates to this property list.
///
/// - Parameters:
///   - domain: The domain.
///   - trustSettings: Receives the data.
/// - Returns: `errSecSuccess`; `errSecNoTrustSettings` if the domain has no settings; `errSecInvalidTrustSettings` if
///   the settings cannot be read.
@discardableResult
public func SecTrustSettingsCreateExternalRepresentation(
  _ domain: SecTrustSettingsDomain, _ trustSettings: UnsafeMutablePointer<CFData?>
) -> OSStatus {
  StatusBoundary.of { () throws(KeychainError) in
    let list = try TrustSettingsCall(domain).list()
    trustSettings.pointee = NSData(data: Data(try list.exported()))
  }
}

/// Replaces the settings of a domain.
///
/// - Parameters:
///   - domain: `.user`, or `.admin`, which requires administrator privileges.
///   - trustSettings: Data that `SecTrustSettingsCreateExternalRepresentation` made, in Latchkey or on macOS.
/// - Returns: `errSecSuccess`; `errSecInvalidTrustSettings` if the data or the existing settings cannot be read;
///   otherwise the same statuses as `SecTrustSettingsSetTrustSettings`. After a failure, nothing has changed.
@discardableResult
public func SecTrustSettingsImportExternalRepresentation(
  _ domain: SecTrustSettingsDomain, _ trustSettings: CFData
) -> OSStatus {
  StatusBoundary.of { () throws(KeychainError) in
    let context = try? KeychainContext.resolve()
    let imported = try TrustSettingsList(
      imported: Array(trustSettings as Data), completingFrom: { context?.keychain.certificates() ?? [] })
    try TrustSettingsCall(domain).change { (list, _) throws(KeychainError) in
      list.replaceRecords(with: imported)
    }
  }
}
