import Keychain
import KeychainModel
import AsymmetricKeys

/// Prints all keys that match the options.
enum FindKey {
  /// The options that select keys by a permitted use, and the attribute for each use.
  private static let uses: KeyValuePairs<String, AttributeName> = [
    "d": AttributeName("decr"), "e": AttributeName("encr"), "r": AttributeName("drve"),
    "s": AttributeName("sign"), "u": AttributeName("unwp"), "v": AttributeName("vrfy"),
    "w": AttributeName("wrap"),
  ]

  static func run(_ arguments: Arguments, in session: CommandSession) throws(CommandFailure) {
    let attributes = try attributes(arguments)
    try session.checkKeychains(arguments.operands)
    let query = ItemQuery(.key, attributes: attributes, isSynchronizable: nil)
    let items = try session.perform(
      .search(SearchRequest(query, contents: .attributes, limit: nil)), in: CommandSession.searching)
    for item in items { try session.print(item) }
  }

  static func attributes(
    _ arguments: Arguments
  ) throws(CommandFailure) -> AttributeSet {
    var attributes = AttributeSet()
    attributes[.accessGroup] = try PasswordKind.generic.accessGroup(in: arguments)
    if let word = arguments.value("a") { attributes[.applicationLabel] = .data(hash(word)) }
    if let word = arguments.value("c") {
      let option = AttributeOption("c", .creator, .codeNumber, "creator")
      attributes[.creator] = try option.value(of: word)
    }
    if let word = arguments.value("l") { attributes[.label] = word.attributeValue }
    if let word = arguments.value("t") {
      attributes[.keyClass] = .number(try keyClass(word).rawValue)
    }
    for (letter, name) in uses where arguments.has(letter) { attributes[name] = .number(1) }
    guard !arguments.has("D"), !arguments.has("j") else {
      throw .keychain(
        KeychainError(.noSuchAttribute, "keys have neither kind nor comment"),
        in: CommandSession.searching)
    }
    return attributes
  }

  /// Returns the value of the application label, which is the hash of the public key. A word of 40 hexadecimal digits
  /// is decoded. Any other word stays unchanged.
  private static func hash(_ word: Word) -> [UInt8] {
    guard word.bytes.count == 40, let bytes = HexadecimalText.bytes(word.bytes) else {
      return word.bytes
    }
    return bytes
  }

  private static func keyClass(_ word: Word) throws(CommandFailure) -> KeyClass {
    switch word.text {
    case "public": .public
    case "private": .private
    case "symmetric": .symmetric
    default: throw .usage("-t: \"\(word.text)\" is not symmetric, public or private")
    }
  }
}

extension Command {
  static let findKey = Command(
    "find-key", "Find keys.",
    synopsis: """
      [-a label] [-c creator] [-l label] [-t symmetric|public|private] [-deruvsw] \
      [--access-group name] [keychain ...]
      """,
    details: [
      "-a  application label: the hash of the public key in 40 hexadecimal digits, or its bytes",
      "-c  creator, four characters",
      "-D  kind, and -j comment: keys have none",
      "-l  label",
      "-t  class",
      "-d, -e, -r, -s, -u, -v, -w  keys that decrypt, encrypt, derive, sign, unwrap, verify, wrap",
      "--access-group  access group",
    ],
    options: OptionSyntax(
      "a:c:dD:ej:l:rst:uvw", long: [PasswordKind.accessGroupOption],
      values: ["t": .words(["symmetric", "public", "private"])])
  ) { (arguments, session) throws(CommandFailure) in
    try FindKey.run(arguments, in: session)
  }
}
