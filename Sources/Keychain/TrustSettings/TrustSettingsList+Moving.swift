package import KeychainModel
package import CertificateTrust
package import X509Certificates

extension TrustSettingsList {
  /// The records, ordered by the digests of their certificates.
  package var orderedRecords: [TrustSettingsRecord] {
    records.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The settings in the form for export. The export does not contain the flag `disablesUsers`.
  ///
  /// - Throws: `.invalidTrustSettings` when a setting cannot be written exactly.
  package func exported() throws(KeychainError) -> [UInt8] {
    var list = self
    list.disablesUsers = false
    return try list.external()
  }

  /// Reads exported settings. If a setting names its certificate only by digest, the certificate is searched among the
  /// authorities of the system and in `certificates`. A setting whose certificate is not found is kept.
  ///
  /// - Parameter certificates: The certificates of a keychain. Called only if a setting names its certificate only by
  ///   digest.
  /// - Throws: `.invalidTrustSettings` when the bytes are not trust settings.
  package init(
    imported bytes: [UInt8], completingFrom certificates: () -> [Certificate]
  ) throws(KeychainError) {
    try self.init(external: bytes)
    guard lacksCertificates else { return }
    try complete(from: SystemAnchors.certificates + certificates())
  }

  /// Replaces the decisions of this list with the decisions of another list.
  package mutating func replaceRecords(with other: TrustSettingsList) {
    records = other.records
    defaultRoot = other.defaultRoot
  }
}
