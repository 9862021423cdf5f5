import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import LockTestSupport
import RowSealing
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of copies of a whole keychain: everything survives a move to a service, and a way back.
@Suite struct VaultCopyTests {
  private let source: TestMachine
  private let target: TestMachine
  private let caller = TestKeychain.caller
  private static let all: [ItemClass] = [.genericPassword, .internetPassword, .key, .certificate]

  init() throws {
    source = try TestMachine()
    target = try TestMachine()
  }

  private var own: TestKeychain { TestKeychain(source.process(), in: source.folder) }

  /// Moves the keychain of the source to the target, as a program of a user does.
  @discardableResult
  private func move(
    _ text: String? = nil, reserved: Set<String> = [], from keychain: LocalKeychain? = nil,
    to other: LocalKeychain? = nil
  ) throws -> CopyOutcome {
    let (other, code) = (other ?? target.process(), try text.map { try passcode($0) })
    return try (keychain ?? source.process()).withCopy { (_, _) in
    } _: { (copy, sent, key) throws(KeychainError) in
      let outcome = try other.importCopy(
        try copy.file(), .key(key), .moving(code, reservedGroups: reserved)
      ) { (_, _) in }
      if outcome.digest != sent.digest { throw KeychainError(.unexpected, "another digest") }
      return outcome
    }
  }

  /// The items that a keychain finds, with everything that a program sees of them.
  private func items(
    _ keychain: LocalKeychain, _ credential: AccessCredential? = nil
  ) throws -> [(identifier: RowIdentifier, attributes: AttributeSet, secret: [UInt8]?)] {
    var found: [(RowIdentifier, AttributeSet, [UInt8]?)] = []
    for itemClass in Self.all {
      let request = SearchRequest(
        ItemQuery(itemClass, isSynchronizable: nil), contents: [.attributes, .secret], limit: nil, skipsGuarded: true)
      do throws(KeychainError) {
        for item in try keychain.perform(.search(request), as: caller, with: credential) {
          found.append((item.identifier, item.attributes, item.secret))
        }
      } catch { guard error.code == .itemNotFound else { throw error } }
    }
    return found
  }

  private struct Row: Equatable {
    let itemClass: ItemClass
    let identifier: RowIdentifier
    let isTombstone: Bool
    let policy: Int64
  }

  /// The rows of all classes in their order, also of items whose access control the caller cannot prove.
  private func rows(_ keychain: LocalKeychain) throws -> [Row] {
    try keychain.read { (session) throws(KeychainError) in
      var rows: [Row] = []
      for itemClass in Self.all {
        try session.connection.forEachRow(of: itemClass) { (_, row) throws(KeychainError) in
          if let row {
            rows.append(
              Row(
                itemClass: itemClass, identifier: row.identifier, isTombstone: row.isTombstone, policy: row.policy))
          }
          return true
        }
      }
      return rows
    }
  }

  /// References, order, dates, attributes, secrets in chunks and tombstones.
  @Test func itemsAndTombstonesSurvive() throws {
    let sample = try SampleStore.standard.get()
    let store = try sample.copy()
    let before = try items(store.keychain)
    store.keychain.close()
    let outcome = try move(from: LocalKeychain(StoreLocation(home: store.folder.path)))
    let moved = target.process()
    let after = try items(moved)
    #expect(outcome.items == before.count && before.count > 60)
    #expect(outcome.tombstones == 1)
    #expect(after.map(\.identifier) == before.map(\.identifier))
    #expect(after.map(\.attributes) == before.map(\.attributes))
    #expect(after.map(\.secret) == before.map(\.secret))
    #expect(Set(try rows(moved).map(\.policy)) == [1])
    // The class keys are new ones.
    let keys = try moved.read { (session) throws(KeychainError) in session.keybag.liveKeyIDs }
    #expect(keys.isDisjoint(with: try store.keybag().liveKeyIDs))
    let report = try KeychainClient(moved, as: .tool).verify()
    #expect(report.isIntact, "\(report)")
    // The domains of servers find items.
    let copy = TestKeychain(moved, in: target.folder)
    #expect(try copy.secrets(below: "example.org").count == 20)
    // An equal item gets the reference of the tombstone.
    let reference = try #require(
      try store.keychain.read { (session) throws(KeychainError) in
        var found: RowIdentifier?
        try session.connection.forEachRow(of: .genericPassword) { (_, row) throws(KeychainError) in
          if let row, row.isTombstone { found = row.identifier }
          return true
        }
        return found
      })
    try copy.add(.generic("tombstone", isSynchronizable: true))
    #expect(try items(moved).contains { $0.identifier == reference })
  }

  @Test func theQuarantineSurvives() throws {
    let store = try SampleStore.standard.get().copy()
    let intact = SampleItem.internet("host7.example.org")
    try store.keychain.quarantine(number: 8, of: .internetPassword)
    try store.keychain.quarantine(number: 33, of: .genericPassword)
    // A row that does not open comes into quarantine, and nothing of it changes.
    try store.execute("UPDATE genp SET meta = zeroblob(99) WHERE id = 2")
    store.keychain.close()
    let outcome = try move(from: LocalKeychain(StoreLocation(home: store.folder.path)))
    #expect(outcome.quarantined == 2)
    #expect(outcome.damaged == 1)
    let moved = TestKeychain(target.process(), in: target.folder)
    #expect(try moved.count(of: [intact]) == 0)
    let recovered = try KeychainClient(moved.keychain, as: .tool).recoverQuarantined()
    #expect(recovered.recovered == 2)
    #expect(recovered.kept == [.init(.genericPassword, number: 2, .damaged)])
    #expect(try moved.count(of: [intact, .generic("chunks", byteCount: 200_000)]) == 2)
  }

  private func guarded(
    _ name: String, _ constraints: AccessConstraints, _ credential: AccessCredential? = nil
  ) throws {
    _ = try source.process().perform(
      .add(
        AddRequest(
          .genericPassword,
          attributes: AttributeSet([
            .service: .string(name), .account: .string("a"), .accessible: .string("ak"),
            .accessControl: .number(Int64(bitPattern: constraints.rawValue)),
          ]), secret: Array(name.utf8))), as: caller, with: credential)
  }

  /// Adds an item to the source.
  private func add(_ itemClass: ItemClass, _ attributes: AttributeSet, _ secret: [UInt8]) throws {
    _ = try source.process().perform(.add(AddRequest(itemClass, attributes: attributes, secret: secret)), as: caller)
  }

  private func secret(
    _ name: String, _ keychain: LocalKeychain, _ credential: AccessCredential? = nil
  ) throws -> [UInt8]? {
    let query = ItemQuery(.genericPassword, attributes: AttributeSet([.service: .string(name)]))
    return try keychain.perform(
      .search(SearchRequest(query, contents: [.secret])), as: caller, with: credential
    ).first?.secret
  }

  @Test func guardedItemsAndThePasscodeSurvive() throws {
    let client = KeychainClient(source.process(), as: caller)
    try client.setPasscode(passcode("1234"), isLoginPassword: true)
    try client.set(LockSettings(timeout: 600, locksWhenSuspended: true))
    try guarded("presence", .userPresence)
    let password = AccessCredential(applicationPassword: try passcode("application"))
    try guarded("password", .applicationPassword, password)
    _ = try source.process().perform(
      .add(
        AddRequest(
          .genericPassword,
          attributes: AttributeSet([
            .service: .string("passcode"), .account: .string("a"), .accessible: .string("akpu"),
          ]), secret: [7])), as: caller)
    // Nothing is stored without the passcode, or with another one.
    #expect(failure { try move() }?.code == .interactionNotAllowed)
    #expect(failure { try move("wrong") }?.code == .authenticationFailed)
    #expect(try !target.process().vault.isPresent())
    #expect(try move("1234").items == 3)
    let moved = target.process()
    let other = KeychainClient(moved, as: caller)
    let status = try other.lockStatus()
    #expect(status.hasPasscode)
    #expect(status.settings == LockSettings(timeout: 600, locksWhenSuspended: true))
    #expect(status.login == .same)
    #expect(try secret("passcode", moved) == [7])
    try other.lock()
    #expect(failure { _ = try secret("passcode", moved) }?.code == .interactionNotAllowed)
    #expect(failure { try other.unlock(passcode("4321")) }?.code == .authenticationFailed)
    try other.unlock(passcode("1234"))
    #expect(try secret("password", moved, password) == Array("password".utf8))
    #expect(failure { _ = try secret("presence", moved) }?.code == .authenticationFailed)
    let proof = AccessCredential(authenticationKey: try moved.authenticationKey(for: passcode("1234")))
    #expect(try secret("presence", moved, proof) == Array("presence".utf8))
    #expect(try other.verify().isIntact)
  }

  /// The whole way: to the service, and back while the keychain there is locked.
  @Test func aLockedKeychainComesBack() throws {
    let client = KeychainClient(source.process(), as: caller)
    try own.add(.generic("one"))
    try client.setPasscode(passcode("1234"))
    try move("1234")
    let service = target.process()
    // A protected program stores an item in the service.
    _ = try service.perform(
      .add(AddRequest(.genericPassword, attributes: AttributeSet([.service: .string("bank")]), secret: [1])),
      as: Caller(accessGroups: ["bank"], grade: 3))
    try KeychainClient(service, as: caller).lock()
    let key = try KeychainClient(service, as: caller).deviceKey()
    let back = try TestMachine()
    func copy(_ includesProtected: Bool) throws -> (SpooledFile, CopyOutcome) {
      let file = try SpooledFile(in: nil, noun: "a copy")
      return (
        file,
        try target.process().exportCopy(
          includesProtected: includesProtected, until: .after(.seconds(10)), onProgress: { (_, _) in }, to: file)
      )
    }
    let (file, sent) = try copy(false)
    #expect(sent.items == 1)
    #expect(sent.protected == 1)
    #expect(try back.process().returnKeychain(from: file.file(), key).digest == sent.digest)
    #expect(try back.process().returnKeychain(from: file.file(), key).isRepeated)
    let returned = TestKeychain(back.process(), in: back.folder)
    #expect(failure { _ = try returned.count(of: [.generic("one")]) }?.code == .interactionNotAllowed)
    try KeychainClient(returned.keychain, as: caller).unlock(passcode("1234"))
    #expect(try returned.count(of: [.generic("one")]) == 1)
    // A copy of root has the items of protected programs, too.
    let restored = try TestMachine()
    let (whole, _) = try copy(true)
    #expect(
      try restored.process().importCopy(whole.file(), .key(key), .restoring) { (_, _) in }.items == 2)
    try KeychainClient(restored.process(), as: caller).unlock(passcode("1234"))
    let bank = SearchRequest(ItemQuery(.genericPassword), contents: [.secret])
    #expect(
      try restored.process().perform(.search(bank), as: Caller(accessGroups: ["bank"], grade: 3)).first?.secret == [1])
  }

  /// Items of every kind, the settings and the mark of the login survive the move and the way back.
  @Test func everythingComesBack() throws {
    let sample = try SampleStore.standard.get()
    for (name, content) in sample.files { try source.folder.write(content, to: name) }
    let keychain = source.process()
    try keychain.quarantine(number: 33, of: .genericPassword)
    let client = KeychainClient(keychain, as: caller)
    try client.setPasscode(passcode("1234"), isLoginPassword: true)
    try client.set(LockSettings(timeout: 600, locksWhenSuspended: true))
    let password = AccessCredential(applicationPassword: try passcode("application"))
    try guarded("presence", .userPresence)
    try guarded("password", .applicationPassword, password)
    try add(
      .genericPassword,
      AttributeSet([.service: .string("passcode"), .account: .string("a"), .accessible: .string("akpu")]), [7])
    var key = SampleItem.key("stays").attributes
    key[.extractable] = .number(0)
    try add(.key, key, [8])
    let (before, rowsBefore) = (try items(keychain), try rows(keychain))
    #expect(before.contains { $0.attributes[.extractable] == .number(0) })
    #expect(before.contains { $0.attributes[.accessible] == .string("akpu") })
    #expect(rowsBefore.filter(\.isTombstone).count == 1)

    try move("1234")
    let service = target.process()
    let deviceKey = try KeychainClient(service, as: caller).deviceKey()
    try KeychainClient(service, as: caller).lock()
    let copy = try SpooledFile(in: nil, noun: "a copy")
    let sent = try service.exportCopy(
      includesProtected: false, until: .after(.seconds(10)), onProgress: { (_, _) in }, to: copy)
    #expect(sent.protected == 0 && sent.tombstones == 1 && sent.quarantined == 1)
    let machine = try TestMachine()
    let outcome = try machine.process().returnKeychain(from: copy.file(), deviceKey)
    #expect(outcome.tombstones == 1 && outcome.quarantined == 1 && outcome.damaged == 0)

    let back = machine.process()
    let other = KeychainClient(back, as: caller)
    let status = try other.lockStatus()
    #expect(status.hasPasscode && status.state != .unlocked)
    #expect(status.settings == LockSettings(timeout: 600, locksWhenSuspended: true))
    #expect(status.login == .same)
    try other.unlock(passcode("1234"))
    let after = try items(back)
    #expect(after.map(\.identifier) == before.map(\.identifier))
    #expect(after.map(\.attributes) == before.map(\.attributes))
    #expect(after.map(\.secret) == before.map(\.secret))
    let rowsAfter = try rows(back)
    #expect(rowsAfter.map(\.identifier) == rowsBefore.map(\.identifier))
    #expect(rowsAfter.map(\.isTombstone) == rowsBefore.map(\.isTombstone))
    #expect(failure { _ = try secret("presence", back) }?.code == .authenticationFailed)
    let proof = AccessCredential(authenticationKey: try back.authenticationKey(for: passcode("1234")))
    #expect(try secret("presence", back, proof) == Array("presence".utf8))
    #expect(try secret("password", back, password) == Array("password".utf8))
    #expect(try secret("passcode", back) == [7])
    #expect(try other.recoverQuarantined().recovered == 1)
    #expect(try TestKeychain(back, in: machine.folder).count(of: [.generic("chunks", byteCount: 200_000)]) == 1)
    let report = try other.verify()
    #expect(report.isIntact, "\(report)")
  }

  /// Nobody knows the program of a row whose policy cannot be read.
  @Test func rowsThatDoNotOpenStayInTheService() throws {
    try own.add(.generic("one"))
    try own.add(.generic("two"))
    try own.execute("PRAGMA ignore_check_constraints = ON; UPDATE genp SET pdmn = 99 WHERE id = 1")
    func copy(_ includesProtected: Bool) throws -> CopyOutcome {
      try own.keychain.withCopy(includesProtected: includesProtected) { (_, _) in
      } _: { (_, sent, _) throws(KeychainError) in
        sent
      }
    }
    let (sent, all) = try (copy(false), copy(true))
    #expect(sent.items == 1 && sent.protected == 1)
    #expect(all.items == 2 && all.protected == 0)
  }

  /// Nobody but root can change a file from which root restores a copy, also if its path is not in UTF-8.
  @Test func thePathOfACopyIsInUTF8() throws {
    let folder = try TemporaryDirectory()
    for part in [Array("/folder/copy".utf8), [0x2f, 0xff] + Array("/copy".utf8), Array("/folder/".utf8) + [0xff]] {
      let path = Array(folder.path.utf8) + part
      let slash = try #require(path.lastIndex(of: 0x2f))
      let (parent, name) = (path[..<slash] + [0], path + [0])
      parent.withUnsafeBytes { bytes in
        _ = bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { mkdir($0, 0o777) } }
      }
      let file = name.withUnsafeBytes { bytes in
        bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { open($0, O_CREAT | O_WRONLY, 0o666) } ?? -1 }
      }
      #expect(file >= 0)
      close(file)
      let refusal = failure { _ = try KeychainClient(target.process(), as: .tool).importCopy(at: path, nil) }
      #expect(refusal?.code == (path.contains(0xff) ? .parameter : .notAvailable), "\(part)")
    }
    let missing = failure {
      _ = try KeychainClient(target.process(), as: .tool).importCopy(at: Array(folder("missing").utf8), nil)
    }
    #expect(missing?.code == .notAvailable)
  }

  /// A program waits with a write while the keychain moves. Its item must not go to the files that are set aside.
  @Test func aWriterThatWaitsLearnsOfTheMove() throws {
    try own.add(.generic("one"))
    let other = source.process()
    _ = try items(other)
    var writer: BackgroundWork<KeychainError.Code?>?
    try source.process().withCopy { (_, _) in
    } _: { (_, _, _) throws(KeychainError) in
      let work = BackgroundWork { () -> KeychainError.Code? in
        let addition = AddRequest(.genericPassword, attributes: AttributeSet([.service: .string("two")]), secret: [2])
        return failure { _ = try other.perform(.add(addition), as: TestKeychain.caller) }?.code
      }
      writer = work
      #expect(work.waits())
      _ = try KeychainFilesAside(other.location).setAside()
    }
    let work = try #require(writer)
    try #require(holds { work.isDone })
    #expect(try work.end() == .notAvailable)
  }

  // MARK: Refusals

  @Test func itemsInReservedGroupsStay() throws {
    try own.add(.generic("one"))
    let outcome = try move(reserved: ["app"])
    #expect(outcome.items == 0)
    #expect(outcome.reserved == 1)
    #expect(try items(target.process()).isEmpty)
  }

  /// A row in quarantine opens, and it is in the group of a protected application.
  @Test func rowsInQuarantineInReservedGroupsStay() throws {
    try own.add(.generic("one"))
    try own.add(.generic("two"))
    try source.process().quarantine(number: 1, of: .genericPassword)
    let outcome = try move(reserved: ["app"])
    #expect(outcome.quarantined == 0)
    #expect(outcome.reserved == 2)
    #expect(try TestKeychain(target.process(), in: target.folder).keychain.verify().quarantined.isEmpty)
  }

  @Test func aForgedPolicyIsRefused() throws {
    try own.add(.generic("one"))
    _ = try source.process().perform(
      .add(AddRequest(.genericPassword, attributes: AttributeSet([.service: .string("s")]), secret: [1])),
      as: Caller(accessGroups: ["app"], grade: 4))
    #expect(failure { try move() }?.code == .decode)
    #expect(try !target.process().vault.isPresent())
  }

  @Test func aKeychainWithItemsOrAPasscodeIsNotReplaced() throws {
    try own.add(.generic("one"))
    let other = TestKeychain(target.process(), in: target.folder)
    try other.add(.generic("other"))
    #expect(failure { try move() }?.code == .notAvailable)
    try other.delete(.generic("other"))
    try KeychainClient(target.process(), as: caller).setPasscode(passcode("1234"))
    #expect(failure { try move() }?.code == .notAvailable)
    try KeychainClient(target.process(), as: caller).removePasscode(passcode("1234"))
    #expect(try move().items == 1)
    #expect(try move().isRepeated)
  }

  @Test func anotherDeviceKeyIsRefused() throws {
    try own.add(.generic("one"))
    let other = try own.keychain.vault.open(until: .after(.seconds(10))).keybag.vaultID
    let key = try DeviceKey(vaultID: other, random: SystemRandom())
    try source.process().withCopy { (_, _) in
    } _: { (copy, _, _) throws(KeychainError) in
      let file = try copy.file()
      for purpose in [LocalKeychain.CopyPurpose.moving(nil, reservedGroups: []), .restoring] {
        let target = target.process()
        #expect(throws: KeychainError.self) { try target.importCopy(file, .key(key), purpose) { (_, _) in } }
      }
    }
    #expect(try !target.process().vault.isPresent())
  }

  /// The move is interrupted at each step of the making of the new keychain, and repeated.
  @Test(arguments: [.headerMade, .creationNamed, .deviceKeyMade, .keybagMade, .databaseMade, .created] as [Step])
  func anInterruptedMoveIsRepeated(_ step: Step) throws {
    try own.add(.generic("one"))
    let interruption = Interruption(at: step)
    let interrupted = LocalKeychain(
      StoreLocation(home: target.folder.path), clock: SystemClock(), random: SystemRandom(),
      locking: target.context(), onStep: interruption.done)
    #expect(throws: KeychainError.self) { try move(to: interrupted) }
    let outcome = try move()
    #expect(outcome.isRepeated || outcome.items == 1)
    #expect(try TestKeychain(target.process(), in: target.folder).count(of: [.generic("one")]) == 1)
    #expect(try KeychainClient(target.process(), as: .tool).verify().isIntact)
  }

  /// Ten thousand items move in seconds.
  @Test func tenThousandItemsMove() throws {
    let requests = (0..<10_000).map { number in
      let item = SampleItem.generic("service \(number)")
      return AddRequest(item.itemClass, attributes: item.attributes, secret: item.secret)
    }
    _ = try source.process().perform(.addAll(requests, sparingPresent: false), as: caller)
    let begin = ContinuousClock.now
    #expect(try move().items == 10_000)
    let time = ContinuousClock.now - begin
    print("10 000 items moved in \(time)")
    #expect(time < .seconds(60))
  }
}
