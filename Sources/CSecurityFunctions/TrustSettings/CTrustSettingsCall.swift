import Foundation
import Security

/// Helpers of the functions for trust settings.
enum CTrustSettingsCall {
  /// `kSecTrustSettingsDefaultRootCertSetting`. It is a number, not an object.
  private static var defaultRoot: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: -1) }

  /// - Returns: The status that `body` returns; `errSecParam` if an argument is not a certificate or not a domain;
  ///   `errSecUnimplemented` for the value that represents all roots.
  static func call(
    _ certificate: UnsafeRawPointer?, _ domain: UInt32,
    _ body: (SecCertificate, SecTrustSettingsDomain) -> OSStatus
  ) -> Int32 {
    guard certificate != defaultRoot else { return errSecUnimplemented }
    return call(domain) { domain in
      Box.object(certificate, as: SecCertificate.self).map { body($0, domain) } ?? errSecParam
    }
  }

  /// - Returns: The status that `body` returns; `errSecParam` if the number is not a domain.
  static func call(_ domain: UInt32, _ body: (SecTrustSettingsDomain) -> OSStatus) -> Int32 {
    CCall.run { SecTrustSettingsDomain(rawValue: domain).map(body) ?? errSecParam }
  }
}
