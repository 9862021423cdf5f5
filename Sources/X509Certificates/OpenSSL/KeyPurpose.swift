import AsymmetricKeys
package import KeychainModel

/// The purposes in the extended key usage that policies require.
package enum KeyPurpose {
  case any
  case serverAuthentication
  case clientAuthentication
  case codeSigning
  case emailProtection
  case timeStamping
  case microsoftServerGated
  case netscapeServerGated

  /// The content octets of the object identifier.
  package var identifier: [UInt8] {
    switch self {
    case .any: [0x55, 0x1D, 0x25, 0x00]
    case .serverAuthentication: Self.pkix + [1]
    case .clientAuthentication: Self.pkix + [2]
    case .codeSigning: Self.pkix + [3]
    case .emailProtection: Self.pkix + [4]
    case .timeStamping: Self.pkix + [8]
    // 1.3.6.1.4.1.311.10.3.3 and 2.16.840.1.113730.4.1
    case .microsoftServerGated:
      [0x2B, 0x06, 0x01, 0x04, 0x01, 0x82, 0x37, 0x0A, 0x03, 0x03]
    case .netscapeServerGated: [0x60, 0x86, 0x48, 0x01, 0x86, 0xF8, 0x42, 0x04, 0x01]
    }
  }

  /// 1.3.6.1.5.5.7.3
  private static let pkix: [UInt8] = [0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03]
}

extension KeyPurpose {
  /// The purposes in an extended key usage, as content octets of object identifiers. Empty when a part cannot be
  /// read.
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
