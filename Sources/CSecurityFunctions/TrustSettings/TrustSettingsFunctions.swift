import Foundation
import Security

/// The C function `SecTrustSettingsCopyTrustSettings`.
@_cdecl("SecTrustSettingsCopyTrustSettings")
public func secTrustSettingsCopyTrustSettings(
  _ certificate: UnsafeRawPointer?, _ domain: UInt32,
  _ settings: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  settings?.pointee = nil
  return CTrustSettingsCall.call(certificate, domain) { certificate, domain in
    CFOutput.give(settings) { SecTrustSettingsCopyTrustSettings(certificate, domain, &$0) }
  }
}

/// The C function `SecTrustSettingsSetTrustSettings`.
@_cdecl("SecTrustSettingsSetTrustSettings")
public func secTrustSettingsSetTrustSettings(
  _ certificate: UnsafeRawPointer?, _ domain: UInt32, _ settings: UnsafeRawPointer?
) -> Int32 {
  CTrustSettingsCall.call(certificate, domain) { certificate, domain in
    let own = CFInput.object(settings)
    // An object that cannot be copied is refused. Passing nil for such an object would trust the certificate for every
    // purpose.
    guard settings == nil || own != nil else { return errSecParam }
    return KeychainCallbacks.posting(
      .trustSettingsChanged, SecTrustSettingsSetTrustSettings(certificate, domain, own))
  }
}

/// The C function `SecTrustSettingsRemoveTrustSettings`.
@_cdecl("SecTrustSettingsRemoveTrustSettings")
public func secTrustSettingsRemoveTrustSettings(
  _ certificate: UnsafeRawPointer?, _ domain: UInt32
) -> Int32 {
  CTrustSettingsCall.call(certificate, domain) {
    KeychainCallbacks.posting(.trustSettingsChanged, SecTrustSettingsRemoveTrustSettings($0, $1))
  }
}

/// The C function `SecTrustSettingsCopyModificationDate`.
@_cdecl("SecTrustSettingsCopyModificationDate")
public func secTrustSettingsCopyModificationDate(
  _ certificate: UnsafeRawPointer?, _ domain: UInt32,
  _ date: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  date?.pointee = nil
  return CTrustSettingsCall.call(certificate, domain) { certificate, domain in
    CFOutput.give(date) { SecTrustSettingsCopyModificationDate(certificate, domain, &$0) }
  }
}

/// The C function `SecTrustSettingsCopyCertificates`.
@_cdecl("SecTrustSettingsCopyCertificates")
public func secTrustSettingsCopyCertificates(
  _ domain: UInt32, _ certificates: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  certificates?.pointee = nil
  return CTrustSettingsCall.call(domain) { domain in
    CFOutput.give(certificates) { SecTrustSettingsCopyCertificates(domain, &$0) }
  }
}

/// The C function `SecTrustSettingsCreateExternalRepresentation`.
@_cdecl("SecTrustSettingsCreateExternalRepresentation")
public func secTrustSettingsCreateExternalRepresentation(
  _ domain: UInt32, _ settings: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  settings?.pointee = nil
  return CTrustSettingsCall.call(domain) { domain in
    CFOutput.give(settings) { SecTrustSettingsCreateExternalRepresentation(domain, &$0) }
  }
}

/// The C function `SecTrustSettingsImportExternalRepresentation`.
@_cdecl("SecTrustSettingsImportExternalRepresentation")
public func secTrustSettingsImportExternalRepresentation(
  _ domain: UInt32, _ settings: UnsafeRawPointer?
) -> Int32 {
  CTrustSettingsCall.call(domain) { domain in
    guard let data = CFInput.data(settings) else { return errSecParam }
    return KeychainCallbacks.posting(
      .trustSettingsChanged, SecTrustSettingsImportExternalRepresentation(domain, data))
  }
}

/// Runs calls with a domain of trust settings.
enum CTrustSettingsCall {
  /// `kSecTrustSettingsDefaultRootCertSetting`. The value is a number, not the address of an object.
  private static var defaultRoot: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: -1) }

  /// Calls `body` with a certificate and a domain.
  ///
  /// - Returns: The status that `body` returns; `errSecParam` if `certificate` is not a certificate or `domain` is not
  ///   a domain; `errSecUnimplemented` if `certificate` is the value that represents all roots.
  static func call(
    _ certificate: UnsafeRawPointer?, _ domain: UInt32,
    _ body: (SecCertificate, SecTrustSettingsDomain) -> OSStatus
  ) -> Int32 {
    guard certificate != defaultRoot else { return errSecUnimplemented }
    return call(domain) { domain in
      Box.object(certificate, as: SecCertificate.self).map { body($0, domain) } ?? errSecParam
    }
  }

  /// Calls `body` with a domain.
  ///
  /// - Returns: The status that `body` returns; `errSecParam` if the number is not a domain.
  static func call(_ domain: UInt32, _ body: (SecTrustSettingsDomain) -> OSStatus) -> Int32 {
    CCall.run { SecTrustSettingsDomain(rawValue: domain).map(body) ?? errSecParam }
  }
}
