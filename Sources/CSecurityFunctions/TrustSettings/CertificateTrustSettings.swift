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
    // An object that cannot be read must not trust the certificate for every purpose.
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
