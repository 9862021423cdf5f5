import AsymmetricKeys
import KeychainModel

/// The kinds of keys with their names in SSH.
enum SSHKeyType: Equatable {
  case rsa
  case ellipticCurve(EllipticCurve)

  private static let curves: [EllipticCurve] = [.p256, .p384, .p521]

  /// - Throws: `.unsupportedFormat` for keys that `SecKey` does not support.
  init(name: some Collection<UInt8>) throws(KeychainError) {
    if name.elementsEqual("ssh-rsa".utf8) {
      self = .rsa
    } else if let curve = Self.curves.first(where: {
      name.elementsEqual(Self.ellipticCurve($0).name.utf8)
    }) {
      self = .ellipticCurve(curve)
    } else {
      throw Self.unsupported(name)
    }
  }

  /// - Throws: `.unsupportedFormat` for curves that SSH does not support.
  init(_ key: AsymmetricKey) throws(KeychainError) {
    switch key.kind {
    case .rsa: self = .rsa
    case .ellipticCurve(let curve):
      guard Self.curves.contains(curve) else {
        throw KeychainError(.unsupportedFormat, "SSH has no keys on this curve")
      }
      self = .ellipticCurve(curve)
    }
  }

  var name: String {
    switch self {
    case .rsa: "ssh-rsa"
    case .ellipticCurve(let curve): "ecdsa-sha2-\(Self.curveName(curve))"
    }
  }

  static func curveName(_ curve: EllipticCurve) -> String { "nistp\(curve.rawValue)" }

  private static func unsupported(_ name: some Collection<UInt8>) -> KeychainError {
    if name.elementsEqual("ssh-ed25519".utf8) { return UnsupportedKey.ed25519 }
    if name.elementsEqual("ssh-dss".utf8) { return UnsupportedKey.dsa }
    return name.starts(with: "sk-".utf8)
      ? KeychainError(.unsupportedFormat, "Security cannot use keys that lie in a security key")
      : KeychainError(.unsupportedFormat, "SSH calls the key something that is not known")
  }
}
