import AsymmetricKeys
import COpenSSL
package import KeychainModel
import OpenSSLSupport

/// The extended key purposes that trust policies require.
package enum KeyPurpose {
  case any
  case serverAuthentication
  case clientAuthentication
  case codeSigning
  case emailProtection
  case timeStamping
  case microsoftServerGated
  case netscapeServerGated

  /// The content octets of the object identifier of the key purpose.
  package var identifier: [UInt8] {
    switch self {
    case .any: [0x55, 0x1D, 0x25, 0x00]
    case .serverAuthentication: Self.pkix + [1]
    case .clientAuthentication: Self.pkix + [2]
    case .codeSigning: Self.pkix + [3]
    case .emailProtection: Self.pkix + [4]
    case .timeStamping: Self.pkix + [8]
    // The object identifiers of Microsoft and Netscape for server-gated cryptography: 1.3.6.1.4.1.311.10.3.3 and
    // 2.16.840.1.113730.4.1.
    case .microsoftServerGated:
      [0x2B, 0x06, 0x01, 0x04, 0x01, 0x82, 0x37, 0x0A, 0x03, 0x03]
    case .netscapeServerGated: [0x60, 0x86, 0x48, 0x01, 0x86, 0xF8, 0x42, 0x04, 0x01]
    }
  }

  /// The prefix 1.3.6.1.5.5.7.3 of the object identifiers of key purposes (RFC 5280, 4.2.1.12).
  private static let pkix: [UInt8] = [0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03]
}

extension KeyPurpose {
  /// The key purposes in an extended key usage extension, as content octets of object identifiers. The array is empty
  /// when a part of the extension cannot be read.
  package static func identifiers(in value: DERReader) -> [[UInt8]] {
    var value = value
    var purposes: [[UInt8]] = []
    do {
      var list = try value.read(.sequence)
      try value.end()
      while !list.isAtEnd { purposes.append(Array(try list.read(.objectIdentifier).rest)) }
      return purposes
    } catch {
      return []
    }
  }
}

extension Certificate {
  /// The key purposes in the extended key usage extension, as content octets of object identifiers. Nil when the
  /// certificate does not have the extension. The array is empty when the extension is malformed.
  package var keyPurposes: [[UInt8]]? {
    content.value(of: OID.extendedKeyUsage).map {
      KeyPurpose.identifiers(in: DERReader($0[...]))
    }
  }

  /// Whether OpenSSL can read the public key, and the key is an Ed25519 or Ed448 key. Latchkey's `SecKey` does not
  /// support such keys.
  package var hasEdwardsKey: Bool {
    guard [OID.ed25519, OID.ed448].contains(content.keyAlgorithm),
      let handle = X509Handle(self)
    else { return false }
    defer { ERR_clear_error() }
    return X509_get0_pubkey(handle.pointer) != nil
  }

  /// The strength of the digest of the signature; nil when OpenSSL cannot read the certificate.
  package var signatureDigest: SignatureDigest? { X509Handle(self).map(SignatureDigest.init) }
}
