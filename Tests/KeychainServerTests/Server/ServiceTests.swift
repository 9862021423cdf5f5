import CTestSupport
import Foundation
import Glibc
import Keychain
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainTransport
import LockTestSupport
import PropertyLists
import TestSupport
import Testing

@testable import KeychainServer

/// Whether this process may become other users. Tests with several users need this.
let isRoot = geteuid() == 0

func failure(_ body: () throws -> Void) -> KeychainError? {
  do {
    try body()
    return nil
  } catch { return error as? KeychainError }
}

/// Tests of calls to the service.
@Suite struct ServiceTests {
  @Test func itemsAreStoredInTheService() throws {
    let service = try TestService()
    let keychain = service.keychain()
    try keychain.add("a", [1, 2, 3])
    #expect(try keychain.secret("a") == [1, 2, 3])
    #expect(try service.keychain().secret("a") == [1, 2, 3])
    #expect(failure { _ = try keychain.secret("b") }?.code == .itemNotFound)
    #expect(failure { try keychain.add("a", [1]) }?.code == .duplicateItem)
    #expect(failure { try keychain.add("a", [1], "com.example.bank") }?.code == .missingEntitlement)
    // The folder of the keychain is private.
    var status = stat()
    #expect(stat(service.folder("state/\(geteuid())"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
  }

  @Test(arguments: [100 << 10, PacketHeader.largestInlineByteCount, 1 << 20, 20 << 20])
  func largeSecretsTravelWhole(_ count: Int) throws {
    let service = try TestService()
    let keychain = service.keychain()
    let secret = (0..<count).map { UInt8(truncatingIfNeeded: $0 >> 3) }
    try keychain.add("large", secret)
    #expect(try keychain.secret("large") == secret)
  }

  @Test func aClientKnowsWhoItIs() throws {
    let service = try TestService()
    let welcome = try service.keychain().identity()
    #expect(welcome.user == geteuid())
    #expect(welcome.grade == Grade.userProgram.rawValue)
    #expect(welcome.accessGroups == [ApplicationManifest.commonGroup, "login"])
  }

  @Test func threadsShareAConnection() throws {
    let service = try TestService()
    let keychain = service.keychain()
    for index in 0..<8 { try keychain.add("\(index)", [UInt8(index)]) }
    let works = (0..<16).map { thread in
      BackgroundWork {
        for round in 0..<100 {
          let index = (thread + round) % 8
          guard try keychain.secret("\(index)") == [UInt8(index)] else { throw TestFailure(reason: "wrong secret") }
        }
      }
    }
    for work in works { try work.end() }
  }

  @Test func theClientConnectsAgainAfterARestart() throws {
    let service = try TestService()
    let keychain = service.keychain()
    try keychain.add("a", [1])
    for _ in 0..<3 {
      service.stop()
      try service.start()
      #expect(try keychain.secret("a") == [1])
    }
  }

  /// Clients read without a break while the server is replaced on the same socket.
  @Test func noReadFailsDuringRestarts() throws {
    let service = try TestService()
    let keychain = service.keychain()
    try keychain.add("a", [1])
    let isOver = ForkSafeMutex(false)
    defer { isOver.withLock { $0 = true } }
    let counts = ForkSafeMutex([0, 0, 0])
    let works = (0..<3).map { reader in
      let client = KeychainClient(
        service.keychain(), TestItem.peer, at: StoreLocation(home: service.folder.path),
        TrustSettingsStore(StoreLocation(home: service.folder.path)))
      return BackgroundWork {
        let query = ItemQuery(.genericPassword, attributes: TestItem.attributes("a"))
        while !isOver.withLock({ $0 }) {
          let items = try client.perform(.search(SearchRequest(query, contents: [.secret])))
          guard items.first?.secret == [1] else { throw TestFailure(reason: "wrong secret") }
          counts.withLock { $0[reader] += 1 }
        }
      }
    }
    for _ in 0..<10 {
      // A client repeats a read once. So each reader finishes a read of the present server before the next restart.
      let before = counts.withLock { $0 }
      let goesOn = holds { zip(before, counts.withLock { $0 }).allSatisfy { $0 + 2 <= $1 } }
      #expect(goesOn)
      // The end of the readers shows why.
      guard goesOn else { break }
      usleep(150_000)
      service.stop()
      try service.start()
    }
    isOver.withLock { $0 = true }
    for work in works { try work.end() }
  }

  /// With socket activation, the first client says hello before the service has adopted the socket. Its hello may then not
  /// name its process.
  @Test func theClientThatStartsTheServiceIsServed() throws {
    let service = try TestService()
    service.stop()
    service.forgetSenders()
    let socket = try service.socket()
    func send(_ kind: PacketKind, _ body: [UInt8]) throws {
      _ = try body.withUnsafeBytes { try socket.send(PacketHeader(kind, length: $0.count), $0, waits: true) }
    }
    try send(.hello, Hello(versions: Call.messageVersion...Call.messageVersion).bytes)
    try service.start()
    let buffer = PacketBuffer()
    var packet = try socket.packet(into: buffer)
    // Kernels before 6.16 name the process.
    if packet.header.kind == PacketKind.challenge.rawValue {
      try send(.proof, try packet.withBody { (body) throws(KeychainError) in Array(body) })
      packet = try socket.packet(into: buffer)
    }
    #expect(packet.header.kind == PacketKind.welcome.rawValue)
  }

  @Test func withoutTheServiceCallsFail() throws {
    let service = try TestService()
    let keychain = service.keychain()
    try keychain.add("a", [1])
    unlink(service.folder("socket"))
    #expect(failure { _ = try service.keychain().secret("a") }?.code == .notAvailable)
    // An existing connection stays.
    #expect(try keychain.secret("a") == [1])
  }

  @Test func aServerOfAnotherUserIsNotTheService() throws {
    let service = try TestService()
    let other = ServiceConfiguration(socketPath: service.folder("socket"), user: 4242)
    let trust = RootOwnedFolder.Trust(owner: 4242, anchor: service.folder.path)
    let refusal = failure { _ = try RemoteKeychain(other, trust: trust).secret("a") }
    #expect(refusal?.code == .notAvailable)
    #expect(refusal?.failureCause == .foreignOwner)
    // A folder that others can change may lead to another socket.
    chmod(service.folder.path, 0o777)
    #expect(failure { _ = try service.keychain().secret("a") }?.code == .notAvailable)
  }

  // MARK: Notices

  @Test func clientsLearnOfCommitsOfOthers() throws {
    let service = try TestService()
    let (one, other) = (service.keychain(), service.keychain())
    try one.add("first", [1])
    @Sendable func changes(_ keychain: RemoteKeychain, _ cursor: ChangeCursor?, _ limit: Duration) throws -> (
      [KeychainChange], ChangeCursor
    ) {
      let reply = try keychain.send(Call(.changes(since: cursor), timeLimit: limit), from: TestItem.peer)
      guard case .changes(let changes, let next) = reply else { throw TestFailure(reason: "no changes") }
      return (changes, next)
    }
    let cursor = try changes(other, nil, .zero).1
    let waiting = BackgroundWork { try changes(other, cursor, .seconds(20)) }
    usleep(200_000)
    #expect(!waiting.isDone)
    try one.add("second", [2])
    #expect(try waiting.end().0.count == 1)
    #expect(try changes(other, waiting.end().1, .milliseconds(100)).0 == [])
  }

  private func changes(_ keychain: RemoteKeychain, _ cursor: ChangeCursor?, _ limit: Duration) throws -> (
    [KeychainChange], ChangeCursor
  ) {
    let reply = try keychain.send(Call(.changes(since: cursor), timeLimit: limit), from: TestItem.peer)
    guard case .changes(let changes, let next) = reply else { throw TestFailure(reason: "no changes") }
    return (changes, next)
  }

  /// A change names the process of the program that made it, not the process of the service.
  @Test func changesNameTheProgramThatMadeThem() throws {
    let service = try TestService()
    let keychain = service.keychain()
    try keychain.add("first", [1])
    let cursor = try changes(keychain, nil, .zero).1
    let lines = try service.run("process", "add", "second", "x", "")
    #expect(lines.last == "added")
    let process = try #require(Int32(lines[0]))
    #expect(process != getpid())
    #expect(try changes(keychain, cursor, .seconds(10)).0.map(\.process) == [process])
  }

  /// Other clients learn of the commit of work, even if its client never asks for the result and ends.
  @Test func clientsLearnOfWorkThatNobodyAsksFor() throws {
    let service = try TestService()
    let keychain = service.keychain()
    try keychain.add("first", [1])
    let cursor = try changes(keychain, nil, .zero).1
    let waiting = BackgroundWork { try changes(keychain, cursor, .seconds(20)).0.map(\.process) }
    usleep(200_000)
    let process = try #require(Int32(try service.run("begin-add", "second")[0]))
    let begin = ContinuousClock.now
    #expect(try waiting.end() == [process])
    #expect(ContinuousClock.now - begin < .seconds(10))
  }

  // MARK: Entitlements and groups

  /// The service checks the entitlements of attributes, because a client can send every request.
  @Test(.enabled(if: isRoot)) func attributesNeedTheEntitlementsOfTheManifest() throws {
    let service = try TestService()
    let entitlement = "com.apple.private.ckks.plaintextfields"
    for (application, user, isGranted) in [("with", 71, true), ("without", 72, false)] as [(String, Int64, Bool)] {
      try service.write(
        TestService.manifest(
          application, recognisedBy: ["user": .integer(user)], further: [entitlement: .boolean(isGranted)]),
        for: application)
      let line = try service.run("user", "\(user)", "add-private", "a")[0]
      #expect(isGranted ? line == "added" : line.hasPrefix("-34018"), "\(line)")
    }
    #expect(try service.run("user", "12345", "add-private", "a")[0].hasPrefix("-34018"))
    // A manifest can deny the keychain.
    let deny = TestService.manifest(
      "denied", recognisedBy: ["user": .integer(73)], further: ["com.apple.private.keychain.deny": .boolean(true)])
    try service.write(deny, for: "denied")
    #expect(try service.run("user", "73", "find", "a", "")[0].hasPrefix("-25291"))
  }

  @Test func theClientLearnsItsEntitlements() throws {
    let service = try TestService()
    try service.write(
      TestService.manifest(
        "own", recognisedBy: ["user": .integer(Int64(geteuid()))], groups: ["login", "a"],
        further: ["yes": .boolean(true), "no": .boolean(false)]), for: "own")
    let caller = Caller(try service.keychain().identity())
    #expect(caller.entitlements == ["yes"])
    #expect(caller.accessGroups == ["login", "a", "own"])
    #expect(caller.sharedGroups == ["login"])
  }

  /// The tool stores items in the group that all programs of the user share. Other programs store them in their first group.
  @Test func theToolStoresItemsInTheGroupLogin() throws {
    let service = try TestService()
    let keychain = service.keychain()
    let tool = Peer(Caller.tool)
    _ = try keychain.send(Call(TestItem.addition("tool", [1])), from: tool)
    #expect(try keychain.secret("tool", "login") == [1])
    #expect(failure { _ = try keychain.secret("tool", ApplicationManifest.commonGroup) }?.code == .itemNotFound)
    try keychain.add("program", [2])
    #expect(try keychain.secret("program", ApplicationManifest.commonGroup) == [2])
    // A group that the tool names.
    _ = try keychain.send(Call(TestItem.addition("named", [3], ApplicationManifest.commonGroup)), from: tool)
    #expect(try keychain.secret("named", ApplicationManifest.commonGroup) == [3])
    let request = AddRequest(.genericPassword, attributes: TestItem.attributes("batch"), secret: [4])
    let batch = BatchRequest([request], onDuplicate: .skip)
    guard case .handle(let work) = try keychain.send(Call(.begin(.batch(batch))), from: tool) else {
      throw TestFailure(reason: "no work")
    }
    _ = try keychain.send(Call(.next(work)), from: tool)
    #expect(holds { (try? keychain.secret("batch", "login")) == [4] })
    guard case .flags([true]) = try keychain.send(Call(.duplicates(batch)), from: tool) else {
      throw TestFailure(reason: "the batch has another group than before")
    }
  }

  /// The files of a keychain without clients are closed.
  @Test func anIdleKeychainIsClosed() throws {
    let service = try TestService(idleTime: .zero)
    func openFiles() -> [String] {
      TemporaryDirectory.names("/proc/self/fd").compactMap { name in
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name)
      }.filter { $0.hasPrefix(service.folder("state")) }
    }
    let keychain = service.keychain()
    try keychain.add("a", [1])
    _ = try keychain.send(Call(.changePasscode(from: nil, to: try passcode("correct"))), from: TestItem.peer)
    #expect(!openFiles().isEmpty)
    _ = try keychain.send(Call(.close), from: TestItem.peer)
    #expect(holds { openFiles().isEmpty }, "\(openFiles())")
    // It stays unlocked.
    #expect(try keychain.secret("a") == [1])
  }

  // MARK: Descriptors of the program

  /// A program may close the connection and give its number to another file.
  @Test func theClientUsesNoDescriptorOfItsProgram() throws {
    let service = try TestService()
    let lines = try service.run("add", "a", "x", "", "reuse-descriptors", "a", "find", "a", "")
    #expect(lines == ["added", "x true", "0 true", "x"])
  }

  // MARK: Requests about the whole keychain

  @Test func theWholeKeychainNeedsThePasscode() throws {
    let service = try TestService()
    let keychain = service.keychain()
    let correct = try passcode("correct")
    try keychain.add("a", [1])
    #expect(failure { _ = try keychain.send(Call(.exportDeviceKey), from: TestItem.peer) }?.code == .missingEntitlement)
    #expect(failure { _ = try keychain.send(Call(.erase), from: TestItem.peer) }?.code == .missingEntitlement)
    for request: Request in [.changeDeviceKey(nil), .begin(.rotateKeys(nil)), .begin(.purge), .acceptOlder] {
      #expect(failure { _ = try keychain.send(Call(request), from: TestItem.peer) }?.code == .missingEntitlement)
    }
    _ = try keychain.send(Call(.changePasscode(from: nil, to: correct)), from: TestItem.peer)
    let refusal = failure { _ = try keychain.send(Call(.exportDeviceKey), from: TestItem.peer) }
    #expect(refusal?.code == .missingEntitlement)
    #expect(refusal?.cause == .personNeeded)
    let proof = try keychain.send(Call(.provePasscode(correct)), from: TestItem.peer).handle()
    // A proof without the person's call gives no rights.
    #expect(failure { _ = try keychain.send(Call(.exportDeviceKey), from: TestItem.peer) }?.cause == .personNeeded)
    _ = try keychain.send(Call(.exportDeviceKey, person: proof), from: TestItem.peer)
    // The proof of one connection is no proof on another.
    let other = service.keychain()
    #expect(
      failure { _ = try other.send(Call(.exportDeviceKey, person: proof), from: TestItem.peer) }?.cause == .personNeeded
    )
    #expect(
      failure { _ = try other.send(Call(TestItem.search("a"), person: proof), from: TestItem.peer) }?.code
        == .authenticationFailed)
  }

  /// A service whose keychain has the item "a", and an item "b" of programs of the grades 1 and 3.
  private func serviceWithProtectedItem() throws -> (TestService, RemoteKeychain) {
    let service = try TestService()
    let keychain = service.keychain()
    try keychain.add("a", [1])
    service.stop()
    let store = LocalKeychain(StoreLocation(home: service.folder("state/\(geteuid())")))
    for (group, grade) in [("com.example.bank", UInt8(3)), ("com.example.notes", 1)] {
      let attributes = TestItem.attributes("b", group)
      let request = AddRequest(.genericPassword, attributes: attributes, secret: [grade])
      _ = try store.perform(.add(request), as: Caller(accessGroups: [group], grade: grade))
    }
    _ = try store.send(Call(.close), from: Peer(Caller(accessGroups: [])))
    try service.start()
    return (service, keychain)
  }

  /// A passcode that a program of the user set opens no item of a protected program.
  @Test func thePersonSeesWhatTheProgramOfThePasscodeMaySee() throws {
    let (service, keychain) = try serviceWithProtectedItem()
    let correct = try passcode("correct")
    _ = try keychain.send(Call(.changePasscode(from: nil, to: correct)), from: TestItem.peer)
    let proof = try keychain.send(Call(.provePasscode(correct)), from: TestItem.peer).handle()
    func secret(_ group: String, _ person: Handle?) throws -> [UInt8]? {
      try keychain.send(Call(TestItem.search("b", group), person: person), from: TestItem.peer).items().first?.secret
    }
    #expect(failure { _ = try secret("com.example.notes", nil) }?.code == .missingEntitlement)
    #expect(try secret("com.example.notes", proof) == [1])
    #expect(failure { _ = try secret("com.example.bank", proof) }?.code == .itemNotFound)
    let record = "state/\(geteuid())/passcode-grade"
    #expect(try service.folder.read(record) == Array("1".utf8))
    try service.folder.write(Array("3".utf8), to: record, mode: 0o600)
    #expect(try secret("com.example.bank", proof) == [3])
    // The person's items exist for every program.
    _ = try keychain.send(
      Call(TestItem.addition("c", [4], ApplicationManifest.commonGroup), person: proof), from: TestItem.peer)
    #expect(try keychain.secret("c", ApplicationManifest.commonGroup) == [4])
  }

  /// A passcode that a program of the user set loses no item of a protected program.
  @Test func thePersonLosesNothingThatTheProgramOfThePasscodeMayNotSee() throws {
    let (service, keychain) = try serviceWithProtectedItem()
    let correct = try passcode("correct")
    _ = try keychain.send(Call(.changePasscode(from: nil, to: correct)), from: TestItem.peer)
    let proof = try keychain.send(Call(.provePasscode(correct)), from: TestItem.peer).handle()
    func erase() -> KeychainError? {
      failure { _ = try keychain.send(Call(.erase, person: proof), from: TestItem.peer) }
    }
    #expect(erase()?.code == .missingEntitlement)
    let removal = failure { _ = try keychain.send(Call(.changePasscode(from: correct, to: nil)), from: TestItem.peer) }
    #expect(removal?.code == .missingEntitlement)
    // A program without the passcode does not learn that there is such an item.
    let guess = failure {
      _ = try keychain.send(Call(.changePasscode(from: passcode("wrong"), to: nil)), from: TestItem.peer)
    }
    #expect(guess?.code == .authenticationFailed)
    #expect(try keychain.secret("a") == [1])
    try service.folder.write(Array("3".utf8), to: "state/\(geteuid())/passcode-grade", mode: 0o600)
    #expect(erase() == nil)
    #expect(failure { _ = try keychain.secret("a") }?.code == .itemNotFound)
  }

  /// The keychain must be empty when the items are stored, and not only when the restore begins.
  @Test func aRestoreWithoutAProofFillsOnlyAnEmptyKeychain() throws {
    let service = try TestService()
    let keychain = service.keychain()
    let passphrase = try passcode("passphrase")
    let backup = try TestBackup.bytes("x", passphrase)
    let work = Work.importBackup(passphrase: passphrase, deviceKey: nil, isDryRun: false, byteCount: backup.count)
    let handle = try keychain.send(Call(.begin(work)), from: TestItem.peer).handle()
    try keychain.add("a", [1])
    let refusal = failure { try TestBackup.send(backup, to: handle, of: keychain) }
    #expect(refusal?.cause == .personNeeded)
    #expect(failure { _ = try keychain.secret("x", "login") }?.code == .itemNotFound)
  }

  /// The backup contains an older state of an item of the keychain. A program without a proof does not learn whether there
  /// is such an item.
  @Test func aRestoreWithoutAProofComparesNothing() throws {
    let service = try TestService()
    let keychain = service.keychain()
    let passphrase = try passcode("passphrase")
    let backup = try TestBackup.bytes("x", passphrase)
    func begin(isDryRun: Bool) throws -> Handle {
      let work = Work.importBackup(
        passphrase: passphrase, deviceKey: nil, isDryRun: isDryRun, byteCount: backup.count)
      return try keychain.send(Call(.begin(work)), from: TestItem.peer).handle()
    }
    let handle = try begin(isDryRun: false)
    usleep(20_000)
    try keychain.add("x", [2], "login")
    #expect(failure { try TestBackup.send(backup, to: handle, of: keychain) }?.cause == .personNeeded)
    // Later restores are refused before the client sends the backup.
    for isDryRun in [false, true] {
      let refusal = failure { _ = try begin(isDryRun: isDryRun) }
      #expect(refusal?.code == .missingEntitlement && refusal?.cause == .personNeeded)
    }
    #expect(try keychain.secret("x", "login") == [2])
  }

  @Test func keysEndWithTheService() throws {
    let service = try TestService()
    let keychain = service.keychain()
    let correct = try passcode("correct")
    try keychain.add("a", [1])
    _ = try keychain.send(Call(.changePasscode(from: nil, to: correct)), from: TestItem.peer)
    #expect(try keychain.secret("a") == [1])
    service.stop()
    try service.start()
    #expect(failure { _ = try keychain.secret("a") }?.code == .interactionNotAllowed)
    _ = try keychain.send(Call(.unlock(correct)), from: TestItem.peer)
    #expect(try keychain.secret("a") == [1])
    // Another process of the user has the same keys.
    #expect(try service.keychain().secret("a") == [1])
  }

  @Test func aRestartHandsTheKeysOver() throws {
    let service = try TestService()
    let keychain = service.keychain()
    let correct = try passcode("correct")
    try keychain.add("a", [1])
    _ = try keychain.send(Call(.changePasscode(from: nil, to: correct)), from: TestItem.peer)
    var bytes = service.tickets.withLock(\.bytesToHandOver)
    service.stop()
    try service.start(tickets: try bytes.withUnsafeBytes { try MemoryTickets(handedOver: $0) })
    #expect(try keychain.secret("a") == [1])
    // The tickets of a keychain that was locked since open nothing.
    bytes = service.tickets.withLock(\.bytesToHandOver)
    _ = try keychain.send(Call(.lock), from: TestItem.peer)
    service.stop()
    try service.start(tickets: try bytes.withUnsafeBytes { try MemoryTickets(handedOver: $0) })
    #expect(failure { _ = try keychain.secret("a") }?.code == .interactionNotAllowed)
    for count in [1, 18, bytes.count - 1] {
      #expect(throws: KeychainError.self) {
        try bytes.prefix(count).withUnsafeBytes { try MemoryTickets(handedOver: $0) }
      }
    }
  }

  // MARK: The service manager

  @Test func descriptorsOfTheServiceManagerHaveNames() throws {
    func read(_ process: String?, _ count: String?, _ names: String?) throws -> [String] {
      let (listeners, tickets) = try InheritedSockets.read(process: process, count: count, names: names, own: 7)
      return listeners.map { "\($0.descriptor) \($0.name ?? "all")" } + (tickets.map { ["\($0) tickets"] } ?? [])
    }
    #expect(try read(nil, nil, nil) == [])
    #expect(try read("8", "1", nil) == [])
    #expect(try read("7", "1", nil) == ["3 all"])
    #expect(try read("7", "3", "keychaind.socket:mail:unlocked") == ["3 all", "4 mail", "5 tickets"])
    for (process, count) in [("x", "1"), ("7", "-1"), ("7", "1000"), ("7", "")] {
      #expect(throws: KeychainError.self) { try read(process, count, nil) }
    }
  }

  // MARK: The keychains of a system unit

  /// A manifest may name the keychains of several users. The client says which one it wants.
  @Test(.enabled(if: isRoot)) func anApplicationOfSeveralUsersSaysWhoseKeychainItUses() throws {
    let service = try TestService()
    try service.write(
      TestService.manifest(
        "backup", recognisedBy: ["user": .integer(70)],
        further: ["users": .array([.integer(12345), .string("user-12346")])]), for: "backup")
    func run(_ wanted: String?, _ user: String, _ words: String...) throws -> String? {
      try service.run(["user", user] + words, keychainOf: wanted).first
    }
    #expect(try run(nil, "70", "add", "a", "x", "")?.contains("LATCHKEY_USER") == true)
    #expect(try run("12345", "70", "add", "a", "one", "") == "added")
    #expect(try run("12346", "70", "add", "a", "two", "") == "added")
    #expect(try run("12345", "70", "find", "a", "") == "one")
    #expect(try run("12347", "70", "find", "a", "")?.hasPrefix("-34018") == true)
    // Any other program has the keychain of its user.
    #expect(try run("12345", "12347", "find", "a", "")?.hasPrefix("-34018") == true)
    #expect(try run("12347", "12347", "find", "a", "")?.hasPrefix("-25300") == true)
  }

  // MARK: Other processes

  @Test(.enabled(if: isRoot)) func usersHaveDifferentKeychains() throws {
    let service = try TestService()
    try service.keychain().add("a", [1])
    #expect(try service.run("user", "12345", "find", "a", "").first?.hasPrefix("-25300") == true)
    #expect(try service.run("user", "12345", "add", "a", "other", "", "find", "a", "") == ["added", "other"])
    #expect(try service.keychain().secret("a") == [1])
    #expect(try service.run("user", "\(TestService.withoutAccount)", "identity").first?.hasPrefix("-25291") == true)
  }

  @Test(.enabled(if: isRoot)) func aProgramWithItsGroupHasItsItemsAlone() throws {
    let service = try TestService()
    try service.write(
      TestService.manifest("mail", recognisedBy: ["group": .integer(40001)], groups: ["com.example.mail"]), for: "mail")
    let asMail = ["groups", "12345", "40001", "user", "12345"]
    let asOther = ["groups", "12345", "12345", "user", "12345"]
    func run(_ program: [String], _ words: String...) throws -> [String] {
      try service.run(program + words)
    }
    #expect(try run(asMail, "identity") == ["3 mail com.example.mail,mail"])
    #expect(try run(asOther, "identity") == ["1  user-programs,login"])
    #expect(try run(asMail, "add", "a", "secret", "", "find", "a", "") == ["added", "secret"])
    #expect(try run(asOther, "find", "a", "")[0].hasPrefix("-25300"))
    #expect(try run(asOther, "find", "a", "com.example.mail")[0].hasPrefix("-34018"))
    #expect(try run(asOther, "add", "a", "false", "com.example.mail")[0].hasPrefix("-34018"))
    #expect(try run(asMail, "find", "a", "") == ["secret"])
    // The groups of a program change with its manifest, at the next connection.
    try service.folder.write([], to: "etc/apps/mail.plist", mode: 0o644)
    #expect(try run(asMail, "find", "a", "com.example.mail")[0].hasPrefix("-34018"))
  }

  @Test(.enabled(if: isRoot)) func aNewUserDoesNotGetTheKeychainOfAnEarlierOne() throws {
    let service = try TestService()
    #expect(try service.run("user", "12345", "add", "a", "secret", "") == ["added"])
    service.stop()
    try service.folder.write(Array("earlier".utf8), to: "state/12345/owner")
    try service.start()
    #expect(try service.run("user", "12345", "find", "a", "")[0].hasPrefix("-25291"))
  }

  @Test func aForkedChildMakesItsOwnConnection() throws {
    let service = try TestService()
    #expect(try service.run("add", "victim", "x", "", "fork", "find", "victim", "") == ["added", "0", "x"])
  }

  @Test func largeSecretsTravelBetweenProcesses() throws {
    let service = try TestService()
    #expect(try service.run("add-large", "3000000", "find-large", "3000000") == ["added", "equal"])
  }

  /// Kernels before 6.5 do not say which process connected. The client then proves its process.
  @Test func theServiceWorksOnOlderKernels() throws {
    let service = try TestService(filter: { if lk_test_refuse_peer_processes() != 0 { abort() } })
    #expect(try service.run("add", "victim", "x", "", "find", "victim", "", "fork") == ["added", "x", "0"])
    let socket = try service.socket()
    let hello = Hello(versions: 1...1).bytes
    _ = try hello.withUnsafeBytes { try socket.send(PacketHeader(.hello, length: $0.count), $0, waits: true) }
    let buffer = PacketBuffer()
    let challenge = try socket.packet(into: buffer)
    #expect(challenge.header.kind == PacketKind.challenge.rawValue)
    // A wrong proof ends the connection.
    let wrong = [UInt8](repeating: 0, count: 16)
    _ = try wrong.withUnsafeBytes { try socket.send(PacketHeader(.proof, length: $0.count), $0, waits: true) }
    #expect(failure { _ = try socket.receive(into: buffer, waits: true) }?.cause == .connectionLost)
  }
}
