public import Foundation
import KeychainModel
import X509Certificates

/// Returns what is said in a certificate, under object identifiers with dots.
///
/// Each value is a dictionary: `kSecPropertyKeyType` says what `kSecPropertyKeyValue` is, and
/// `kSecPropertyKeyLabel` is a name for it; the label is `kSecPropertyKeyLocalizedLabel`, too. There are
///
/// * the fields of the certificate (`kSecOIDX509V1…`): names, algorithms and numbers. Names are sections, arrays
///   of such dictionaries, one an attribute, with its object identifier as the label. Times are numbers:
///   seconds since 2001-01-01 00:00:00 UTC.
/// * extensions. `kSecOIDKeyUsage` is a number whose bits are those of the certificate, the first of them the
///   lowest, and `kSecOIDExtendedKeyUsage` an array of object identifiers. `kSecOIDBasicConstraints`, alternative
///   names and the identifiers of keys are sections. So is every other extension: of `Critical`, which is `Yes`
///   or `No`, and of its bytes, `Data`.
/// * the attributes of the subject, such as `kSecOIDCommonName`: arrays of strings.
///
/// Whoever made the certificate chose how much it says. Alternative names and identifiers of keys with more than
/// 1 000 names and attributes, and more than 1 000 purposes, are given like an extension that is not known. A name
/// with more than 1 000 attributes is `Data`, its normalized sequence
/// (``SecCertificateCopyNormalizedSubjectSequence(_:)``), and such a subject has no attributes of its own.
///
/// - Parameters:
///   - certificate: The certificate.
///   - keys: The object identifiers that are asked for, strings; nil for all. What the certificate does not
///     have is left out.
///   - error: Receives the error, which the caller has to release: `errSecParam` for a key that is no string.
/// - Returns: The dictionary, empty when nothing of what is asked for is there; nil with an error.
public func SecCertificateCopyValues(
  _ certificate: SecCertificate, _ keys: CFArray?,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFDictionary? {
  KeyCall.perform(error) { () throws(KeychainError) in
    try Arguments.check(keys)
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
