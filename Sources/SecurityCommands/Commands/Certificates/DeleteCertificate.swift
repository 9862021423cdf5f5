import Keychain
import KeychainModel
import PublicKeys

/// Deletes one certificate, or one identity.
struct DeleteCertificate {
  let itemClass: ItemClass
  let session: Session
  let arguments: Arguments

  func run() throws(CommandFailure) {
    guard arguments.has("c") || arguments.has("Z") else { throw .usage }
    try session.checkKeychains(arguments.operands)
    let chosen = try chosen()
    let item = chosen.item
    if arguments.has("t") {
      try RemoveTrustedCertificate.requireForgettable(chosen.certificate, in: session)
    }
    var attributes = AttributeSet()
    // A copy of the key in a group that was not named stays.
    attributes[.accessGroup] = try PasswordKind.generic.accessGroup(in: arguments)
    let query = ItemQuery(
      itemClass, attributes: attributes, isSynchronizable: nil,
      reference: .item(itemClass, item.identifier))
    _ = try session.perform(.delete(DeleteRequest(query)), in: "SecKeychainItemDelete")
    guard arguments.has("t") else { return }
    try RemoveTrustedCertificate.forget(chosen.certificate, in: session)
  }

  /// The only one that is meant: one whose name is just that before those that contain it.
  private func chosen() throws(CommandFailure) -> StoredCertificate {
    let hash = try hash()
    let name = arguments.value("c")
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
    let text = (name ?? arguments.value("Z"))?.text ?? ""
    guard let first = found.first else {
      throw .failed("Unable to delete certificate matching \"\(text)\"")
    }
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

extension Command {
  static let deleteCertificate = delete(
    .certificate, "delete-certificate", "Delete a certificate.")
  static let deleteIdentity = delete(
    .identity, "delete-identity", "Delete a certificate and its private key.")

  private static func delete(_ itemClass: ItemClass, _ name: String, _ summary: String) -> Command {
    Command(
      name, summary,
      synopsis: "-c name | -Z hash [-t] [--access-group name] [keychain ...]",
      details: [
        "-c  part of the name, in any case; a name that is just that comes before the others",
        "-Z  SHA-1 or SHA-256 of the certificate, in hexadecimal digits",
        "-t  remove the user's trust settings of it too, and as root those for all users",
        "--access-group  access group",
      ],
      options: OptionSyntax("c:Z:t", long: [PasswordKind.accessGroupOption])
    ) { (arguments, session) throws(CommandFailure) in
      try DeleteCertificate(itemClass: itemClass, session: session, arguments: arguments).run()
    }
  }
}
