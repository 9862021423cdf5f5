import AsymmetricKeys
import COpenSSL
import OpenSSLSupport

extension Certificate {
  /// The purposes that the extended key usage names, as content octets of object identifiers; nil
  /// without the extension, and for a malformed one none.
  package var keyPurposes: [[UInt8]]? {
    content.value(of: OID.extendedKeyUsage).map {
      KeyPurpose.identifiers(in: DERReader($0[...]))
    }
  }

  /// Whether the key is one of Ed25519 or Ed448, which no `SecKey` stands for here. What only has their name,
  /// and cannot be read, is none.
  package var hasEdwardsKey: Bool {
    guard [OID.ed25519, OID.ed448].contains(content.keyAlgorithm),
      let handle = X509Handle(self)
    else { return false }
    defer { ERR_clear_error() }
    return X509_get0_pubkey(handle.pointer) != nil
  }

  /// How strong the hash is that the signature is made of; nil where OpenSSL cannot read the certificate.
  package var signatureDigest: SignatureDigest? { X509Handle(self).map(SignatureDigest.init) }
}
