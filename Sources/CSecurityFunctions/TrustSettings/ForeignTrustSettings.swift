import Foundation
import Security

/// What the functions of trust settings share.
enum ForeignTrustSettings {
  /// `kSecTrustSettingsDefaultRootCertSetting`, which is no object.
  private static var defaultRoot: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: -1) }

  /// - Returns: What `body` returns; `errSecParam` for what is no certificate or no domain;
  ///   `errSecUnimplemented` for the one that stands for all roots.
  static func call(
    _ certificate: UnsafeRawPointer?, _ domain: UInt32,
    _ body: (SecCertificate, SecTrustSettingsDomain) -> OSStatus
  ) -> Int32 {
    guard certificate != defaultRoot else { return errSecUnimplemented }
    return call(domain) { domain in
      Box.object(certificate, as: SecCertificate.self).map { body($0, domain) } ?? errSecParam
    }
  }

  /// - Returns: What `body` returns; `errSecParam` for what is no domain.
  static func call(_ domain: UInt32, _ body: (SecTrustSettingsDomain) -> OSStatus) -> Int32 {
    ForeignCall.run { SecTrustSettingsDomain(rawValue: domain).map(body) ?? errSecParam }
  }
}
