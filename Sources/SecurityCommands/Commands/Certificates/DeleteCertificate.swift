import Keychain
import KeychainModel

/// Deletes one certificate, or one identity.
struct DeleteCertificate {
  let itemClass: ItemClass
  let session: CommandSession
  let arguments: Arguments

  func run() throws(CommandFailure) {
    guard arguments.has("c") || arguments.has("Z") else { throw .usage }
    try session.checkKeychains(arguments.operands)
    let choice = CertificateChoice(
      itemClass: itemClass, session: session, arguments: arguments, name: arguments.value("c"))
    guard let chosen = try choice.chosen() else {
      throw .failed("Unable to delete certificate matching \"\(choice.text)\"")
    }
    let item = chosen.item
    if arguments.has("t") {
      try session.requireForgettableTrustSettings(of: chosen.certificate)
    }
    var attributes = AttributeSet()
    // If the user gives an access group, only the items in this group are deleted.
    attributes[.accessGroup] = try PasswordKind.generic.accessGroup(in: arguments)
    var query = ItemQuery(itemClass, attributes: attributes, isSynchronizable: nil)
    let context = "SecKeychainItemDelete"
    if itemClass == .identity {
      // The key of an identity may be in another keychain than its certificate.
      query.itemLists = [[item.listed]]
      _ = try session.perform(.delete(DeleteRequest(query)), in: context)
    } else {
      query.reference = .item(itemClass, item.identifier)
      _ = try session.perform(.delete(DeleteRequest(query)), of: item, in: context)
    }
    guard arguments.has("t") else { return }
    try session.forgetTrustSettings(of: chosen.certificate)
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
