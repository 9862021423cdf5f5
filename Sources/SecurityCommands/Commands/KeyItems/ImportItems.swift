import Keychain
import KeychainModel
import PasswordTransfer
import KeyFormats

/// Reads keys and certificates from a file, and stores them in the keychain. If the command fails, no item is stored.
/// Items that already exist stay unchanged. The command prints the number of new items.
struct ImportItems {
  let session: CommandSession
  let arguments: Arguments
  let file: Word

  /// The function name that macOS prints in error messages of this command. Scripts search the output for this name.
  private static let context = "SecKeychainItemImport"

  /// The number of wrong passphrases after which the command fails.
  private static let attempts = 3

  init(_ session: CommandSession, _ arguments: Arguments) throws(CommandFailure) {
    guard arguments.operands.count == 1, let file = arguments.operands.first, !file.bytes.isEmpty
    else { throw .usage }
    self.session = session
    self.arguments = arguments
    self.file = file
  }

  func run() throws(CommandFailure) {
    try session.selectKeychainForNewItems(arguments.value("k"), in: "SecKeychainOpen")
    let group = try PasswordKind.generic.accessGroup(in: arguments)
    let content = try read()
    var requests: [AddRequest] = []
    for (item, acceptsConflicting) in content.parts {
      var request =
        try Self.ending { () throws(CommandFailure) in
          try CommandFailure.translating(in: Self.context) { () throws(KeychainError) in
            switch item {
            case .certificate(let certificate): return try AddRequest(certificate, group)
            case .key(let key):
              var further = AttributeSet([.label: .string(Self.label(item.type))])
              further[.accessGroup] = group
              if arguments.has("x") { further[.extractable] = .number(0) }
              further[.accessList] = RecordedAccess(arguments).value
              return try AddRequest(key, further)
            case .identity: throw KeychainError(.unexpected, "an identity was not taken apart")
            }
          }
        }
      request.acceptsConflicting = acceptsConflicting
      requests.append(request)
    }
    let progress = session.progress("imported")
    defer { progress.end() }
    let items = try Self.ending { () throws(CommandFailure) in
      try session.addMissing(requests, in: Self.context) {
        progress.show($0, of: requests.count)
      }
    }
    progress.end()
    report(content.items, items)
    if RecordedAccess(arguments).value != nil { session.console.printError(RecordedAccess.notice("import")) }
  }

  /// Prints the number of new items. An identity is new if its certificate or its key is new.
  private func report(_ read: [ExternalItem], _ stored: [Item]) {
    var rest = stored[...]
    var (identities, keys, certificates) = (0, 0, 0)
    for item in read {
      let halves = rest.prefix(item.parts.count)
      rest = rest.dropFirst(halves.count)
      guard halves.contains(where: { !$0.wasPresent }) else { continue }
      switch item {
      case .identity: identities += 1
      case .key: keys += 1
      case .certificate: certificates += 1
      }
    }
    for (count, one, several) in [
      (identities, "identity", "identities"), (keys, "key", "keys"),
      (certificates, "certificate", "certificates"),
    ] where count > 0 {
      session.console.print("\(count) \(count == 1 ? one : several) imported.")
    }
    let left = stored.count(where: \.isConflicting)
    guard left > 0 else { return }
    session.console.printError(
      "\(left) \(left == 1 ? "certificate" : "certificates") of the chain left out: the keychain has another "
        + "of the same issuer and serial number")
  }

  /// Returns the label that macOS gives to an imported key without a name.
  private static func label(_ type: ExternalItemType) -> String {
    switch type {
    case .privateKey: "Imported Private Key"
    case .publicKey: "Imported Public Key"
    default: "Imported Session Key"
    }
  }

  private func read() throws(CommandFailure) -> ExternalContent {
    var format = try KeyFormatName.format(arguments)
    if format == .unknown { format = ExternalFormat(fileName: file.bytes) }
    let type = try KeyFormatName.importedType(arguments)
    var bytes: [UInt8]
    do throws(TransferFailure) {
      bytes = try SourceFile.read(file.bytes).withUnsafeBytes { Array($0) }
    } catch {
      throw .failed("\(file.text): \(error.sentence)")
    }
    defer { bytes.wipe() }
    var passphrase = arguments.value("P")?.bytes
    let mayBeWrong = passphrase == nil && session.input.isTerminal
    for attempt in 1... {
      let given = passphrase
      let source = PassphraseSource { () throws(KeychainError) in given }
      do throws(KeychainError) {
        return try ExternalItemReader(format, type, passphrase: source).read(bytes)
      } catch {
        let isMissing = error.code == .passphraseRequired
        let isWrong =
          [.authenticationFailed, .pkcs12VerifyFailure].contains(error.code) && mayBeWrong
          && attempt <= Self.attempts
        guard isMissing || isWrong else {
          throw Self.ended(.keychain(error, in: Self.context))
        }
      }
      passphrase = try ask()
    }
    throw .usage
  }

  private func ask() throws(CommandFailure) -> [UInt8] {
    session.console.flush()
    return try NewPassword.line(
      session, prompt: session.input.isTerminal ? "passphrase of \(file.text): " : nil)
  }

  /// Changes the status of a failure to 1, because a failed `import` ends with 1 on macOS. A failure with the usage
  /// status stays unchanged.
  private static func ended(_ failure: CommandFailure) -> CommandFailure {
    failure.status == CommandFailure.usageStatus
      ? failure : CommandFailure(status: 1, failure.lines)
  }

  private static func ending<Result>(
    _ body: () throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    do throws(CommandFailure) {
      return try body()
    } catch {
      throw ended(error)
    }
  }
}

extension Command {
  static let importItems = Command(
    "import", "Import keys and certificates.",
    synopsis: """
      file [-k keychain] [-t type] [-f format] [-w] [-x] [-P passphrase] [-A|-T app] \
      [--access-group name]
      """,
    details: [
      "-t  pub, priv, session, cert or agg: what the file is expected to hold",
      "-f  openssl, openssh1, openssh2, bsafe, raw, pkcs7, pkcs8, pkcs12, netscape, x509 or pemseq",
      "    The file decides; only raw keys and session keys have to be named.",
      "-w  accepted, without effect: the file says whether keys are wrapped",
      "-x  store keys that the command export leaves out",
      "-P  passphrase of the file; asked for, or read from standard input, when it is needed. Others",
      "    see it in the list of processes: better is to be asked.",
      "-a name value  refused: items have no extended attributes",
      "--access-group  access group",
      "-A, -T application  recorded, and shown by dump-keychain -a; restricts nothing: items have no access lists on Linux",
    ],
    options: OptionSyntax(
      "k:t:f:wxP:a:AT:", long: [PasswordKind.accessGroupOption],
      values: [
        "k": .keychain, "t": .words(KeyFormatName.importedTypes),
        "f": .words(KeyFormatName.imported), "T": .file,
      ], secrets: ["P"],
      mayFollowOperands: true)
  ) { (arguments, session) throws(CommandFailure) in
    guard !arguments.has("a") else {
      throw .failed("import: -a: items have no extended attributes.")
    }
    try ImportItems(session, arguments).run()
  }
}
