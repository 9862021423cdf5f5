import PasswordTransfer

/// A source of passwords to import.
enum ImportSource {
  case csv(Word)
  case dump(Word)
  case json(Word)
  case keePass(Word)
  case kwallet
  case pass(Word?)
  case secretService

  /// The values of the option `--from`.
  static let names = ["csv", "dump", "json", "keepass", "kwallet", "pass", "secret-service"]

  /// - Throws: A failure with the usage status if the arguments select no source.
  init(_ arguments: Arguments) throws(CommandFailure) {
    guard let name = arguments.value("from") else {
      throw .usage("--from names where the passwords are")
    }
    let operand = arguments.operands.first
    guard arguments.operands.count <= 1, operand?.bytes.isEmpty != true else { throw .usage }
    switch (name.text, operand) {
    case ("csv", let file?): self = .csv(file)
    case ("dump", let file?): self = .dump(file)
    case ("json", let file?): self = .json(file)
    case ("keepass", let file?): self = .keePass(file)
    case ("pass", _): self = .pass(operand)
    case ("secret-service", nil): self = .secretService
    case ("kwallet", nil): self = .kwallet
    case ("csv", nil), ("dump", nil), ("json", nil), ("keepass", nil): throw .usage("which file?")
    case ("secret-service", _?), ("kwallet", _?): throw .usage
    default: throw .usage("--from: \"\(name.text)\" is not csv, dump, json, keepass, kwallet, pass or secret-service")
    }
  }

  /// The file that contains the secrets unencrypted; nil if the source is not such a file.
  var file: Word? {
    switch self {
    case .csv(let file), .dump(let file), .json(let file), .keePass(let file): file
    case .pass, .secretService, .kwallet: nil
    }
  }

  /// The name of the source in a message.
  private var name: String {
    switch self {
    case .csv(let file), .dump(let file), .json(let file), .keePass(let file): file.text
    case .pass(let folder): folder?.text ?? "pass"
    case .secretService: "secret-service"
    case .kwallet: "kwallet"
    }
  }

  /// Reads all passwords of the source.
  ///
  /// - Throws: A failure if the source cannot be read or is malformed.
  func read(_ progress: Progress) throws(CommandFailure) -> Transfer {
    defer { progress.end() }
    do throws(TransferFailure) {
      switch self {
      case .csv(let file): return try Self.read(file, CSVReader.read)
      case .dump(let file): return try Self.read(file, DumpReader.read)
      case .json(let file): return try Self.read(file, JSONItemReader.read)
      case .keePass(let file): return try Self.read(file, KeePassReader.read)
      case .pass(let folder):
        return try PassReader.read(folder?.bytes) { progress.show($0, of: $1) }
      case .kwallet: return try KWalletReader.read { progress.show($0, of: $1) }
      case .secretService: return try SecretServiceReader.read { progress.show($0, of: $1) }
      }
    } catch {
      throw .failed("\(name): \(error.sentence)")
    }
  }

  private static func read(
    _ file: Word, _ reader: (UnsafeRawBufferPointer) throws(TransferFailure) -> Transfer
  ) throws(TransferFailure) -> Transfer {
    let content = try SourceFile.read(file.bytes)
    return try content.withUnsafeBytes(reader)
  }
}
