import COpenSSL
import OpenSSLSupport

extension Certificate {
  /// The purposes that the extended key usage names, as content octets of object identifiers; nil
  /// without the extension, and for a malformed one none.
  var keyPurposes: [[UInt8]]? {
    content.value(of: ObjectIdentifier.extendedKeyUsage).map {
      KeyPurpose.identifiers(in: DERReader($0[...]))
    }
  }

  /// Whether the key is one of Ed25519 or Ed448, which no `SecKey` stands for here. What only has their name,
  /// and cannot be read, is none.
  var hasEdwardsKey: Bool {
    guard [ObjectIdentifier.ed25519, ObjectIdentifier.ed448].contains(content.keyAlgorithm),
      let handle = X509Handle(self)
    else { return false }
    defer { ERR_clear_error() }
    return X509_get0_pubkey(handle.pointer) != nil
  }

  /// How strong the hash is that the signature is made of; nil where OpenSSL cannot read the certificate.
  var signatureDigest: SignatureDigest? { X509Handle(self).map(SignatureDigest.init) }
}
