import KeychainFiles
import KeychainModel
import CertificateTrust

/// The distribution's authorities as trust settings: each trusted as a root for everything.
enum SystemTrustSettings {
  /// Nil when there are none.
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
