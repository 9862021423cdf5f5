import Foundation
import Keychain
import KeychainModel
import X509Certificates

/// Contains the helpers of the functions for preferred certificates and identities.
enum PreferenceCall {
  /// Sets a preference. Removes the preference if `certificate` is nil.
  static func set(
    _ kind: CertificatePreference.Kind, _ certificate: SecCertificate?, _ name: CFString,
    _ usage: () throws(KeychainError) -> PreferenceUsage
  ) -> OSStatus {
    StatusBoundary.of { () throws(KeychainError) in
      try ArgumentChecks.check(name)
      let preference = try CertificatePreference(kind, for: name as String, try usage())
      let preferences = try preferences()
      if let certificate {
        try preferences.set(certificate.certificate, preference)
      } else {
        try preferences.remove(preference)
      }
    }
  }

  /// Finds the preferred object: a certificate or an identity.
  ///
  /// - Parameter issuers: X.500 names in DER. Nil and an empty array accept any issuer.
  static func find<Object>(
    _ kind: CertificatePreference.Kind, _ name: CFString, issuers: CFArray? = nil,
    _ result: inout Object?, _ usage: () throws(KeychainError) -> PreferenceUsage
  ) -> OSStatus {
    let status = search(kind, name, issuers: issuers, &result, usage)
    LastFailure.note(end: status)
    return status
  }

  private static func search<Object>(
    _ kind: CertificatePreference.Kind, _ name: CFString, issuers: CFArray?,
    _ result: inout Object?, _ usage: () throws(KeychainError) -> PreferenceUsage
  ) -> OSStatus {
    var reference: PersistentReference?
    let status = StatusBoundary.of { () throws(KeychainError) in
      try ArgumentChecks.check(name, issuers)
      let asked = try CertificatePreference(kind, for: name as String, try usage())
      try requireNames(issuers)
      reference = try preferences().preferred(for: asked)
    }
    guard status == errSecSuccess else { return status }
    guard case .item(let itemClass, let identifier) = reference else { return errSecItemNotFound }
    let query: NSMutableDictionary = [
      kSecValuePersistentRef: Data(PersistentReference.bytes(of: itemClass, identifier)),
      kSecReturnRef: true,
    ]
    if let issuers, issuers.count > 0 { query[kSecMatchIssuers] = issuers }
    var found: CFTypeRef?
    let outcome = SecItemCopyMatching(query, &found)
    guard outcome == errSecSuccess else { return outcome }
    guard let object = found as? Object else { return errSecItemNotFound }
    result = object
    return errSecSuccess
  }

  /// Checks that all issuers are names. A search ignores invalid names, so a search with only invalid names would
  /// accept any issuer.
  ///
  /// - Throws: `.parameter` unless all members are names in DER.
  private static func requireNames(_ issuers: CFArray?) throws(KeychainError) {
    for issuer in issuers ?? [] {
      guard case .data(let name) = PropertyValue(issuer) else {
        throw KeychainError(.parameter, "an issuer is no data")
      }
      _ = try DistinguishedName(der: name)
    }
  }

  private static func preferences() throws(KeychainError) -> CertificatePreferences {
    let context = try KeychainContext.resolve()
    let options = AuthenticationOptions(context: nil, prompt: nil, mayAsk: true)
    return CertificatePreferences(of: context.caller) { (request) throws(KeychainError) in
      try context.perform(request, options)
    }
  }
}
