package import KeychainModel
package import CertificateTrust
import X509Certificates

extension TrustSettingsList {
  /// The records, ordered by the digests of their certificates.
  package var orderedRecords: [TrustSettingsRecord] {
    records.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The settings in the form for export, which contains only the decisions.
  ///
  /// - Throws: `.invalidTrustSettings` when a setting cannot be written exactly.
  package func exported() throws(KeychainError) -> [UInt8] {
    var list = self
    list.disablesUsers = false
    return try list.external()
  }

  /// Reads exported settings. If only the digest of a certificate is given, the certificate is searched among the
  /// system's authorities and in the keychain. If the certificate is not found, its decision is kept without the
  /// certificate.
  ///
  /// - Throws: `.invalidTrustSettings` when the bytes are not trust settings.
  package init(
    imported bytes: [UInt8], with keychain: KeychainClient?
  ) throws(KeychainError) {
    try self.init(external: bytes)
    guard lacksCertificates else { return }
    try complete(from: SystemAnchors.certificates)
    try complete(from: Self.certificates(of: keychain))
  }

  /// The certificates of a keychain. Empty when the certificates cannot be read. The function does not create the
  /// keychain.
  static func certificates(of keychain: KeychainClient?) -> [Certificate] {
    guard let keychain, (try? keychain.isPresent()) == true else { return [] }
    let query = ItemQuery(.certificate, isSynchronizable: nil)
    let request = SearchRequest(query, contents: .secret, limit: nil, skipsGuarded: true)
    let items = (try? keychain.perform(.search(request))) ?? []
    return items.compactMap { $0.secret.flatMap { try? Certificate(der: $0) } }
  }

  /// Replaces the decisions of this list with the decisions of another list.
  package mutating func replaceRecords(with other: TrustSettingsList) {
    records = other.records
    defaultRoot = other.defaultRoot
  }
}
