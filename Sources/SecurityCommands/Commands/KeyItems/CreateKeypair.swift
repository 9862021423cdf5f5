import AsymmetricKeys
import Glibc
import KeyFormats
import Keychain
import KeychainModel
import PasswordTransfer

/// Makes a key pair, and stores both keys. If the command fails, no key is stored.
enum CreateKeypair {
  /// The function name that macOS prints in error messages of this command.
  static let context = "SecKeyCreatePair"

  static func run(_ arguments: Arguments, in session: CommandSession) throws(CommandFailure) {
    guard arguments.operands.count == 1, let label = arguments.operands.first,
      !label.bytes.isEmpty
    else { throw .usage }
    try session.selectKeychainForNewItems(arguments.value("k"), in: "SecKeychainOpen")
    let name = arguments.value("a") ?? "rsa"
    guard let algorithm = KeyPairAlgorithm(name) else {
      throw .usage("-a: \"\(name.text)\" is no algorithm")
    }
    var further = try KeyValidity(arguments).attributes
    further[.accessGroup] = try PasswordKind.generic.accessGroup(in: arguments)
    further[.label] = label.attributeValue
    further[.accessList] = RecordedAccess(arguments).value
    let key = try algorithm.makeKey(try size(arguments))
    let requests = try CommandFailure.translating(in: Self.context) { () throws(KeychainError) in
      [
        try AddRequest(.asymmetric(key.publicKey()), further),
        try AddRequest(.asymmetric(key), further),
      ]
    }
    _ = try session.perform(.addAll(requests), in: Self.context)
    if further[.accessList] != nil { session.console.printError(RecordedAccess.notice("create-keypair")) }
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
      "-A, -T application  recorded, and shown by dump-keychain -a; restricts nothing: items have no access lists",
      "    on Linux",
    ],
    options: OptionSyntax(
      "a:s:f:t:d:k:AT:H", long: [PasswordKind.accessGroupOption],
      values: ["a": .words(["rsa", "ec"]), "k": .keychain, "T": .file])
  ) { (arguments, session) throws(CommandFailure) in
    try CreateKeypair.run(arguments, in: session)
  }
}

/// The algorithms that `create-keypair` accepts: the names that macOS accepts, and `ec`. The user may abbreviate a
/// name.
enum KeyPairAlgorithm: String, CaseIterable {
  case rsa
  case dh
  case dsa
  case fee
  /// Elliptic curves. macOS does not accept this name.
  case ec

  /// Returns nil if the word is not the beginning of a name.
  init?(_ word: Word) {
    guard !word.bytes.isEmpty,
      let algorithm = Self.allCases.first(where: { $0.rawValue.utf8.starts(with: word.bytes) })
    else { return nil }
    self = algorithm
  }

  /// - Parameter size: The number of bits; nil for the default size. As on macOS, RSA keys of 512 bits are accepted,
  ///   although such a key can be factored in hours.
  /// - Throws: A failure for an unsupported algorithm or size.
  func makeKey(_ size: Int?) throws(CommandFailure) -> AsymmetricKey {
    switch self {
    case .rsa:
      let size = size ?? 2048
      guard AsymmetricKey.generatedRSABitCounts.contains(size) else {
        throw .usage("-s: RSA keys have 512 to 8192 bits")
      }
      return try CommandFailure.translating(in: CreateKeypair.context) {
        () throws(KeychainError) in
        try .generateRSA(bitCount: size)
      }
    case .ec:
      guard let curve = EllipticCurve(rawValue: size ?? 256) else {
        throw .usage("-s: elliptic-curve keys have 192, 224, 256, 384 or 521 bits")
      }
      return try CommandFailure.translating(in: CreateKeypair.context) {
        () throws(KeychainError) in
        try .generate(on: curve)
      }
    case .dh, .dsa, .fee:
      throw .failed("create-keypair: -a \(rawValue): only keys of rsa and ec are made.")
    }
  }
}

/// The validity period in the attributes of a key. The keychain does not enforce a validity period.
struct KeyValidity {
  let attributes: AttributeSet

  /// The number of seconds from 1970-01-01 to 2001-01-01.
  private static let reference = 978_307_200.0

  /// - Throws: A failure with the usage status if a time or a number of days is malformed.
  init(_ arguments: Arguments) throws(CommandFailure) {
    var attributes = AttributeSet()
    attributes[.startDate] = try Self.date("f", arguments)
    attributes[.endDate] = try Self.date("t", arguments)
    if let word = arguments.value("d") {
      guard let days = Int(word.text), (1...1_000_000).contains(days) else {
        throw .usage("-d: \"\(word.text)\" is not a number of days")
      }
      guard attributes[.endDate] == nil else { throw .usage("-d or -t, not both") }
      let now = Double(time(nil)) - Self.reference
      attributes[.startDate] = attributes[.startDate] ?? .date(now)
      attributes[.endDate] = .date(now + Double(days) * 86400)
    }
    self.attributes = attributes
  }

  private static func date(
    _ option: String, _ arguments: Arguments
  ) throws(CommandFailure) -> AttributeValue? {
    guard let word = arguments.value(option) else { return nil }
    guard let date = CompactTime.sinceReference(word.bytes) else {
      throw .usage("-\(option): \"\(word.text)\" is not a time like 20240102030405Z")
    }
    return .date(date)
  }
}
