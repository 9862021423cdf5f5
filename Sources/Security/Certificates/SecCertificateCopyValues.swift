public import Foundation
import KeychainModel
import X509Certificates

/// Returns a dictionary with the fields and extensions of a certificate. The keys are object identifiers with dots.
///
/// Each value is a dictionary of one property. `kSecPropertyKeyValue` is the value of the property, and
/// `kSecPropertyKeyType` is the type of this value. `kSecPropertyKeyLabel` and `kSecPropertyKeyLocalizedLabel` are both
/// the label of the property. The result contains:
///
/// * The fields of the certificate (`kSecOIDX509V1…`): names, algorithms and numbers. A name is a section: an array
///   with one property dictionary for each attribute of the name. The label of this property is the object identifier
///   of the attribute. A time is the number of seconds since 2001-01-01 00:00:00 UTC.
/// * The extensions. `kSecOIDKeyUsage` is a number with the bits of the extension. The first bit of the extension is
///   the lowest bit of the number. `kSecOIDExtendedKeyUsage` is an array of object identifiers.
///   `kSecOIDBasicConstraints`, alternative names and key identifiers are sections. Every other extension is a section
///   with `Critical` (`Yes` or `No`) and `Data` (the bytes of the extension).
/// * The attributes of the subject, such as `kSecOIDCommonName`. Each attribute is an array of strings.
///
/// An untrusted party may have made the certificate, so the size of the result is limited:
///
/// * If an extension for alternative names or key identifiers has more than 1 000 names and attributes, the result
///   describes the extension as an unknown extension.
/// * If an extended key usage has more than 1 000 purposes, the result describes it as an unknown extension.
/// * A name with more than 1 000 attributes is `Data` with the normalized sequence of the name
///   (``SecCertificateCopyNormalizedSubjectSequence(_:)``).
/// * If the subject has more than 1 000 attributes, the result does not contain the attributes of the subject.
///
/// - Parameters:
///   - certificate: The certificate.
///   - keys: An array of the requested object identifiers, as strings. Nil requests all identifiers. The result does
///     not contain requested identifiers that the certificate does not have.
///   - error: Receives the error, which the caller must release: `errSecParam` for a key that is not a string.
/// - Returns: The dictionary. It is empty if the certificate has no requested identifier. Nil after an error.
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
