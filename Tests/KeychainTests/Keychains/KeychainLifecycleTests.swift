import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import Keychain

/// A home with further keychains, and the processes of its user.
struct TestHome {
  let folder: TemporaryDirectory
  let authority = MemoryCustody()
  let clock = TestMachineClock()
  let location: StoreLocation

  init() throws {
    folder = try TemporaryDirectory()
    mkdir(folder("elsewhere"), 0o700)
    var location = StoreLocation(home: folder("home"))
    location.adminDirectory = folder("admin")
    location.systemKeychainPath = folder("System.keychain")
    location.givenHomeDirectory = folder("person")
    self.location = location
  }

  var context: UnlockContext { TestMachine.context(authority, clock) }

  var domains: KeychainDomains { KeychainDomains(location) }

  func path(_ name: String) throws -> [UInt8] {
    guard case .file(let path) = try KeychainPath(Array(name.utf8), in: location) else {
      throw KeychainError(.parameter, "not a file")
    }
    return path
  }

  /// A path outside of the user's folder of keychains.
  func elsewhere(_ name: String = "p.keychain") -> [UInt8] { Array(folder("elsewhere/\(name)").utf8) }

  @discardableResult
  func create(
    _ path: [UInt8], _ password: String = "pw",
    onStep: @escaping (KeychainStep) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }
  ) throws -> KeychainError? {
    try KeychainCreation(location, context: context, onStep: onStep)
      .run(path, password: password.isEmpty ? nil : passcode(password))
  }

  func delete(
    _ path: [UInt8], onStep: @escaping (KeychainStep) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }
  ) throws {
    try KeychainDeletion(location, context: context, onStep: onStep).run(path, domains)
  }

  /// The keychains as a new process opens them.
  func process() -> OpenKeychains { OpenKeychains(location, context: context) }

  static let caller = Caller(accessGroups: ["app"])

  func add(_ account: String, to keychain: LocalKeychain) throws {
    let attributes = AttributeSet([.account: .string(account)])
    _ = try keychain.perform(
      .add(AddRequest(.genericPassword, attributes: attributes, secret: [1])), as: Self.caller)
  }

  func accounts(in keychain: LocalKeychain) throws -> [String] {
    do throws(KeychainError) {
      let request = SearchRequest(ItemQuery(.genericPassword), contents: .attributes, limit: nil)
      return try keychain.perform(.search(request), as: Self.caller).compactMap { $0.attributes[.account]?.text }
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return []
    }
  }

  /// All entries of the folders in which keychains are made, with the folders of device keys.
  func entries() -> [String] {
    ["elsewhere", "home/keychains", "home/keychain-keys"].flatMap { name in
      TemporaryDirectory.names(folder(name)).map { "\(name)/\($0)" }
    }.sorted()
  }
}

extension KeychainError {
  /// The failure cause of the error that `body` throws; nil when `body` throws no error.
  static func failureCause(_ body: () throws -> Void) -> FailureCause? {
    do {
      try body()
      return nil
    } catch { return (error as? KeychainError)?.failureCause }
  }

  /// The code of the error that `body` throws; nil when `body` throws no error.
  static func code(_ body: () throws -> Void) -> Code? {
    do {
      try body()
      return nil
    } catch { return (error as? KeychainError)?.code }
  }
}

@Suite struct KeychainLifecycleTests {
  private let home: TestHome

  init() throws { home = try TestHome() }

  private func isRegular(_ path: [UInt8]) throws -> Bool { try FileStatus.of(path: path)?.isRegularFile == true }

  private func status(_ keychain: LocalKeychain) throws -> LockStatus {
    guard case .status(let status) = try keychain.send(Call(.status), from: Peer(.tool)) else { throw Reply.unexpected }
    return status
  }

  private func send(_ request: Request, to keychain: LocalKeychain) throws {
    _ = try keychain.send(Call(request), from: Peer(.tool))
  }

  @Test(arguments: ["build.keychain", ""]) func isMadeUnlocked(_ name: String) throws {
    let path = try name.isEmpty ? home.elsewhere() : home.path(name)
    #expect(try home.create(path) == nil)
    #expect(try isRegular(path))
    #expect(try FileStatus.of(path: path)?.byteCount == 64)
    let keychain = try home.process().keychain(at: path)
    #expect(try status(keychain).state == .unlocked)
    try home.add("a", to: keychain)
    #expect(try home.accounts(in: home.process().keychain(at: path)) == ["a"])
  }

  @Test func onlyAPathOutsideOfTheUserFolderIsPortable() throws {
    try home.create(home.elsewhere())
    #expect(try KeychainFile.read(home.elsewhere())?.protection == .password)
    try home.create(home.path("a"))
    #expect(try KeychainFile.read(home.path("a"))?.protection == .deviceKey)
    try home.create(home.elsewhere("empty"), "")
    #expect(try KeychainFile.read(home.elsewhere("empty"))?.protection == .deviceKey)
  }

  @Test func existingPathIsNotReplaced() throws {
    for path in [home.elsewhere(), try home.path("a")] {
      try home.create(path)
      try home.add("a", to: home.process().keychain(at: path))
      #expect(KeychainError.code { try home.create(path) } == .duplicateKeychain)
      #expect(try home.accounts(in: home.process().keychain(at: path)) == ["a"])
    }
    try home.folder.write([1], to: "elsewhere/file")
    #expect(KeychainError.code { try home.create(home.elsewhere("file")) } == .duplicateKeychain)
    #expect(try home.folder.read("elsewhere/file") == [1])
    mkdir(home.folder("elsewhere/folder"), 0o700)
    #expect(KeychainError.code { try home.create(home.elsewhere("folder")) } == .duplicateKeychain)
    #expect(home.entries().count { $0.contains(".keychain-") } == 2)
  }

  @Test func missingFolder() throws {
    #expect(KeychainError.code { try home.create(Array(home.folder("none/a").utf8)) } == .notAvailable)
  }

  @Test func lockingAndUnlocking() throws {
    for (path, password) in [(home.elsewhere(), "pw"), (try home.path("a"), "pw")] {
      try home.create(path, password)
      let keychain = try home.process().keychain(at: path)
      try home.add("a", to: keychain)
      try send(.lock, to: keychain)
      #expect(
        KeychainError.code { _ = try home.accounts(in: home.process().keychain(at: path)) } == .interactionNotAllowed)
      #expect(KeychainError.code { try send(.unlock(passcode("no")), to: keychain) } == .authenticationFailed)
      try send(.unlock(passcode("pw")), to: keychain)
      #expect(try home.accounts(in: home.process().keychain(at: path)) == ["a"])
    }
  }

  @Test func emptyPassword() throws {
    let path = home.elsewhere()
    try home.create(path, "")
    let keychain = try home.process().keychain(at: path)
    try home.add("a", to: keychain)
    try send(.lock, to: keychain)
    #expect(KeychainError.code { _ = try home.accounts(in: keychain) } == .interactionNotAllowed)
    #expect(KeychainError.code { try send(.unlock(passcode("no")), to: keychain) } == .authenticationFailed)
    try send(.unlock(Passcode.ofEmptyPassword()), to: keychain)
    #expect(try home.accounts(in: home.process().keychain(at: path)) == ["a"])
  }

  @Test func deletionLeavesNothing() throws {
    let before = home.entries()
    for (path, password) in [
      (home.elsewhere(), "pw"), (home.elsewhere(), ""), (try home.path("a"), "pw"), (try home.path("a"), ""),
    ] {
      try home.create(path, password)
      try home.add("a", to: home.process().keychain(at: path))
      try home.domains.set([.file(path), .login], of: .user)
      try home.domains.setDefault(.file(path))
      try home.delete(path)
      #expect(try home.domains.list(of: .user) == [.login])
      #expect(try home.domains.defaultKeychain() == nil)
      #expect(home.entries().filter { $0 != "home/keychains/preferences.plist" } == before)
      #expect(home.authority.count == 0)
      #expect(KeychainError.code { try home.delete(path) } == .noSuchKeychain)
      #expect(KeychainError.code { _ = try home.process().keychain(at: path) } == .noSuchKeychain)
    }
  }

  @Test func lockedKeychainIsDeleted() throws {
    for path in [home.elsewhere(), try home.path("a")] {
      try home.create(path)
      try send(.lock, to: home.process().keychain(at: path))
      try home.delete(path)
      #expect(try FileStatus.of(path: path) == nil)
    }
  }

  /// A copy of a keychain that needs the device key shares this key with the keychain.
  @Test func deletionOfACopyKeepsTheDeviceKey() throws {
    let path = try home.path("a")
    try home.create(path)
    try home.add("a", to: home.process().keychain(at: path))
    let command = "cp -a '\(home.location.keychainsDirectory)'/. '\(home.folder("elsewhere"))/'"
    #expect(system(command) == 0)
    let name = String(decoding: path, as: UTF8.self).split(separator: "/").last.map { String($0) } ?? ""
    try home.delete(home.elsewhere(name))
    #expect(try home.accounts(in: home.process().keychain(at: path)) == ["a"])
    try home.delete(path)
    #expect(home.authority.count == 0)
  }

  /// The same outside of the user's folder of keychains, also after the original was moved.
  @Test(arguments: [false, true]) func deletionOfACopyElsewhereKeepsTheDeviceKey(_ isMoved: Bool) throws {
    var path = home.elsewhere()
    try home.create(path, "")
    try home.add("a", to: home.process().keychain(at: path))
    mkdir(home.folder("elsewhere/copy"), 0o700)
    mkdir(home.folder("elsewhere/moved"), 0o700)
    let folder = home.folder("elsewhere")
    #expect(system("cp -a '\(folder)'/.keychain-* '\(folder)'/p.keychain '\(folder)/copy/'") == 0)
    if isMoved {
      #expect(system("mv '\(folder)'/.keychain-* '\(folder)'/p.keychain '\(folder)/moved/'") == 0)
      path = home.elsewhere("moved/p.keychain")
      #expect(try home.accounts(in: home.process().keychain(at: path)) == ["a"])
    }
    #expect(try home.accounts(in: home.process().keychain(at: home.elsewhere("copy/p.keychain"))) == ["a"])
    try home.delete(home.elsewhere("copy/p.keychain"))
    #expect(try home.accounts(in: home.process().keychain(at: path)) == ["a"])
    try home.delete(path)
    #expect(home.entries().filter { $0.contains("keychain-") && $0 != "home/keychain-keys" }.isEmpty)
  }

  /// A keychain is moved by a copy: the copy is used, and then the original is deleted.
  @Test(arguments: [false, true]) func deletionOfTheOriginalKeepsTheDeviceKeyOfACopy(_ isUnreachable: Bool) throws {
    try home.create(home.elsewhere(), "")
    try home.add("a", to: home.process().keychain(at: home.elsewhere()))
    mkdir(home.folder("elsewhere/copy"), 0o700)
    let folder = home.folder("elsewhere")
    #expect(system("cp -a '\(folder)'/.keychain-* '\(folder)'/p.keychain '\(folder)/copy/'") == 0)
    let copy = home.elsewhere("copy/p.keychain")
    #expect(try home.accounts(in: home.process().keychain(at: copy)) == ["a"])
    // A file that cannot be read may still be a keychain.
    if isUnreachable { #expect(chmod(home.folder("elsewhere/copy/p.keychain"), 0o644) == 0) }
    try home.delete(home.elsewhere())
    #expect(chmod(home.folder("elsewhere/copy/p.keychain"), 0o600) == 0)
    #expect(try home.accounts(in: home.process().keychain(at: copy)) == ["a"])
    try home.delete(copy)
    #expect(home.entries().filter { $0.hasPrefix("home/keychain-keys") }.isEmpty)
  }

  /// The folder of a keychain was restored from a copy, after a process was killed during its deletion.
  @Test func leftoverOfADeletionBesideARestoredKeychain() throws {
    let path = home.elsewhere()
    try home.create(path, "")
    try home.add("a", to: home.process().keychain(at: path))
    let folder = home.folder("elsewhere")
    #expect(system("for f in '\(folder)'/.keychain-*; do cp -a \"$f\" \"$f.deleted\"; done") == 0)
    try home.create(home.elsewhere("other"), "")
    #expect(try home.accounts(in: home.process().keychain(at: path)) == ["a"])
    #expect(home.entries().allSatisfy { !$0.hasSuffix(".deleted") })
  }

  /// A copy of the file alone names the vault of the original.
  @Test func deletionOfACopiedFileKeepsTheItems() throws {
    let path = try home.path("a")
    try home.create(path)
    try home.add("a", to: home.process().keychain(at: path))
    for copy in [home.elsewhere(), try home.path("b")] {
      let (file, other) = (String(decoding: path, as: UTF8.self), String(decoding: copy, as: UTF8.self))
      #expect(system("cp -a '\(file)' '\(other)'") == 0)
      try home.delete(copy)
      #expect(try FileStatus.of(path: copy) == nil)
      #expect(try home.accounts(in: home.process().keychain(at: path)) == ["a"])
    }
  }

  @Test func foreignFileIsNotDeleted() throws {
    try home.folder.write(Array("not a keychain".utf8), to: "elsewhere/p.keychain")
    #expect(KeychainError.code { try home.delete(home.elsewhere()) } == .invalidKeychain)
    #expect(try home.folder.read("elsewhere/p.keychain") == Array("not a keychain".utf8))
  }

  /// After the death of a process in the creation, the keychain is there or it can be made, and no other file is left.
  @Test(arguments: [KeychainStep.vaultMade, .fileMade, .folderNamed], [true, false])
  func deathDuringTheCreation(_ last: KeychainStep, _ isPortable: Bool) throws {
    let path = try isPortable ? home.elsewhere() : home.path("a")
    _ = try? ProtectedDirectory.openOrCreate(home.location.keychainsDirectory)
    let folder = KeychainFolder(
      try SystemRandom().makeIdentifier(), in: KeychainFolder.directory(of: String(decoding: path, as: UTF8.self)))
    let creation = KeychainCreation(home.location, context: home.context) { (step) throws(KeychainError) in
      if step == last { throw KeychainError(.inputOutput, "stopped") }
    }
    #expect(
      KeychainError.code {
        _ = try creation.make(folder, isPortable ? .password : .deviceKey, path, passcode("pw"))
      } == .inputOutput)
    if last == .vaultMade {
      #expect(KeychainError.code { _ = try home.process().keychain(at: path) } == .noSuchKeychain)
      // A folder that another process may have just made is not removed.
      try home.create(path)
      #expect(home.entries().contains { $0.hasSuffix(".new") })
      try home.delete(path)
      #expect(utimes(folder.newPath, [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]) == 0)
      try home.create(path)
    }
    try home.add("a", to: home.process().keychain(at: path))
    #expect(try home.accounts(in: home.process().keychain(at: path)) == ["a"])
    #expect(home.entries().count { $0.contains("/.keychain-") } == 1)
    #expect(home.entries().allSatisfy { !$0.hasSuffix(".new") })
    try home.delete(path)
    #expect(home.entries().isEmpty)
  }

  /// An error in the creation leaves nothing.
  @Test(arguments: [KeychainStep.vaultMade, .fileMade, .folderNamed], [true, false])
  func errorDuringTheCreation(_ last: KeychainStep, _ isPortable: Bool) throws {
    let path = try isPortable ? home.elsewhere() : home.path("a")
    #expect(
      KeychainError.code {
        try home.create(path) { (step) throws(KeychainError) in
          if step == last { throw KeychainError(.inputOutput, "stopped") }
        }
      } == .inputOutput)
    #expect(home.entries().isEmpty)
  }

  /// After the death of a process in the deletion, the next deletion or creation finishes the work.
  @Test(arguments: [KeychainStep.folderSetAside, .vaultErased, .folderRemoved, .fileRemoved], [true, false])
  func deathDuringTheDeletion(_ last: KeychainStep, _ isPortable: Bool) throws {
    for createsAgain in [true, false] {
      let path = try isPortable ? home.elsewhere() : home.path("a")
      try home.create(path)
      try home.add("a", to: home.process().keychain(at: path))
      #expect(
        KeychainError.code {
          try home.delete(path) { (step) throws(KeychainError) in
            if step == last { throw KeychainError(.inputOutput, "stopped") }
          }
        } == .inputOutput)
      #expect(KeychainError.code { _ = try home.process().keychain(at: path) } == .noSuchKeychain)
      if createsAgain {
        if last == .folderRemoved { try home.delete(path) }
        try home.create(path)
        #expect(try home.accounts(in: home.process().keychain(at: path)) == [])
      }
      _ = KeychainError.code { try home.delete(path) }
      #expect(home.entries().isEmpty)
    }
  }

  @Test func fileIsRenamedAndMoved() throws {
    let path = try home.path("a")
    try home.create(path)
    try home.add("a", to: home.process().keychain(at: path))
    #expect(rename(String(decoding: path, as: UTF8.self), home.folder("home/keychains/b-db")) == 0)
    #expect(try home.accounts(in: home.process().keychain(at: home.path("b"))) == ["a"])
    #expect(rename(home.folder("home/keychains/b-db"), home.folder("elsewhere/c")) == 0)
    #expect(try home.accounts(in: home.process().keychain(at: home.elsewhere("c"))) == ["a"])
    try home.delete(home.elsewhere("c"))
    #expect(home.entries().isEmpty)
  }

  /// A portable keychain opens on another machine, with its password and without any state of the first machine.
  @Test func copyOpensOnAnotherMachine() throws {
    let path = home.elsewhere()
    try home.create(path)
    try home.add("a", to: home.process().keychain(at: path))
    home.process().closeAll()
    let other = try TestHome()
    let command = "cp -a '\(home.folder("elsewhere"))/.' '\(other.folder("elsewhere"))/'"
    #expect(system(command) == 0)
    let keychain = try other.process().keychain(at: other.elsewhere())
    #expect(KeychainError.code { _ = try other.accounts(in: keychain) } == .interactionNotAllowed)
    try send(.unlock(passcode("pw")), to: keychain)
    #expect(try other.accounts(in: keychain) == ["a"])
  }

  @Test func fileWithoutItsFolder() throws {
    let path = home.elsewhere()
    try home.create(path)
    #expect(system("rm -r '\(home.folder("elsewhere"))'/.keychain-*") == 0)
    #expect(KeychainError.code { _ = try home.process().keychain(at: path) } == .noSuchKeychain)
    try home.delete(path)
    #expect(home.entries().isEmpty)
  }

  /// A running process notices that a keychain was deleted, and that another keychain took its place.
  @Test func isReplacedWhileInUse() throws {
    let path = home.elsewhere()
    try home.create(path)
    let process = home.process()
    try home.add("old", to: process.keychain(at: path))
    try home.delete(path)
    usleep(20_000)
    #expect(KeychainError.code { _ = try home.accounts(in: process.keychain(at: path)) } == .noSuchKeychain)
    try home.create(path)
    usleep(20_000)
    #expect(try home.accounts(in: process.keychain(at: path)) == [])
  }

  /// Two processes make the same keychain: one of them succeeds.
  @Test func twoCreateAtOnce() throws {
    let path = home.elsewhere()
    let home = home
    let works = (0..<2).map { _ in BackgroundWork { KeychainError.code { try home.create(path) } } }
    let codes = try works.map { try $0.end() }
    #expect(codes.count { $0 == nil } == 1)
    #expect(codes.count { $0 == .duplicateKeychain } == 1)
    #expect(home.entries().count == 2)
    try home.delete(path)
    #expect(home.entries().isEmpty)
  }

  /// A keychain that another process makes during a deletion is kept, with its entry in the search list.
  @Test(arguments: [KeychainStep.folderSetAside, .vaultErased, .folderRemoved]) func isMadeDuringADeletion(
    _ step: KeychainStep
  ) throws {
    let path = home.elsewhere()
    let home = home
    try home.create(path)
    try home.delete(path) { (reached) throws(KeychainError) in
      guard reached == step else { return }
      do {
        if step == .folderRemoved { try home.delete(path) }
        try home.create(path)
        try home.add("new", to: home.process().keychain(at: path))
        try home.domains.set([.file(path), .login], of: .user)
      } catch { throw KeychainError(.inputOutput, "\(error)") }
    }
    #expect(try home.accounts(in: home.process().keychain(at: path)) == ["new"])
    #expect(try home.domains.list(of: .user) == [.file(path), .login])
    try home.delete(path)
    #expect(home.entries().filter { !$0.hasSuffix("preferences.plist") }.isEmpty)
  }

  /// A keychain whose keys cannot be destroyed stays usable.
  @Test(arguments: [true, false]) func deletionThatFails(_ isPortable: Bool) throws {
    let path = try isPortable ? home.elsewhere() : home.path("a")
    try home.create(path)
    try home.add("a", to: home.process().keychain(at: path))
    let folder = home.folder(try #require(home.entries().first { $0.contains("/.keychain-") }))
    #expect(chmod(folder, 0o755) == 0)
    #expect(KeychainError.code { try home.delete(path) } == .notAvailable)
    #expect(chmod(folder, 0o700) == 0)
    #expect(try home.accounts(in: home.process().keychain(at: path)) == ["a"])
    try home.delete(path)
    #expect(home.entries().isEmpty)
  }

  @Test func moreKeychainsThanCanBeOpen() throws {
    let process = home.process()
    for number in 0..<20 {
      try home.create(home.path("k\(number)"), "")
      try home.add("\(number)", to: process.keychain(at: home.path("k\(number)")))
    }
    for number in 0..<20 {
      #expect(try home.accounts(in: process.keychain(at: home.path("k\(number)"))) == ["\(number)"])
    }
  }
}
