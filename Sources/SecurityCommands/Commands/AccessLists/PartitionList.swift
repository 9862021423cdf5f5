import Keychain
import KeychainCrypto
import KeychainModel

/// The commands that set the partition list of items. The list is recorded with the items. Standard error says that it
/// restricts nothing, because items have no access lists on Linux.
enum PartitionList {
  static let setGeneric = password(.generic)
  static let setInternet = password(.internet)

  static let setKey = command(
    "set-key-partition-list", "Set the partition list of keys.",
    synopsis: "-S list [-k password] [options] [keychain]", letters: "a:c:dD:ej:l:rst:uvw",
    details: [
      "-a  application label",
      "-c  creator, four characters",
      "-D  kind",
      "-j  comment",
      "-l  label",
      "-t  symmetric, public or private",
      "-d, -e, -r, -s, -u, -v, -w  keys that decrypt, encrypt, derive, sign, unwrap, verify, wrap",
    ]
  ) { (arguments) throws(CommandFailure) in
    ItemQuery(.key, attributes: try FindKey.attributes(arguments), isSynchronizable: nil)
  }

  private static func password(_ kind: PasswordKind) -> Command {
    command(
      "set-\(kind.name)-partition-list", "Set the partition list of \(kind.name)s.",
      synopsis: "-S list [-k password] [options] [keychain]", letters: kind.letters,
      details: kind.options.map { "-\($0.letter)  \($0.meaning)" }
    ) { (arguments) throws(CommandFailure) in try kind.query(kind.attributes(in: arguments), arguments) }
  }

  private static func command(
    _ name: String, _ summary: String, synopsis: String, letters: String, details: [String],
    _ query: @escaping @Sendable (Arguments) throws(CommandFailure) -> ItemQuery
  ) -> Command {
    Command(
      name, summary, synopsis: synopsis,
      details: details + [
        "-S  partitions, separated by commas",
        "-k  password of the keychain",
        "The list is recorded, and shown by dump-keychain -a. It restricts nothing: items have no access lists on Linux.",
      ],
      options: OptionSyntax(letters + "S:k:", secrets: ["k"])
    ) { (arguments, session) throws(CommandFailure) in
      guard let list = arguments.value("S"), arguments.operands.count <= 1 else { throw .usage }
      let path = try session.selectKeychain(arguments.operands.first)
      try checkPassword(arguments.value("k"), path, name, session)
      let found = try session.items(try query(arguments), .attributes)
      guard !found.isEmpty else {
        throw .keychain(KeychainError(.itemNotFound, "no item"), in: CommandSession.searching)
      }
      for item in found {
        var access = RecordedAccess(of: item)
        access.setPartitions(list)
        let update = UpdateRequest(
          item.query, changes: AttributeSet([.accessList: access.value ?? .string("")]))
        _ = try session.perform(.update(update), of: item, in: "SecKeychainItemSetAccessWithPassword")
        try session.print(item)
      }
      session.console.printError(RecordedAccess.notice(name))
    }
  }

  /// Checks the password of the keychain, if one was given.
  private static func checkPassword(
    _ password: Word?, _ path: KeychainPath, _ name: String, _ session: CommandSession
  ) throws(CommandFailure) {
    guard let password else { return }
    let keychain = try session.keychain()
    let context = "SecKeychainItemSetAccessWithPassword"
    do throws(KeychainError) {
      guard try keychain.lockStatus().hasPasscode else { return }
    } catch { throw .keychain(error, in: context) }
    guard let passcode = try KeychainPassword.passcode(password.bytes, for: path) else {
      throw .wrongPassword(KeychainError(.authenticationFailed, "the password is empty"), nil, in: context)
    }
    do throws(KeychainError) {
      _ = try keychain.provePasscode(passcode)
    } catch { throw .wrongPassword(error, nil, in: context) }
  }
}
