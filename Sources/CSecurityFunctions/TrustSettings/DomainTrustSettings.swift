import Foundation
import Security

/// `SecTrustSettingsCopyCertificates`
@_cdecl("SecTrustSettingsCopyCertificates")
public func secTrustSettingsCopyCertificates(
  _ domain: UInt32, _ certificates: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  certificates?.pointee = nil
  return ForeignTrustSettings.call(domain) { domain in
    guard let certificates else { return errSecParam }
    var found: CFArray?
    let status = SecTrustSettingsCopyCertificates(domain, &found)
    certificates.pointee = Outgoing.object(found)
    return status
  }
}

/// `SecTrustSettingsCreateExternalRepresentation`
@_cdecl("SecTrustSettingsCreateExternalRepresentation")
public func secTrustSettingsCreateExternalRepresentation(
  _ domain: UInt32, _ settings: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  settings?.pointee = nil
  return ForeignTrustSettings.call(domain) { domain in
    guard let settings else { return errSecParam }
    var made: CFData?
    let status = SecTrustSettingsCreateExternalRepresentation(domain, &made)
    settings.pointee = Outgoing.data(made)
    return status
  }
}

/// `SecTrustSettingsImportExternalRepresentation`
@_cdecl("SecTrustSettingsImportExternalRepresentation")
public func secTrustSettingsImportExternalRepresentation(
  _ domain: UInt32, _ settings: UnsafeRawPointer?
) -> Int32 {
  ForeignTrustSettings.call(domain) { domain in
    Incoming.data(settings).map { SecTrustSettingsImportExternalRepresentation(domain, $0) }
      ?? errSecParam
  }
}
