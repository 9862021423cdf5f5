import Keychain
import KeychainModel
import AsymmetricKeys

/// The one certificate or identity that a command names with `-c`, a part of the name, and `-Z`, a hash.
struct CertificateChoice {
  let itemClass: ItemClass
  let session: Session
  let arguments: Arguments

  /// Part of the name; nil for any.
  let name: Word?

  /// What a person asked for, in a sentence about it.
  var text: String { (name ?? arguments.value("Z"))?.text ?? "" }

  /// The only one that is meant: one whose name is just that before those that contain it. Nil when there
  /// is none.
  ///
  /// - Throws: A failure when several are equally good, and wrong use for a hash that is none.
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
