import AsymmetricKeys
import Keychain
import KeychainModel

/// The certificate or identity that the options select. The option `-c` gives a part of the name, and `-Z` gives a
/// hash.
struct CertificateChoice {
  let itemClass: ItemClass
  let session: CommandSession
  let arguments: Arguments

  /// A part of the name; nil for any name.
  let name: Word?

  /// The hash or the part of a name that the user gave, for a message.
  var text: String { (name ?? arguments.value("Z"))?.text ?? "" }

  /// Returns the only match; nil if nothing matches. A certificate whose name equals the given name takes precedence
  /// over certificates whose names contain the given name.
  ///
  /// - Throws: A failure if several certificates match equally well; a usage error if the hash is malformed.
  func chosen() throws(CommandFailure) -> StoredCertificate? {
    let hash = try hash()
    var attributes = AttributeSet()
    attributes[.accessGroup] = try PasswordKind.generic.accessGroup(in: arguments)
    var found: [StoredCertificate] = []
    for one in try StoredCertificate.all(itemClass, of: session, attributes) {
      if let hash, try one.digest(hash.algorithm) != hash.digits { continue }
      if let name, !NamePattern(name).isContained(in: one.label) { continue }
      found.append(one)
    }
    if let name {
      let exact = found.filter { Array($0.label.utf8) == name.bytes }
      if !exact.isEmpty { found = exact }
    }
    guard let first = found.first else { return nil }
    guard found.allSatisfy({ $0.item.identifier == first.item.identifier }) else {
      throw .failed("\"\(text)\" is ambiguous, matches more than one certificate")
    }
    return first
  }

  private func hash() throws(CommandFailure) -> (algorithm: HashAlgorithm, digits: String)? {
    guard let word = arguments.value("Z") else { return nil }
    let algorithm: HashAlgorithm
    switch word.bytes.count {
    case 40: algorithm = .sha1
    case 64: algorithm = .sha256
    default: throw .usage("-Z: \"\(word.text)\" is neither a SHA-1 nor a SHA-256")
    }
    guard let bytes = HexadecimalText.bytes(word.bytes) else {
      throw .usage("-Z: \"\(word.text)\" is not hexadecimal")
    }
    return (algorithm, HexadecimalText.digits(bytes))
  }
}

/// A part of a name that a search looks for. The search ignores case.
struct NamePattern {
  private let bytes: [UInt8]

  init(_ word: Word) { bytes = Array(word.text.lowercased().utf8) }

  func isContained(in name: String) -> Bool {
    let name = Array(name.lowercased().utf8)
    guard bytes.count <= name.count else { return false }
    return (0...(name.count - bytes.count)).contains {
      name[$0..<($0 + bytes.count)].elementsEqual(bytes)
    }
  }
}
