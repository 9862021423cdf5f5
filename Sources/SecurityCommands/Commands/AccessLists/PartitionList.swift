/// The commands that set which programs may use an item. These commands always fail, because items have no access
/// lists. Success would suggest a protection that does not exist.
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
    ])

  private static func password(_ kind: PasswordKind) -> Command {
    command(
      "set-\(kind.name)-partition-list", "Set the partition list of \(kind.name)s.",
      synopsis: "-S list [-k password] [options] [keychain]", letters: kind.letters,
      details: kind.options.map { "-\($0.letter)  \($0.meaning)" })
  }

  private static func command(
    _ name: String, _ summary: String, synopsis: String, letters: String, details: [String]
  ) -> Command {
    Command(
      name, summary, synopsis: synopsis,
      details: details + [
        "-S  partitions, separated by commas",
        "-k  password of the keychain",
        "Refuses: \(UnsupportedReason.accessLists.rawValue).",
      ],
      options: OptionSyntax(letters + "S:k:", secrets: ["k"]), isAvailable: false
    ) { (arguments, session) throws(CommandFailure) in
      guard arguments.has("S"), arguments.operands.count <= 1 else { throw .usage }
      try session.checkKeychains(arguments.operands)
      throw .refused(name, .accessLists)
    }
  }
}
