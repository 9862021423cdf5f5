import AsymmetricKeys
import COpenSSL
import KeychainModel
import OpenSSLSupport

/// Reads and writes a public key in SSH's binary form, and as an OpenSSH public key line (RFC 4253, RFC 5656).
enum SSHPublicKey {
  private static let beginnings = ["ssh-", "ecdsa-sha2-", "sk-"]

  /// Whether a text begins like an OpenSSH public key line.
  static func isLine(_ bytes: [UInt8]) -> Bool {
    beginnings.contains { bytes.starts(with: $0.utf8) }
  }

  /// Reads an OpenSSH public key line: the name of the key type, the key in Base64, and a comment.
  ///
  /// - Throws: `.decode` for other text, and for several lines; `.unsupportedFormat` for keys that `SecKey` does not
  ///   support.
  static func read(line bytes: [UInt8]) throws(KeychainError) -> AsymmetricKey {
    let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }
    let words = lines.first?.split { $0 == 0x20 || $0 == 0x09 } ?? []
    guard lines.count == 1, words.count >= 2, let content = decoded(words[1]) else {
      throw SSHReader.malformed
    }
    let type = try SSHKeyType(name: words[0])
    var reader = SSHReader(content[...])
    guard try reader.readString().elementsEqual(type.name.utf8) else { throw SSHReader.malformed }
    let key: AsymmetricKey
    switch type {
    case .rsa:
      let exponent = try reader.readNumber()
      let numbers = RSANumbers([try reader.readNumber(), exponent])
      key = try AsymmetricKey(rsaPublicKey: numbers.publicRepresentation)
    case .ellipticCurve(let curve):
      guard try reader.readString().elementsEqual(SSHKeyType.curveName(curve).utf8) else {
        throw SSHReader.malformed
      }
      key = try AsymmetricKey(curve, point: Array(reader.readString()), number: nil)
    }
    guard reader.rest.isEmpty else { throw SSHReader.malformed }
    return key
  }

  /// Writes an OpenSSH public key line without a comment.
  static func line(_ key: AsymmetricKey) throws(KeychainError) -> [UInt8] {
    let content = try content(key)
    // The size of the Base64 text and of the NUL that OpenSSL appends.
    var text = [UInt8](repeating: 0, count: (content.count + 2) / 3 * 4 + 1)
    let count = EVP_EncodeBlock(&text, content, Int32(content.count))
    return try Array("\(SSHKeyType(key).name) ".utf8) + text.prefix(Int(count)) + [0x0A]
  }

  /// The key in SSH's binary form.
  static func content(_ key: AsymmetricKey) throws(KeychainError) -> [UInt8] {
    let type = try SSHKeyType(key)
    let name = SSHWriter.string(type.name.utf8)
    switch type {
    case .rsa:
      let numbers = try RSANumbers(publicKey: key.publicRepresentation)
      return name + SSHWriter.number(numbers.exponent) + SSHWriter.number(numbers.modulus)
    case .ellipticCurve(let curve):
      return name + SSHWriter.string(SSHKeyType.curveName(curve).utf8)
        + SSHWriter.string(key.publicRepresentation)
    }
  }

  private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard let count = Int32(exactly: text.count), count % 4 == 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: text.count / 4 * 3)
    let decoded = EVP_DecodeBlock(&bytes, Array(text), count)
    let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
    guard decoded == Int32(bytes.count) else {
      ERR_clear_error()
      return nil
    }
    return bytes.dropLast(padding)
  }
}

/// The types of keys that SSH and `SecKey` support.
enum SSHKeyType: Equatable {
  case rsa
  case ellipticCurve(EllipticCurve)

  private static let curves: [EllipticCurve] = [.p256, .p384, .p521]

  /// - Throws: `.unsupportedFormat` for types of keys that `SecKey` does not support.
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

  /// - Throws: `.unsupportedFormat` for keys on curves that SSH does not support.
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
