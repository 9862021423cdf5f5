import Keychain
import KeychainModel
import AsymmetricKeys
import KeyFormats

/// Makes a key pair, and stores both keys or neither.
enum CreateKeypair {
  /// The function name that macOS prints for this operation.
  static let context = "SecKeyCreatePair"

  static func run(_ arguments: Arguments, in session: CommandSession) throws(CommandFailure) {
    guard arguments.operands.count == 1, let label = arguments.operands.first,
      !label.bytes.isEmpty
    else { throw .usage }
    try session.checkKeychains(arguments.value("k").map { [$0] } ?? [])
    let name = arguments.value("a") ?? "rsa"
    guard let algorithm = KeyPairAlgorithm(name) else {
      throw .usage("-a: \"\(name.text)\" is no algorithm")
    }
    var further = try KeyValidity(arguments).attributes
    further[.accessGroup] = try PasswordKind.generic.accessGroup(in: arguments)
    further[.label] = label.attributeValue
    let key = try algorithm.makeKey(try size(arguments))
    let requests = try CommandFailure.translating(in: Self.context) { () throws(KeychainError) in
      [
        try AddRequest(.asymmetric(key.publicKey()), further),
        try AddRequest(.asymmetric(key), further),
      ]
    }
    _ = try session.perform(.addAll(requests), in: Self.context)
    guard arguments.has("H") else { return }
    let hash = try CommandFailure.translating(in: Self.context) { () throws(KeychainError) in
      try key.publicKeyHashText()
    }
    session.console.write(hash)
  }

  private static func size(_ arguments: Arguments) throws(CommandFailure) -> Int? {
    guard let word = arguments.value("s") else { return nil }
    guard let size = Int(word.text) else {
      throw .usage("-s: \"\(word.text)\" is not a number of bits")
    }
    return size
  }
}

extension Command {
  static let createKeypair = Command(
    "create-keypair", "Make a pair of keys.",
    synopsis: """
      [-a rsa|ec] [-s bits] [-f from] [-t to] [-d days] [-k keychain] [-A|-T app] [-H] \
      [--access-group name] label
      """,
    details: [
      "-a  algorithm; those of macOS that are not made are dh, dsa and fee, and ec is only here",
      "-s  size: rsa 512 to 8192, 2048 unless given; ec 192, 224, 256, 384 or 521, 256 unless given",
      "-f, -t  begin and end of the validity, as 20240102030405Z; noted, not enforced",
      "-d  days of validity, from now",
      "-H  print the hash of the public key",
      "--access-group  access group",
      "-A, -T application  accepted, without effect: items have no access lists on Linux",
    ],
    options: OptionSyntax(
      "a:s:f:t:d:k:AT:H", long: [PasswordKind.accessGroupOption],
      values: ["a": .words(["rsa", "ec"]), "k": .keychain, "T": .file])
  ) { (arguments, session) throws(CommandFailure) in
    try CreateKeypair.run(arguments, in: session)
  }
}
