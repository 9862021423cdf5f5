import CPlatform
import Keychain
import KeychainModel
import PublicKeys

/// Writes the keys of a keychain to a file or to standard output.
struct ExportItems {
  let session: Session
  let arguments: Arguments

  private static let context = "SecItemExport"

  private static let prompts = NewPassword.Prompts(
    first: "passphrase for the exported keys: ", second: "retype passphrase: ")

  func run() throws(CommandFailure) {
    try session.checkKeychains(arguments.value("k").map { [$0] } ?? [])
    var attributes = AttributeSet()
    attributes[.accessGroup] = try PasswordKind.generic.accessGroup(in: arguments)
    attributes[.keyClass] = try keyClass().map { .number($0.rawValue) }
    let format = try format()
    var inventory = try Inventory(of: session, [.key], attributes)
    guard !inventory.items.isEmpty else {
      throw .keychain(KeychainError(.itemNotFound, "no key"), in: Session.searching)
    }
    var (keys, unreadable) = try readKeys(&inventory)
    // Before the file is begun, and before anybody is asked.
    guard !keys.isEmpty else {
      throw .failed("export: none of the keys that match can be read; verify-keychain says why.")
    }
    let writer = ExternalItemWriter(
      format == .unknown && arguments.has("w") && keys.count == 1 ? .wrappedPKCS8 : format,
      isPEM: arguments.has("p"), passphrase: try passphrase(format))
    var bytes = try CommandFailure.translating(in: Self.context) { () throws(KeychainError) in
      try writer.write(keys)
    }
    keys = []
    defer { bytes.withUnsafeMutableBytes { lk_wipe($0.baseAddress, $0.count) } }
    try write(bytes)
    unreadable += try inventory.complaints(session)
    guard unreadable.isEmpty else { throw CommandFailure(status: 1, unreadable) }
  }

  /// - Throws: A failure for types of which there are no items.
  private func keyClass() throws(CommandFailure) -> KeyClass? {
    let word = arguments.value("t") ?? "all"
    switch word.text {
    case "allKeys": return nil
    case "pubKeys": return .public
    // Certificates and private keys; and there are no certificates.
    case "all", "privKeys": return .private
    case "certs", "identities":
      throw .failed("export: -t \(word.text): certificates are not stored yet.")
    default:
      throw .usage(
        "-t: \"\(word.text)\" is not certs, allKeys, pubKeys, privKeys, identities or all")
    }
  }

  private func format() throws(CommandFailure) -> ExternalFormat {
    let format = try KeyFormatName.format(arguments)
    let wraps = [.unknown, .pemSequence, .wrappedPKCS8].contains(format)
    for option in ["w", "P"] where arguments.has(option) && !wraps {
      throw .failed("export: -\(option): keys are wrapped in the formats pemseq and pkcs8 only.")
    }
    return format
  }

  /// What wraps the private keys; nil when they are to be written in the clear.
  private func passphrase(_ format: ExternalFormat) throws(CommandFailure) -> PassphraseSource? {
    let given: [UInt8]
    if let word = arguments.value("P") {
      given = word.bytes
    } else if arguments.has("w") || format == .wrappedPKCS8 {
      given = try NewPassword.read(session, asking: Self.prompts)
    } else {
      return nil
    }
    guard !given.isEmpty else { throw .failed("export: the passphrase is empty.") }
    return PassphraseSource { () throws(KeychainError) in given }
  }

  /// The keys, and what is to be said of those that cannot be read.
  private func readKeys(
    _ inventory: inout Inventory
  ) throws(CommandFailure) -> (keys: [ExternalItem], unreadable: [String]) {
    var keys: [ExternalItem] = []
    var strange = 0
    for item in inventory.items {
      if let item = try session.item(item, [.attributes, .secret]) {
        if let key = try? KeyMaterial(of: item) { keys.append(.key(key)) } else { strange += 1 }
      } else if try session.item(item, .attributes) != nil {
        inventory.unreadableSecrets += 1
      } else {
        inventory.noteVanished()
      }
    }
    return (keys, strange == 0 ? [] : ["items that hold no key and are left out: \(strange)"])
  }

  private func write(_ bytes: [UInt8]) throws(CommandFailure) {
    guard let path = arguments.value("o") else {
      session.console.write(bytes)
      return
    }
    var file = try OutputFile(path)
    try file.write(bytes)
    try file.finish()
    if !session.isQuiet {
      session.console.print("...\(bytes.count) bytes written to \(path.text)", to: .error)
    }
  }
}

extension Command {
  static let exportItems = Command(
    "export", "Export keys.",
    synopsis: """
      [-k keychain] [-t type] [-f format] [-w] [-p] [-P passphrase] [-o file] \
      [--access-group name]
      """,
    details: [
      "-t  allKeys, pubKeys, privKeys, or all: certificates, of which there are none, and private keys",
      "-f  openssl for one key, pemseq for several unless given; or bsafe (PKCS#8 in the clear),",
      "    openssh2, pkcs8 (always wrapped)",
      "-w  wrap private keys: PKCS#8 under a passphrase",
      "-p  PEM instead of DER",
      "-P  passphrase to wrap with; asked for, or read from standard input, unless given. Others see it",
      "    in the list of processes: better is to be asked.",
      "-o  write to a file that only its owner may read",
      "--access-group  access group",
    ],
    options: OptionSyntax(
      "k:t:f:wpP:o:", long: [PasswordKind.accessGroupOption], secrets: ["P"])
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.isEmpty else { throw .usage }
    try ExportItems(session: session, arguments: arguments).run()
  }
}
