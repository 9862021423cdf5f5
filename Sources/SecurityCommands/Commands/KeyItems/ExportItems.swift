import Keychain
import KeychainModel
import AsymmetricKeys
import KeyFormats

/// Writes the keys and certificates of the keychain to a file or to standard output.
struct ExportItems {
  let session: CommandSession
  let arguments: Arguments

  private static let context = "SecItemExport"

  private static let prompts = NewPassword.Prompts(
    first: "passphrase for the exported keys: ", second: "retype passphrase: ")

  /// The values of the option `-t`.
  static let types = ["certs", "allKeys", "pubKeys", "privKeys", "identities", "all"]

  func run() throws(CommandFailure) {
    try session.checkKeychains(arguments.value("k").map { [$0] } ?? [])
    let kinds = try kinds()
    let format = try format()
    var found: [ExternalItem] = []
    var unreadable: [String] = []
    var lost: [String] = []
    var (isEmpty, keptCount) = (true, 0)
    for kind in kinds {
      var inventory = try Inventory(of: session, [kind.itemClass], kind.attributes)
      isEmpty = isEmpty && inventory.items.isEmpty
      let (items, warnings, kept) = try readItems(&inventory)
      keptCount += kept
      found += items
      unreadable += warnings
      lost += try inventory.warnings(session)
    }
    unreadable += lost
    if arguments.value("t")?.text == "identities" {
      found = ExternalItem.identities(in: found)
      isEmpty = found.isEmpty && unreadable.isEmpty
    }
    guard !isEmpty else {
      throw .keychain(KeychainError(.itemNotFound, "no item"), in: CommandSession.searching)
    }
    // The command fails here before it creates the file and before it asks the user for a passphrase.
    guard !found.isEmpty else {
      if keptCount > 0 { throw CommandFailure(status: 1, unreadable) }
      throw .failed("export: none of the items that match can be read; verify-keychain says why.")
    }
    let writer = ExternalItemWriter(
      format, isPEM: arguments.has("p"), passphrase: try passphrase(format))
    var bytes = try CommandFailure.translating(in: Self.context) { () throws(KeychainError) in
      try writer.write(found)
    }
    found = []
    defer { bytes.wipe() }
    try write(bytes)
    guard unreadable.isEmpty else { throw CommandFailure(status: 1, unreadable) }
  }

  /// A class of items to export, and the attributes of these items.
  private struct Kind {
    let itemClass: ItemClass
    let attributes: AttributeSet
  }

  /// Returns the classes to export. The value `all` of the option `-t` means certificates and private keys.
  private func kinds() throws(CommandFailure) -> [Kind] {
    var common = AttributeSet()
    common[.accessGroup] = try PasswordKind.generic.accessGroup(in: arguments)
    func keys(_ keyClass: KeyClass?) -> Kind {
      var attributes = common
      attributes[.keyClass] = keyClass.map { .number($0.rawValue) }
      return Kind(itemClass: .key, attributes: attributes)
    }
    let certificates = Kind(itemClass: .certificate, attributes: common)
    let word = arguments.value("t") ?? "all"
    switch word.text {
    case "allKeys": return [keys(nil)]
    case "pubKeys": return [keys(.public)]
    case "privKeys": return [keys(.private)]
    case "certs": return [certificates]
    case "all", "identities": return [certificates, keys(.private)]
    default:
      throw .usage(
        "-t: \"\(word.text)\" is not certs, allKeys, pubKeys, privKeys, identities or all")
    }
  }

  private func format() throws(CommandFailure) -> ExternalFormat {
    let format = try KeyFormatName.format(arguments)
    let wraps = [.unknown, .pemSequence, .wrappedPKCS8, .pkcs12].contains(format)
    for option in ["w", "P"] where arguments.has(option) && !wraps {
      throw .failed(
        "export: -\(option): keys are wrapped in the formats pemseq, pkcs8 and pkcs12 only.")
    }
    return format
  }

  /// Returns the passphrase that encrypts the private keys; nil to write them unencrypted.
  private func passphrase(_ format: ExternalFormat) throws(CommandFailure) -> PassphraseSource? {
    let given: [UInt8]
    if let word = arguments.value("P") {
      given = word.bytes
    } else if arguments.has("w") || [.wrappedPKCS8, .pkcs12].contains(format) {
      given = try NewPassword.read(session, asking: Self.prompts)
    } else {
      return nil
    }
    guard !given.isEmpty else { throw .failed("export: the passphrase is empty.") }
    return PassphraseSource { () throws(KeychainError) in given }
  }

  /// Returns the items, messages about items that are left out, and the number of keys that may not leave the keychain.
  private func readItems(
    _ inventory: inout Inventory
  ) throws(CommandFailure) -> (items: [ExternalItem], unreadable: [String], keptCount: Int) {
    var items: [ExternalItem] = []
    var (strange, kept) = (0, 0)
    for item in inventory.items {
      if let item = try session.item(item, .attributes), item.attributes[.extractable] == .number(0) {
        kept += 1
      } else if let item = try session.item(item, [.attributes, .secret]) {
        if item.privateKey != nil {
          kept += 1
        } else if let one = Self.content(of: item) {
          items.append(one)
        } else {
          strange += 1
        }
      } else if try session.item(item, .attributes) != nil {
        inventory.unreadableSecrets += 1
      } else {
        inventory.noteVanished()
      }
    }
    var warnings: [String] = []
    if strange > 0 { warnings.append("items that hold no key or certificate and are left out: \(strange)") }
    if kept > 0 { warnings.append("keys that may not leave the keychain and are left out: \(kept)") }
    return (items, warnings, kept)
  }

  /// Returns the key or the certificate that an item contains; nil if the content cannot be read.
  private static func content(of item: Item) -> ExternalItem? {
    if item.itemClass == .certificate {
      return StoredCertificate(item).map { .certificate($0.certificate) }
    }
    return (try? KeyMaterial(of: item)).map { .key($0) }
  }

  private func write(_ bytes: [UInt8]) throws(CommandFailure) {
    guard let path = arguments.value("o") else {
      session.console.write(bytes)
      return
    }
    let file = try OutputFile(path, in: session)
    try file.write(bytes)
    try file.finish()
    if !session.isQuiet {
      session.console.print(
        "...\(counted(bytes.count, "byte")) written to \(path.text)", to: .error)
    }
  }
}

extension Command {
  static let exportItems = Command(
    "export", "Export keys and certificates.",
    synopsis: """
      [-k keychain] [-t type] [-f format] [-w] [-p] [-P passphrase] [-o file] \
      [--access-group name]
      """,
    details: [
      "-t  certs, allKeys, pubKeys, privKeys, identities (private keys that have a certificate, with it),",
      "    or all: certificates and private keys",
      "-f  x509 for one certificate, openssl for one key, pemseq for several unless given; or bsafe",
      "    (PKCS#8 in the clear), openssh2, pkcs7 (certificates only), pkcs8 and pkcs12 (always wrapped)",
      "-w  wrap private keys: PKCS#8 under a passphrase",
      "-p  PEM instead of DER",
      "-P  passphrase to wrap with; asked for, or read from standard input, unless given. Others see it",
      "    in the list of processes: better is to be asked.",
      "-o  write to a file that only its owner may read",
      "--access-group  access group",
    ],
    options: OptionSyntax(
      "k:t:f:wpP:o:", long: [PasswordKind.accessGroupOption],
      values: [
        "k": .keychain, "t": .words(ExportItems.types), "f": .words(KeyFormatName.exported),
        "o": .file,
      ], secrets: ["P"])
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.isEmpty else { throw .usage }
    try ExportItems(session: session, arguments: arguments).run()
  }
}
