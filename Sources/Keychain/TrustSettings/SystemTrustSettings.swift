import KeychainFiles
import KeychainModel
import CertificateTrust

/// The authorities of the Linux distribution as trust settings. Each authority is a trusted root for all uses.
enum SystemTrustSettings {
  /// The settings; nil when there are no authorities.
  static var list: TrustSettingsList? {
    get throws(KeychainError) {
      guard let path = SystemAnchors.path else { return nil }
      let status = try? FileStatus.of(path: path)
      let modified = (status.map { Double($0.modified / 1_000_000_000) } ?? 0) - 978_307_200
      var list = TrustSettingsList()
      for certificate in SystemAnchors.certificates {
        try list.set([], for: certificate, modified: max(0, modified))
      }
      return list
    }
  }
}
