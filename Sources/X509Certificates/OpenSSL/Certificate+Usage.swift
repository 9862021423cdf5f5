import AsymmetricKeys
import COpenSSL
import KeychainModel
import OpenSSLSupport

extension Certificate {
  /// The purposes in the extended key usage, as content octets of object identifiers. Nil without
  /// the extension; empty when it is malformed.
  package var keyPurposes: [[UInt8]]? {
    content.value(of: OID.extendedKeyUsage).map {
      KeyPurpose.identifiers(in: DERReader($0[...]))
    }
  }

  /// Whether the public key is an Ed25519 or Ed448 key, which `SecKey` does not support here. Returns false
  /// for a key with such an identifier that cannot be read.
  package var hasEdwardsKey: Bool {
    guard [OID.ed25519, OID.ed448].contains(content.keyAlgorithm),
      let handle = X509Handle(self)
    else { return false }
    defer { ERR_clear_error() }
    return X509_get0_pubkey(handle.pointer) != nil
  }

  /// The strength of the signature's digest; nil when OpenSSL cannot read the certificate.
  package var signatureDigest: SignatureDigest? { X509Handle(self).map(SignatureDigest.init) }
}
