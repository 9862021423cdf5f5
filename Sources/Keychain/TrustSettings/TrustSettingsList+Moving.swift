package import KeychainModel
package import CertificateTrust
import X509Certificates

extension TrustSettingsList {
  /// The records by the digests of their certificates.
  package var orderedRecords: [TrustSettingsRecord] {
    records.sorted { $0.key < $1.key }.map(\.value)
  }

  /// What is handed out: the decisions alone.
  ///
  /// - Throws: `.invalidTrustSettings` for a setting that cannot be written as it is.
  package func exported() throws(KeychainError) -> [UInt8] {
    var list = self
    list.disablesUsers = false
    return try list.external()
  }

  /// Reads settings from elsewhere. Of certificates that are there as digests only, those of the system
  /// and of a keychain are looked for; a decision about one that is not found is kept all the same.
  ///
  /// - Throws: `.invalidTrustSettings` for other bytes.
  package init(
    imported bytes: [UInt8], with keychain: KeychainClient?
  ) throws(KeychainError) {
    try self.init(external: bytes)
    guard lacksCertificates else { return }
    try complete(from: SystemAnchors.certificates)
    try complete(from: Self.certificates(of: keychain))
  }

  /// The certificates of a keychain; none where they cannot be read, and none is made.
  static func certificates(of keychain: KeychainClient?) -> [Certificate] {
    guard let keychain, (try? keychain.isPresent()) == true else { return [] }
    let query = ItemQuery(.certificate, isSynchronizable: nil)
    let request = SearchRequest(query, contents: .secret, limit: nil, skipsGuarded: true)
    let items = (try? keychain.perform(.search(request))) ?? []
    return items.compactMap { $0.secret.flatMap { try? Certificate(der: $0) } }
  }

  /// Puts the decisions of another list in place of these.
  package mutating func replaceRecords(with other: TrustSettingsList) {
    records = other.records
    defaultRoot = other.defaultRoot
  }
}
