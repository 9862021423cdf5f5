public import Foundation
import KeychainModel
import X509Certificates

/// Returns the fields and extensions of a certificate, under dotted object identifiers.
///
/// Each value is a dictionary. `kSecPropertyKeyType` gives the type of `kSecPropertyKeyValue`. `kSecPropertyKeyLabel`
/// and `kSecPropertyKeyLocalizedLabel` both give its label. The result holds:
///
/// * The fields of the certificate (`kSecOIDX509V1…`): names, algorithms and numbers. A name is a section: an array of
///   such dictionaries, one for each attribute, labelled with the attribute's object identifier. A time is a number:
///   seconds since 2001-01-01 00:00:00 UTC.
/// * The extensions. `kSecOIDKeyUsage` is a number with the bits of the extension, the first bit lowest.
///   `kSecOIDExtendedKeyUsage` is an array of object identifiers. `kSecOIDBasicConstraints`, alternative names and key
///   identifiers are sections. Every other extension is a section of `Critical`, which is `Yes` or `No`, and `Data`,
///   its bytes.
/// * The attributes of the subject, such as `kSecOIDCommonName`. Each is an array of strings.
///
/// An untrusted party may have made the certificate, so the size of the result is limited. An alternative name or key
/// identifier extension with more than 1 000 names and attributes is returned like an unknown extension, and so is an
/// extended key usage with more than 1 000 purposes. A name with more than 1 000 attributes is returned as `Data`, its
/// normalized sequence (``SecCertificateCopyNormalizedSubjectSequence(_:)``). The attributes of such a subject are not
/// returned.
///
/// - Parameters:
///   - certificate: The certificate.
///   - keys: An array of the wanted object identifiers, as strings; nil for all. Identifiers that the certificate does
///     not have are left out of the result.
///   - error: Receives the error, which the caller must release: `errSecParam` for a key that is not a string.
/// - Returns: The dictionary, which is empty if the certificate has none of the wanted identifiers; nil with an error.
public func SecCertificateCopyValues(
  _ certificate: SecCertificate, _ keys: CFArray?,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFDictionary? {
  ErrorBoundary.perform(error) { () throws(KeychainError) in
    try ArgumentChecks.check(keys)
    let wanted = try keys.map(identifiers)
    let values = NSMutableDictionary()
    for (identifier, property) in certificate.certificate.properties
    where wanted?.contains(identifier) ?? true {
      values[NSString(string: identifier)] = property.dictionary
    }
    return values
  }
}

private func identifiers(_ keys: CFArray) throws(KeychainError) -> Set<String> {
  var identifiers: Set<String> = []
  for key in keys {
    guard let text = PropertyValue.text(key) else {
      throw KeychainError(.parameter, "a key is no string")
    }
    identifiers.insert(text)
  }
  return identifiers
}

extension CertificateProperty {
  /// The dictionary that `SecCertificateCopyValues` returns for the property.
  var dictionary: NSDictionary {
    let label = NSString(string: label)
    let (type, value) = typeAndValue
    return [
      kSecPropertyKeyType: type, kSecPropertyKeyLabel: label,
      kSecPropertyKeyLocalizedLabel: label, kSecPropertyKeyValue: value,
    ]
  }

  private var typeAndValue: (CFString, NSObject) {
    switch value {
    case .string(let text): (kSecPropertyTypeString, NSString(string: text))
    case .data(let bytes): (kSecPropertyTypeData, Data(bytes) as NSData)
    case .number(let number): (kSecPropertyTypeNumber, NSNumber(value: number))
    case .strings(let texts):
      (kSecPropertyTypeArray, texts.map { NSString(string: $0) } as NSArray)
    case .section(let properties):
      (kSecPropertyTypeSection, properties.map(\.dictionary) as NSArray)
    }
  }
}
