import TestSupport
import Testing

/// Searches the sources for error reasons that could contain a secret. The log contains the reasons.
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

  /// The expressions that a reason may interpolate. Their values are numbers, names that this package defines, and
  /// paths of the keychain's files. Add an expression only if its value can contain neither a secret nor a value from a
  /// caller.
  private static let allowed: Set = [
    // These are names of known attributes and keys.
    "name.key", "KeyName.shown(key)",
    // These are paths, names of files, and the location of the device key.
    "copy.path",
    "file.path", "file.file.path", "path(of: name)", "path(of: temporary)",
    "credential.summary", "files.data.path(of: files.names.database)", "files.data.path(of: name)",
    "files.key.path(of: StoreLocation.deviceKeyName)", "DeviceKeyFile.name", "shared.name",
    // These are reasons of other errors.
    "error.reason", "failure.reason", "Inconsistency.databaseDamaged.error.reason",
  ]

  /// The expressions that a reason may interpolate only in some files. A file is named by the end of its path.
  private static let allowedIn: [String: [String]] = [
    "name": [
      "/ClientRecognition.swift", "/BusConnection.swift",
      "/DatabaseCreation.swift", "/ProtectedDirectory.swift",
      "/ProtectedDirectory+Ancestors.swift", "/StoreLocation.swift",
      "/Security/Parsing/ItemDictionary+Query.swift", "/ManifestCatalogue.swift",
    ],
    "key": [
      "/ItemDictionary+Query.swift", "/ItemList.swift", "/MatchOptions.swift",
      "/ItemRequest+Parsing.swift", "/UpdateValues.swift", "/UseOptions.swift", "/Context/SecKeychain.swift",
      "/AgentConfiguration.swift",
    ],
    "path": [
      "/CredentialFile.swift", "/DeviceKey.swift", "/DeviceKeyCredential.swift",
      "/FileLock.swift", "/FileStatus.swift", "/DirectoryLock.swift", "/ProcessCaller.swift",
      "/ProtectedDirectory+Opening.swift", "/ProtectedDirectory.swift",
      "/ProtectedFile.swift", "/ProtectedFile.swift", "/RandomAccessFile.swift",
      "/SystemFailure.swift", "/Entitlements.swift", "/ProtectedDirectory+Ancestors.swift",
      "/TrustedFile.swift", "/BlockFile.swift", "/HeaderFile.swift", "/UnlockFiles.swift",
      // These are paths of keychains and of their preferences. A person needs the path to find the file.
      "/CertificateBundle.swift", "/KeychainPreferences.swift", "/KeychainCreation.swift", "/KeychainFolder.swift",
      "/KeychainFile.swift",
      "/RootOwnedFolder.swift", "/LoginKeychain.swift", "/ServiceHandshake.swift", "/ServedKeychains.swift",
      "/ServiceConfiguration.swift", "/KeychainDaemon/main.swift", "/AgentConfiguration.swift",
    ],
    "String(decoding: path, as: UTF8.self)": ["/KeychainDeletion.swift", "/OpenKeychains.swift"],
    "operand.text": ["/DeleteKeychain.swift"], "directory": ["/KeychainCreation.swift"],
    "prefix": ["/KeychainFolder.swift"], "blocks": ["/CertificateBundle.swift"],
    "header.path": ["/ExclusiveVaultFiles.swift"],
    "directory.path(of: name)": ["/SQLite/Connection.swift"],
    "directory.path(of: file)": ["/SQLite/Connection.swift"],
    "path(of: newName)": ["/ProtectedDirectory.swift"],
    // These are sentences that this package defines, numbers, user IDs and the home folder.
    "sentence": ["/Consistency.swift"], "purpose": ["/KeybagChange.swift"],
    "entries": ["/Maintenance/Verification.swift"],
    "addition": ["/Client/KeychainClient+LostReplies.swift"],
    "unused": ["/Opening/VaultOpening.swift"], "holders()": ["/FileLock.swift"],
    "offset": ["/BlockFile.swift"], "version": ["/HeaderState.swift", "/CallMessages.swift"],
    "home": ["/StoreLocation.swift"], "status.st_uid": ["/StoreLocation.swift"],
    "link.owner": ["/ProtectedDirectory+Ancestors.swift"],
    // These are constants that this package defines.
    "noun": ["/NewFile.swift", "/SpooledFile.swift"],
    "folderPath": ["/CredentialFile.swift"], "folderNoun": ["/CredentialFile.swift"],
    "reason": [
      "/StoreLocation.swift", "/SecAccessControlCreateWithFlags.swift", "/Client/KeychainClient+LostReplies.swift",
      "/ApplicationManifest.swift", "/ServiceConfiguration.swift", "/ClientRecognition.swift", "/Prompts/Agent.swift",
      "/AgentTable.swift",
      "/AgentConfiguration.swift",
      "/BusConnection.swift",
    ],
    // These are the name of the Secret Service, sentences of the system, and the two fixed aliases.
    "Self.description(result)": ["/BusConnection.swift"],
    "alias": ["/CollectionDirectory.swift"],
    "event": ["/Client/KeychainClient+LostReplies.swift"],
    "writer.words": ["/ProtectedDirectory+Ancestors.swift", "/TrustedFile.swift"],
    "remedy": ["/ProtectedDirectory+Ancestors.swift", "/TrustedFile.swift"],
    "attempt": ["/OpenSSLFailure.swift", "/SystemFailure.swift"],
    "cause": [
      "/Argon2id.swift", "/UserKeyring.swift", "/OpenSSLFailure.swift", "/SystemFailure.swift",
    ],
    // These are numbers in a keybag, texts of SQLite, and user IDs.
    "passes": ["/PasscodeParameters.swift"], "memory": ["/PasscodeParameters.swift"],
    "lanes": ["/PasscodeParameters.swift"],
    "what": ["/SQLiteError.swift"], "text": ["/SQLiteError.swift", "/KeychainFile.swift"],
    "extended": ["/SQLiteError.swift"], "statement.prefix(40)": ["/StoreSchema+Checking.swift"],
    "owner": ["/CredentialFile.swift", "/FileStatus.swift", "/ServedKeychains.swift"],
    "user": [
      "/FileStatus.swift", "/StoreLocation.swift", "/ServiceHandshake.swift", "/ClientRecognition.swift",
      "/PacketServer.swift", "/ServedKeychains.swift", "/UserIdentity.swift",
    ], "kind": ["/Keybag+Coding.swift"],
    // These are paths of the service's files and sockets, numbers of users, groups and processes, names in files of root,
    // and sentences of the kernel.
    "configurationPath": ["/LoginKeychain.swift"],
    "configuration.user": ["/ServiceHandshake.swift"], "welcome.version": ["/ServiceHandshake.swift"],
    "sent.items": ["/ServiceMigration.swift"], "stored.items": ["/ServiceMigration.swift"],
    "largestByteCountInCall": ["/CallMessages.swift"],
    "largestBackupByteCount": ["/LocalKeychain+Copy.swift"], "name.folderName": ["/ServedKeychains.swift"],
    "Limits.secretByteCount >> 20": ["/RowSealer.swift"],
    "PacketHeader.largestByteCount >> 20": ["/RemoteConnection.swift", "/PacketServer+Calls.swift"],
    "account.largestResult >> 20": ["/MemoryAccount.swift"],
    "spared.largestInMemory >> 20": ["/SpooledFile.swift"], "freeByteCount >> 20": ["/SpooledFile.swift"],
    "String(cString: lk_error_description(error))": [
      "/ServiceHandshake.swift", "/ServedKeychains.swift", "/PacketSocket.swift", "/MemoryFile.swift",
      "/ApplicationProcess.swift",
    ],
    "String(cString: lk_error_description(errno))": [
      "/KeychainDaemon/main.swift", "/ServedKeychains.swift", "/AgentProgram.swift", "/InheritedSockets.swift",
    ], "Self.refusalLimit": ["/AgentTable.swift"],
    "filePath": ["/RootOwnedFolder.swift"], "trust.anchor": ["/RootOwnedFolder.swift"],
    "status.owner": ["/RootOwnedFolder.swift"], "trust.owner": ["/RootOwnedFolder.swift"],
    "paths.groupsFolder": ["/ManifestCatalogue.swift"], "Self.groupsName": ["/ManifestCatalogue.swift"],
    "folder": ["/ManifestCatalogue.swift"], "group": ["/ClientRecognition.swift"],
    "best.0.identifier": ["/ClientRecognition.swift"], "manifest.identifier": ["/ClientRecognition.swift"],
    "application": ["/ApplicationProcess.swift", "/PacketServer+Calls.swift"],
    "grade.rawValue": ["/PacketServer+Calls.swift"], "location.optionsOfReturn": ["/LoginKeychain.swift"],
    "packet.sender": ["/PacketServer+Packets.swift"], "packet.header.kind": ["/PacketServer+Packets.swift"],
    "problem": ["/LoginManager.swift"],
    "entry.reason": ["/RefusalLog.swift"], "wanted.map(String.init) ?? \"\"": ["/ClientRecognition.swift"],
    "String(decoding: recorded, as: UTF8.self)": ["/ServedKeychains.swift"],
    // These are words and rows of the SQL in this package.
    "words[1].lowercased()": ["/StoreSchema+Checking.swift"],
    "words[2]": ["/StoreSchema+Checking.swift"],
  ]

  /// The files that pass on the reasons of other errors. The tests check all interpolations in these files.
  private static let handingOn = [
    "/AuthenticationFailure.swift", "/SQLiteError.swift", "/StoreSchema+Checking.swift",
  ]

  /// The value of an expression that ends with one of these words is a number.
  private static let numbers: Set = [
    "count", "number", "keyID", "index", "errno", "code", "geteuid()", "found", "major", "needed",
    "free", "vaultID", "limit", "8", "1", "8)",
  ]

  private static func isAllowed(_ expression: String, in path: String) -> Bool {
    let last = expression.split { $0 == "." || $0 == " " }.last.map(String.init) ?? ""
    // `counted` returns a number with its noun.
    if expression.hasPrefix("counted(") { return true }
    return numbers.contains(last) || last.hasSuffix("Count") || allowed.contains(expression)
      || allowedIn[expression]?.contains { path.hasSuffix($0) } == true
  }

  @Test func reasonsRepeatNothingThatACallerGave() throws {
    var count = 0
    for source in try Self.all() {
      let handsOn = Self.handingOn.contains { source.path.hasSuffix($0) }
      let calls = handsOn ? [source.text] : Self.calls("KeychainError(", in: source.text)
      for call in calls {
        for expression in Self.interpolations(in: call) {
          count += 1
          #expect(
            Self.isAllowed(expression, in: source.path), "\(expression) in \(source.path)")
        }
        // A reason must be a literal in the call, because this test checks only literals. Another test checks the
        // reasons of authentication failures.
        if !handsOn, !source.path.hasSuffix("/AuthenticationFailure.swift"),
          let comma = call.firstIndex(of: ",")
        {
          let reason = call[call.index(after: comma)...].drop { $0.isWhitespace }
          #expect(reason.first == "\"", "\(call) in \(source.path)")
        }
      }
    }
    #expect(count > 60)
  }

  /// `withReason` gives an error another reason. This reason must not contain a value from a caller.
  @Test func otherSentencesRepeatNothing() throws {
    var count = 0
    for source in try Self.all() {
      for call in Self.calls(".withReason(", in: source.text) {
        count += 1
        #expect(call.drop { $0.isWhitespace }.first == "\"", "\(call) in \(source.path)")
        for expression in Self.interpolations(in: call) {
          #expect(
            Self.isAllowed(expression, in: source.path), "\(expression) in \(source.path)")
        }
      }
    }
    #expect(count > 5)
  }

  /// The sentence of an `AuthenticationFailure` becomes the reason of an error.
  @Test func sentencesOfAuthenticationRepeatNothing() throws {
    var count = 0
    for source in try Self.all() {
      for call in Self.calls("AuthenticationFailure(", in: source.text) {
        guard let comma = call.firstIndex(of: ",") else { continue }
        count += 1
        for expression in Self.interpolations(in: call) {
          #expect(
            Self.isAllowed(expression, in: source.path), "\(expression) in \(source.path)")
        }
        let sentence = call[call.index(after: comma)...].drop { $0.isWhitespace }
        #expect(
          sentence.first == "\"" || sentence.hasPrefix("error.reason"), "\(call) in \(source.path)")
      }
    }
    #expect(count > 10)
  }

  /// The name of a key may be in a reason only if the key is one of the known keys in a list.
  @Test func rawKeysAreKnownOnes() throws {
    for source in try Self.all() where source.path.contains("/Security/") {
      for call in Self.calls("KeychainError(", in: source.text)
      where Self.interpolations(in: call).contains("key") {
        #expect(
          !call.contains("is no ") || call.contains("is no reference"), "\(call) in \(source.path)")
      }
    }
  }

  /// Only the log writes to standard output and standard error.
  @Test func libraryPrintsNothingItself() throws {
    let programs = [
      "/SecurityCommands/", "/SecurityTool/", "/KeychainDaemon/", "/KeychainAgent/", "/SecretServiceDaemon/",
      "/KeychainLog/", "/PasswordTransfer/",
    ]
    for source in try Self.all() where !programs.contains(where: { source.path.contains($0) }) {
      for word in [
        "(STDERR_FILENO,", "(STDOUT_FILENO,", "standardError", "fputs(", " print(", "NSLog(",
      ] {
        #expect(!source.text.contains(word), "\(word) in \(source.path)")
      }
    }
  }

  /// Returns the arguments of each call of a function in a text.
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
