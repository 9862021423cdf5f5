import Foundation
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of the limits of the time and of the threads that a client may use.
@Suite struct ServiceLimitTests {
  private let machine: TestMachine
  private let keychain: LocalKeychain
  private let caller = Caller(accessGroups: ["app"])

  init() throws {
    machine = try TestMachine()
    keychain = machine.process()
  }

  private func addition(_ name: String) -> AddRequest {
    AddRequest(
      .genericPassword,
      attributes: AttributeSet([.service: .string(name), .accessGroup: .string("app")]), secret: [1])
  }

  private func error(_ body: () throws -> Void) -> KeychainError? {
    do {
      try body()
      return nil
    } catch { return error as? KeychainError }
  }

  // MARK: Messages

  @Test func classesOfACountAreDifferent() throws {
    let message = try Call(.countUnreadable([.internetPassword, .genericPassword])).message()
    func read(_ first: UInt8, _ second: UInt8) throws {
      _ = try (message.dropLast(2) + [first, second]).withUnsafeBytes { try Call(message: $0) }
    }
    try read(0, 1)
    // The number 4 belongs to identities, which have no rows.
    for (first, second) in [(0, 0), (1, 0), (1, 4)] as [(UInt8, UInt8)] {
      #expect(error { try read(first, second) }?.code == .decode)
    }
  }

  private func query(_ lists: [[ListedItem]]) -> ItemQuery {
    var query = ItemQuery(.genericPassword)
    query.itemLists = lists
    return query
  }

  private static let object = ListedItem.object(AttributeSet(), data: nil, isSynchronizable: nil)

  @Test func membersOfItemListsAreLimited() throws {
    func message(_ lists: [[ListedItem]]) throws -> [UInt8] {
      try Call(.items(.delete(DeleteRequest(query(lists))), proof: nil)).message()
    }
    func read(_ message: [UInt8]) throws { _ = try message.withUnsafeBytes { try Call(message: $0) } }
    let most = [ListedItem](repeating: Self.object, count: 1024)
    var longest = try message([most])
    try read(longest)
    #expect(error { _ = try message([most + [Self.object]]) }?.code == .dataTooLarge)
    #expect(error { _ = try message([most, [Self.object]]) }?.code == .dataTooLarge)
    // The message of another program has one object more.
    let object: [UInt8] = [1, 0, 0, 0, 0, 0, 0]
    let place = try #require((4..<longest.count - 7).first { Array(longest[$0..<$0 + 7]) == object })
    #expect(longest[place - 4..<place].elementsEqual([0, 4, 0, 0]))
    longest[place - 4] = 1
    longest.insert(contentsOf: object, at: place)
    #expect(error { try read(longest) }?.code == .decode)
  }

  /// A list of small elements would use much more memory than its message.
  @Test func requestsOfAMessageAreLimited() throws {
    func message(_ count: Int) throws -> [UInt8] {
      let request = AddRequest(.genericPassword, attributes: AttributeSet(), secret: nil)
      let batch = BatchRequest([AddRequest](repeating: request, count: count), onDuplicate: .skip)
      return try Call(.begin(.batch(batch))).message()
    }
    func read(_ message: [UInt8]) throws { _ = try message.withUnsafeBytes { try Call(message: $0) } }
    let most = 1 << 17
    let longest = try message(most)
    try read(longest)
    #expect(error { _ = try message(most + 1) }?.code == .dataTooLarge)
    // The message of another program has one request more.
    let (one, two) = (try message(1), try message(2))
    let place = try #require(zip(one, two).enumerated().first { $1.0 != $1.1 }?.offset)
    let element = two[(place + 4)..<(place + 4 + two.count - one.count)]
    var longer = longest
    #expect(longer[place..<place + 4].elementsEqual([0, 0, 2, 0]))
    longer[place] = 1
    longer.insert(contentsOf: element, at: place + 4)
    #expect(error { try read(longer) }?.code == .decode)
  }

  // MARK: Time

  /// A client whose connection ends cancels its calls.
  @Test func cancelledCallsAreNotCarriedOut() throws {
    let client = KeychainClient(keychain, as: caller)
    _ = try client.perform(.add(addition("first")))
    let isOver = ForkSafeMutex(false)
    let busy = machine.process()
    let writer = BackgroundWork {
      _ = try busy.write(until: .after(.seconds(30))) { (_) throws(KeychainError) in
        _ = holds { isOver.withLock { $0 } }
      }
    }
    #expect(writer.waits())
    let session = ClientSession(identity: [2])
    let requests: [ItemRequest] = [
      .add(addition("second")), .addAll([addition("third")]), .addAll([addition("fourth")], sparingPresent: true),
      .delete(DeleteRequest(ItemQuery(.genericPassword))),
      .update(
        UpdateRequest(
          ItemQuery(.genericPassword), changes: AttributeSet([.label: .string("changed")]), secret: nil)),
    ]
    let cancellations = requests.map { _ in Cancellation() }
    let calls = zip(requests, cancellations).map { (request, cancellation) in
      var peer = Peer(caller, in: session, permissions: .items)
      peer.resources.cancellation = cancellation
      return BackgroundWork { [self, peer] in
        error { _ = try keychain.send(Call(.items(request, proof: nil)), from: peer) }
      }
    }
    for call in calls { #expect(call.waits()) }
    for cancellation in cancellations { cancellation.cancel() }
    isOver.withLock { $0 = true }
    _ = try writer.end()
    for call in calls { #expect(try call.end()?.cause == .cancelled) }
    #expect(try client.countItems() == 1)
  }

  /// Each empty object matches all items, and each match is opened.
  @Test func searchOfAnotherProcessEndsWithItsTimeLimit() throws {
    let client = KeychainClient(keychain, as: caller)
    _ = try client.perform(BatchRequest((0..<1000).map { addition("\($0)") }, onDuplicate: .skip))
    var query = query([[ListedItem](repeating: Self.object, count: 1024)])
    query.data = [9]
    let call = Call(.items(.delete(DeleteRequest(query)), proof: nil), timeLimit: .zero)
    let peer = Peer(caller, in: ClientSession(identity: [1]), permissions: .items)
    #expect(error { _ = try keychain.send(call, from: peer) }?.failureCause == .timedOut)
    // The service can still write.
    _ = try client.perform(.add(addition("new")))
    #expect(try client.countItems() == 1001)
  }

  /// A call waits for its turn to derive a key until its time limit only, and work until its client cancels it.
  @Test func waitsForDerivationsEndWithTheCall() throws {
    let correct = try passcode("correct")
    _ = try KeychainClient(keychain, as: caller).perform(.add(addition("first")))
    _ = try KeychainClient(keychain, as: caller).setPasscode(correct, isLoginPassword: true)
    let queue = DerivationQueue(capacity: 1)
    ProcessState.derivationQueue.lock()
    defer { ProcessState.derivationQueue.unlock() }
    DerivationQueue.install(queue)
    // The tests of this process that run at the same time derive keys, too.
    defer { DerivationQueue.install(DerivationQueue(capacity: 1000)) }
    let (begin, end) = (KeychainFiles.Semaphore(), KeychainFiles.Semaphore())
    let other = BackgroundWork {
      try queue.run(for: 1, memory: 64 << 10) {
        begin.signal()
        _ = end.wait(until: .after(.seconds(30)))
      }
    }
    defer { end.signal() }
    #expect(begin.wait(until: .after(.seconds(30))))
    let peer = Peer(caller, in: ClientSession(identity: [2]), permissions: .all)
    let call = Call(.provePasscode(correct), timeLimit: .milliseconds(100))
    #expect(error { _ = try keychain.send(call, from: peer) }?.failureCause == .timedOut)
    let work = Call(.begin(.exportBackup(passphrase: correct)))
    let handle = try keychain.send(work, from: peer).handle()
    _ = try keychain.send(Call(.next(handle), timeLimit: .milliseconds(50)), from: peer)
    _ = try keychain.send(Call(.cancel(handle)), from: peer)
    let cancelled = error { while true { _ = try keychain.send(Call(.next(handle)), from: peer) } }
    #expect(cancelled?.cause == .cancelled)
    #expect(!other.isDone)
    // A login holds the mutex of the passcode while it waits.
    let login = error { _ = try keychain.logIn(.login(correct), until: .after(.milliseconds(100))) }
    #expect(login?.failureCause == .timedOut)
    end.signal()
    try other.end()
  }

  // MARK: Threads

  /// The connections of a client share the limit of threads.
  @Test func threadsOfAClientAreLimited() throws {
    _ = try KeychainClient(keychain, as: caller).perform(.add(addition("first")))
    let isOver = ForkSafeMutex(false)
    let busy = machine.process()
    let writer = BackgroundWork {
      _ = try busy.write(until: .after(.seconds(30))) { (_) throws(KeychainError) in
        _ = holds { isOver.withLock { $0 } }
      }
    }
    #expect(writer.waits())
    defer { isOver.withLock { $0 = true } }
    var refusals = 0
    // The work of a session is cancelled with the session.
    var sessions = (0..<10).map { _ in ClientSession(identity: [2]) }
    for (connection, session) in sessions.enumerated() {
      let peer = Peer(caller, in: session, permissions: .items)
      for number in 0..<8 {
        let work = Work.add([addition("\(connection) \(number)")], sparingPresent: false, proof: nil)
        if error({ _ = try keychain.send(Call(.begin(work)), from: peer) }) != nil { refusals += 1 }
      }
    }
    // The threads of the first connection wait for the other process.
    #expect(refusals == 72)
    sessions = []
    isOver.withLock { $0 = true }
    _ = try writer.end()
    let peer = Peer(caller, in: ClientSession(identity: [2]), permissions: .items)
    let work = Request.begin(.add([addition("last")], sparingPresent: false, proof: nil))
    #expect(holds { error { _ = try keychain.send(Call(work), from: peer) } == nil })
  }

  /// A client cannot close the keychain of the other clients.
  @Test func keychainStaysOpenForOtherClients() throws {
    let client = KeychainClient(keychain, as: caller)
    _ = try client.perform(.add(addition("first")))
    // A program that closes the keychain moves the log into the database.
    func logIsEmpty() throws -> Bool {
      let before = try machine.folder.read("keychain.db")
      let peer = Peer(caller, in: ClientSession(identity: [2]), permissions: .items)
      _ = try keychain.send(Call(.close), from: peer)
      return try machine.folder.read("keychain.db") != before
    }
    #expect(try !logIsEmpty())
    let before = try machine.folder.read("keychain.db")
    client.close()
    #expect(try machine.folder.read("keychain.db") != before)
  }

  /// Work that waits for another writer of the process ends when it is cancelled.
  @Test func cancelledWorkDoesNotWaitForOtherWriters() throws {
    _ = try KeychainClient(keychain, as: caller).perform(.add(addition("first")))
    let isOver = ForkSafeMutex(false)
    let writer = BackgroundWork { [keychain] in
      _ = try keychain.write(until: .after(.seconds(30))) { (_) throws(KeychainError) in
        _ = holds { isOver.withLock { $0 } }
      }
    }
    #expect(writer.waits())
    let peer = Peer(caller, in: ClientSession(identity: [2]), permissions: .items)
    let work = Work.add([addition("second")], sparingPresent: false, proof: nil)
    let handle = try keychain.send(Call(.begin(work)), from: peer).handle()
    _ = try keychain.send(Call(.next(handle), timeLimit: .milliseconds(50)), from: peer)
    _ = try keychain.send(Call(.cancel(handle)), from: peer)
    let error = error { while true { _ = try keychain.send(Call(.next(handle)), from: peer) } }
    #expect(error?.cause == .cancelled)
    #expect(!writer.isDone)
    isOver.withLock { $0 = true }
    _ = try writer.end()
  }
}
