import TestSupport
import Testing

/// What the sources must not say, because a log would repeat it.
@Suite struct SourceTests {
  private struct Source {
    let path: String
    let text: String
  }

  private static func sources(_ folder: String) throws -> [Source] {
    try TemporaryDirectory.names(folder).sorted().flatMap { name -> [Source] in
      let path = "\(folder)/\(name)"
      guard path.hasSuffix(".swift") else { return try sources(path) }
      return [
        Source(
          path: path, text: String(decoding: try TemporaryDirectory.readFile(path), as: UTF8.self))
      ]
    }
  }

  private static func all() throws -> [Source] {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return try sources("/\(package)/Sources")
  }

  /// What a reason may repeat: numbers, names of this package's own, and paths of its own files. A
  /// new expression belongs here when it can hold no secret and no value that a caller gave.
  private static let allowed: Set = [
    // Names of attributes and keys that there are.
    "name.key", "KeyName.shown(key)", "key",
    // Paths, names of files, and descriptions of where the device key lies.
    "path", "file.path", "file.file.path", "path(of: name)", "path(of: temporary)", "name",
    "name + suffix", "names", "home", "summary", "self.deviceKey.summary", "unused", "alternative",
    "folders.data.path(of: StoreLocation.databaseName)", "folders.data.path(of: name)",
    "DeviceKeyFile.name", "StoreLocation.deviceKeyName",
    "foreign.joined(separator: \", \")", "presence.missingNames.joined(separator: \", \")",
    // Descriptions by the system, SQLite and OpenSSL, which are constants of theirs.
    "directory", "attempt", "cause", "what", "text", "statement.prefix(40)", "shared.name",
    // Reasons of other errors.
    "error.reason", "reason",
  ]

  /// Numbers, by the last of the names in an expression.
  private static let numbers: Set = [
    "count", "number", "keyID", "index", "extended", "errno", "code", "owner", "user", "geteuid()",
    "length", "found", "version", "major", "limit", "needed", "free", "storeID", "line", "kind",
    "position", "8", "1", "8)",
  ]

  @Test func reasonsRepeatNothingThatACallerGave() throws {
    var count = 0
    for source in try Self.all() {
      for call in Self.calls("KeychainError(", in: source.text) {
        for expression in Self.interpolations(in: call) {
          count += 1
          let last = expression.split { $0 == "." || $0 == " " }.last.map(String.init) ?? ""
          let isNumber = Self.numbers.contains(last) || last.hasSuffix("Count")
          #expect(
            isNumber || Self.allowed.contains(expression), "\(expression) in \(source.path)")
        }
      }
    }
    #expect(count > 60)
  }

  /// A key is shown raw only where it is one of those in a list just above.
  @Test func rawKeysAreKnownOnes() throws {
    for source in try Self.all() where source.path.contains("/Security/") {
      for call in Self.calls("KeychainError(", in: source.text)
      where Self.interpolations(in: call).contains("key") {
        #expect(
          !call.contains("is no ") || call.contains("is no reference"), "\(call) in \(source.path)")
      }
    }
  }

  /// Nothing but the log writes where a program's own messages go.
  @Test func libraryPrintsNothingItself() throws {
    for source in try Self.all()
    where !["/SecurityCommands/", "/SecurityTool/", "/KeychainLog/", "/PasswordTransfer/"].contains(
      where: { source.path.contains($0) })
    {
      for word in [
        "(STDERR_FILENO,", "(STDOUT_FILENO,", "standardError", "fputs(", " print(", "NSLog(",
      ] {
        #expect(!source.text.contains(word), "\(word) in \(source.path)")
      }
    }
  }

  /// The arguments of each call of a function.
  private static func calls(_ name: String, in text: String) -> [String] {
    var calls: [String] = []
    var rest = text[...]
    while let start = rest.firstRange(of: name)?.upperBound {
      rest = rest[start...]
      var depth = 1
      let end = rest.firstIndex { character in
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        return depth == 0
      }
      calls.append(String(rest[..<(end ?? rest.endIndex)]))
    }
    return calls
  }

  private static func interpolations(in text: String) -> [String] { calls("\\(", in: text) }
}
