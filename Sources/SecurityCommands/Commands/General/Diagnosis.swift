import Keychain
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainPrompt
import PasswordTransfer

/// Checks the conditions for using a keychain. For each condition, the report states that the condition is met, or how
/// to meet it.
struct Diagnosis {
  let session: CommandSession

  /// A line of the report, about one condition.
  struct Finding {
    let subject: String
    let isRight: Bool
    let sentence: String

    static func right(_ subject: String, _ sentence: String) -> Finding {
      Finding(subject: subject, isRight: true, sentence: sentence)
    }

    static func wrong(_ subject: String, _ sentence: String, todo: String) -> Finding {
      Finding(subject: subject, isRight: false, sentence: "\(sentence). \(todo)")
    }

    var line: String { "\(isRight ? "ok " : "fix") \(subject): \(TerminalSafeText.of(sentence))" }
  }

  /// - Parameter program: The path of a program whose entitlements are checked; nil to check no program.
  func findings(program: Word?) -> [Finding] {
    let entitlements = entitlements(of: program)
    let location: StoreLocation
    do throws(CommandFailure) {
      location = try session.keychain().location
    } catch {
      let reason = error.lines.last ?? ""
      return [.wrong("place", reason, todo: "Set LATCHKEY_HOME to the absolute path of a folder.")]
        + entitlements + [keyring(hasPasscode: nil), toolset]
    }
    let (keychain, status) = keychain()
    if let service = service() {
      return [service, keychain] + login(status) + searchList + entitlements + [toolset]
    }
    let inspection = StoreInspection(location)
    return [place(location)] + folders(inspection) + files(inspection) + [
      deviceKey(location), passcode(location), keychain, accessGroups,
    ] + login(status) + searchList + entitlements + [keyring(hasPasscode: status?.hasPasscode), toolset]
  }

  // MARK: The service

  /// How `keychaind` knows this program; nil when the login keychain is in this process.
  private func service() -> Finding? {
    let subject = "service"
    do throws(KeychainError) {
      guard let identity = try session.keychainIfOpen?.identityInService() else { return nil }
      return .right(subject, ServiceText.describe(identity))
    } catch {
      return .wrong(subject, error.reason, todo: "Start keychaind, or ask the administrator.")
    }
  }

  private var accessGroups: Finding {
    .right("access groups", "they prevent accidents only, because this keychain is not in keychaind")
  }

  // MARK: Search list

  /// The keychains of the search list and the default keychain, besides the login keychain.
  private var searchList: [Finding] {
    guard let keychains = try? session.allKeychains(), let list = keychains.list else { return [] }
    let (paths, defaultPath): ([KeychainPath], KeychainPath?)
    do throws(KeychainError) {
      (paths, defaultPath) = (try list.domains.searchList(), try list.domains.defaultKeychain())
    } catch {
      return [.wrong("search list", error.reason, todo: "list-keychains -s sets a new list after you moved the file.")]
    }
    let listed = paths.filter { $0 != .login }.map {
      finding($0, "search list", keychains, todo: "Repair it, or leave it out: list-keychains -s, delete-keychain.")
    }
    guard let defaultPath, defaultPath != .login, !paths.contains(defaultPath) else { return listed }
    return listed + [
      finding(defaultPath, "default keychain", keychains, todo: "Repair it, or set another: default-keychain -s.")
    ]
  }

  private func finding(
    _ path: KeychainPath, _ subject: String, _ keychains: KeychainClient, todo: String
  ) -> Finding {
    let name = String(decoding: path.path(in: keychains.location), as: UTF8.self)
    do throws(KeychainError) {
      let keychain = try keychains.client(of: path)
      if path.isBundle {
        let count = try keychain.countItems() ?? 0
        return .right(subject, "\(name) contains \(count) certificates")
      }
      let status = try keychain.lockStatus()
      let state = status.state == .unlocked ? "unlocked" : "locked"
      return .right(
        subject, "\(name) is \(state); its access groups are not enforced, because it is not in keychaind")
    } catch {
      return .wrong(subject, "\(name): \(error.reason)", todo: todo)
    }
  }

  // MARK: Files

  private func place(_ location: StoreLocation) -> Finding {
    .right(
      "place",
      location.dataDirectory == location.keyDirectory
        ? location.dataDirectory
        : "\(location.dataDirectory), device key in \(location.keyDirectory)")
  }

  private func folders(_ inspection: StoreInspection) -> [Finding] {
    inspection.folders.map { folder in
      if let problem = folder.problem {
        let rule =
          "It must be a folder of yours with the mode 0700, on a file system of this machine."
        // The problem can concern the keychain's folder or a folder above it.
        let isAbove = problem.failureCause == .folderAboveTooOpen
        return .wrong(
          "folder", problem.reason, todo: isAbove ? problem.failureCause.advice ?? rule : rule)
      }
      return .right(
        "folder",
        folder.isThere
          ? "\(folder.path) is yours alone" : "\(folder.path) is made when it is needed")
    }
  }

  private func files(_ inspection: StoreInspection) -> [Finding] {
    let wrong = inspection.files.compactMap { file in
      file.problem.map {
        Finding.wrong("file", $0.reason, todo: "It must be a file of yours with the mode 0600.")
      }
    }
    return wrong.isEmpty ? [.right("files", "\(inspection.files.count), all of them yours alone")] : wrong
  }

  private func deviceKey(_ location: StoreLocation) -> Finding {
    let subject = "device key"
    do throws(KeychainError) {
      let source = try location.deviceKeySource()
      guard source.isCredential else { return .right(subject, "the file \(source.path)") }
      guard let file = source.unusedFile else {
        return .right(subject, "the credential \(source.path)")
      }
      return .wrong(
        subject, "the credential \(source.path) is used, and \(file) is not",
        todo: "Keep a copy of that file elsewhere, and remove it: remove-device-key.")
    } catch {
      return .wrong(
        subject, error.reason,
        todo: "Pass the credential latchkey.device-key to this process again.")
    }
  }

  private func passcode(_ location: StoreLocation) -> Finding {
    let subject = "password file"
    let none = Finding.right(subject, "none is given to this process")
    guard let keychain = try? session.keychain() else { return none }
    do throws(KeychainError) {
      guard try keychain.givenPasscode() != nil else { return none }
      return .right(subject, location.passcodeFile ?? "the credential latchkey.passcode")
    } catch {
      return .wrong(
        subject, error.reason,
        todo:
          "LATCHKEY_PASSCODE_FILE names a file with the password, of mode 0400, by its absolute path."
      )
    }
  }

  // MARK: The keychain

  private func keychain() -> (Finding, LockStatus?) {
    let subject = "keychain"
    do throws(CommandFailure) {
      let status = try session.withKeychain(in: subject) { (keychain) throws(KeychainError) in
        try keychain.isPresent() ? try keychain.lockStatus() : nil
      }
      guard let status else {
        return (.right(subject, "there is none yet; it is made when it is first used"), nil)
      }
      let lock =
        status.hasPasscode ? (status.state == .unlocked ? "unlocked" : "locked") : "no password"
      return (.right(subject, "it opens; \(lock)"), status)
    } catch {
      return (
        .wrong(
          subject, error.lines.dropFirst(error.lines.count > 1 ? 1 : 0).joined(separator: " "),
          todo: "verify-keychain says more, and -r repairs a damaged database."), nil
      )
    }
  }

  /// Whether a login unlocks the keychain; nothing when the passcode is a password of its own.
  private func login(_ status: LockStatus?) -> [Finding] {
    guard let login = status?.login, let sentence = login.sentence else { return [] }
    let subject = "login password"
    return [login == .same ? .right(subject, sentence) : .wrong(subject, sentence, todo: LoginPassword.remedy)]
  }

  private func keyring(hasPasscode: Bool?) -> Finding {
    let subject = "kernel keyring"
    do throws(KeychainError) {
      let store = try session.random.makeIdentifier()
      let ticket = Array("doctor".utf8)
      try session.unlockAuthority.publish(ticket, .whenUnlocked, of: store, seconds: 60)
      let kept = session.unlockAuthority.ticket(.whenUnlocked, of: store)
      try session.unlockAuthority.revoke(.whenUnlocked, of: store)
      guard kept == ticket else {
        throw KeychainError(.notAvailable, "the kernel lost a key at once")
      }
      return .right(subject, "it keeps what an unlocking gives to other processes")
    } catch {
      guard hasPasscode == true else {
        return .right(subject, "\(error.reason); without a password none is needed")
      }
      return .wrong(
        subject, "\(error.reason), and an unlocking holds for one process only",
        todo:
          "Allow keyctl(2) and add_key(2) to the container, or give each process the password in "
          + "LATCHKEY_PASSCODE_FILE.")
    }
  }

  // MARK: Programs

  /// Checks the entitlements files of programs that use the library. The tool itself needs no entitlements.
  private func entitlements(of program: Word?) -> [Finding] {
    let subject = "entitlements"
    var paths: [[UInt8]] = []
    if let path = session.environment("LATCHKEY_ENTITLEMENTS") { paths.append(Array(path.utf8)) }
    if let program {
      let beside = program.bytes + Array(".entitlements".utf8)
      if (try? FileStatus.of(path: beside)) != nil { paths.append(beside) }
    }
    guard !paths.isEmpty else {
      return [
        .right(
          subject,
          program.map { "none beside \($0.text): it uses the groups of its name and login" }
            ?? "LATCHKEY_ENTITLEMENTS is not set")
      ]
    }
    return paths.map { path in
      let name = String(decoding: path, as: UTF8.self)
      do throws(EntitlementsFile.Failure) {
        return .right(subject, "\(name): \(try EntitlementsFile.summary(path))")
      } catch {
        return .wrong(
          subject,
          "\(name): \(error.reason), and every call of a program with it fails with -34018",
          todo: "Write a property list with a dictionary of entitlements there.")
      }
    }
  }

  private var toolset: Finding {
    let subject = "toolset"
    let folder = InstalledModules.folder(beside: CurrentProgram.path)
    guard (try? FileStatus.of(path: folder)) != nil else {
      return .right(
        subject, "no Swift modules are installed with this tool; only swift-toolset needs them")
    }
    do throws(CommandFailure) {
      return .right(subject, try InstalledModules(beside: CurrentProgram.path).folder)
    } catch {
      return .wrong(
        subject, "\(folder) is incomplete", todo: "Install Latchkey again: make install.")
    }
  }
}

extension Command {
  static let doctor = Command(
    "doctor", "Check what a keychain needs, and say what to do. (only in Latchkey)",
    synopsis: "[program]",
    details: [
      "program  look at the entitlements beside this program, too",
      "Opens the keychain, and makes none. Each line begins with ok, or with fix and says what to do: place,",
      "folders, files, device key, password file, keychain, login password, entitlements, kernel keyring, toolset.",
      "Ends with 0 when every line is ok, with 1 otherwise.",
    ],
    options: OptionSyntax("", mayFollowOperands: true)
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= 1, arguments.operands.first?.bytes.isEmpty != true else {
      throw .usage
    }
    let findings = Diagnosis(session: session).findings(program: arguments.operands.first)
    for finding in findings { session.console.print(finding.line) }
    guard findings.allSatisfy(\.isRight) else { throw CommandFailure(status: 1) }
  }
}
