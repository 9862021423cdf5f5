import Foundation
import Security

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
