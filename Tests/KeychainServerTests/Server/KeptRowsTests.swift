import CPlatform
import Foundation
import Glibc
import KeychainFiles
import KeychainModel
import KeychainServer
import KeychainTransport
import TestSupport
import Testing

@testable import Keychain

/// Tests of small calls about large items. A call that looks at many items keeps one of them at a time, or counts the items
/// that it keeps.
@Suite(.serialized) struct KeptRowsTests {
  private static let megabyte = 1 << 20

  private func attributes(_ account: String) -> AttributeSet {
    var attributes = TestItem.attributes(account)
    attributes[.comment] = .string(String(repeating: "c", count: Self.megabyte))
    return attributes
  }

  private func add(_ account: String, to keychain: RemoteKeychain) throws -> RowIdentifier {
    let request = AddRequest(.genericPassword, attributes: attributes(account), secret: [1])
    let reply = try keychain.send(Call(.items(.add(request), proof: nil)), from: TestItem.peer)
    return try #require(try reply.uncommitted.items().first).identifier
  }

  /// Additions that all equal the item with an account, whose attributes they return.
  private func equalAdditions(_ account: String, _ count: Int) -> [AddRequest] {
    let request = AddRequest(
      .genericPassword, attributes: TestItem.attributes(account), secret: [1], contents: [.attributes])
    return Array(repeating: request, count: count)
  }

  @Test func aSearchByReferencesKeepsOneRow() throws {
    let daemon = try TestDaemon()
    let keychain = daemon.keychain()
    let identifiers = try (0..<60).map { try add("\($0)", to: keychain) }
    let before = try daemon.memory().largest
    var query = ItemQuery(.genericPassword)
    query.itemLists = [identifiers.map { .reference(.item(.genericPassword, $0)) }]
    let search = Call(.items(.search(SearchRequest(query)), proof: nil))
    guard case .items(let items) = try keychain.send(search, from: TestItem.peer) else {
      throw TestFailure(reason: "no items")
    }
    #expect(items.map(\.identifier) == [identifiers[0]])
    let after = try daemon.memory().largest
    #expect(after - before < 20 * Self.megabyte, "\(before) \(after)")
  }

  @Test func itemsThatExistCountForEachAddition() throws {
    let daemon = try TestDaemon()
    let keychain = daemon.keychain()
    _ = try add("a", to: keychain)
    let many = Call(.items(.addAll(equalAdditions("a", 400), sparingPresent: true), proof: nil))
    #expect(failure { _ = try keychain.send(many, from: TestItem.peer) }?.code == .dataTooLarge)
    #expect(try daemon.memory().largest < 400 * Self.megabyte)
    let few = Call(.items(.addAll(equalAdditions("a", 2), sparingPresent: true), proof: nil))
    #expect(failure { _ = try keychain.send(few, from: TestItem.peer) }?.cause == .allPresent)
  }

  /// The limits leave room for every call about one of the largest secrets.
  @Test func theLargestSecretIsStoredFoundAndChanged() throws {
    let daemon = try TestDaemon()
    let keychain = daemon.keychain()
    let secret = [UInt8](repeating: 7, count: Limits.secretByteCount)
    try keychain.add("a", secret)
    #expect(try keychain.secret("a") == secret)
    let query = ItemQuery(.genericPassword, attributes: TestItem.attributes("a"))
    let update = UpdateRequest(query, changes: AttributeSet([.label: .string("b")]), secret: secret)
    _ = try keychain.send(Call(.items(.update(update), proof: nil)), from: TestItem.peer)
    let request = AddRequest(.genericPassword, attributes: TestItem.attributes("b"), secret: secret)
    let work = Call(.begin(.add([request], sparingPresent: false, proof: nil)))
    guard case .handle(let handle) = try keychain.send(work, from: TestItem.peer) else {
      throw TestFailure(reason: "no work")
    }
    while case .progress = try keychain.send(Call(.next(handle)), from: TestItem.peer) {}
    #expect(try keychain.secret("b")?.count == secret.count)
    #expect(try daemon.memory().largest < 600 * Self.megabyte)
  }

  @Test func theAttributesOfAdditionsAreMadeOneAfterTheOther() throws {
    let daemon = try TestDaemon()
    let keychain = daemon.keychain()
    try keychain.add("a", [1])
    let before = try daemon.memory().largest
    let request = AddRequest(.key, attributes: AttributeSet(), secret: nil)
    let call = Call(.items(.addAll(Array(repeating: request, count: 100_000), sparingPresent: false), proof: nil))
    #expect(failure { _ = try keychain.send(call, from: TestItem.peer) } != nil)
    let after = try daemon.memory().largest
    #expect(after - before < 80 * Self.megabyte, "\(before) \(after)")
  }

  /// Work counts its results like a call.
  @Test func itemsThatExistCountInWork() throws {
    let daemon = try TestDaemon()
    let keychain = daemon.keychain()
    _ = try add("a", to: keychain)
    let work = Work.add(equalAdditions("a", 400), sparingPresent: true, proof: nil)
    guard case .handle(let handle) = try keychain.send(Call(.begin(work)), from: TestItem.peer) else {
      throw TestFailure(reason: "no work")
    }
    let error = failure { while true { _ = try keychain.send(Call(.next(handle)), from: TestItem.peer) } }
    #expect(error?.code == .dataTooLarge || error?.failureCause == .outOfMemory, "\(String(describing: error))")
    #expect(try daemon.memory().largest < 400 * Self.megabyte)
  }

  /// The result of work, and the message of its reply, are counted before the client asks for the result.
  @Test func theResultOfWorkCountsWithItsMessage() throws {
    let service = try TestService()
    let keychain = service.keychain()
    _ = try add("a", to: keychain)
    let new = AddRequest(.genericPassword, attributes: TestItem.attributes("b"), secret: [1])
    let work = Work.add(equalAdditions("a", 5) + [new], sparingPresent: true, proof: nil)
    guard case .handle(let handle) = try keychain.send(Call(.begin(work)), from: TestItem.peer) else {
      throw TestFailure(reason: "no work")
    }
    #expect(holds { (try? keychain.secret("b")) != nil })
    #expect(holds { (10 * Self.megabyte..<11 * Self.megabyte).contains(service.usedByteCount) })
    while case .progress = try keychain.send(Call(.next(handle)), from: TestItem.peer) {}
    #expect(holds { service.usedByteCount == 0 })
  }

  /// The switch of `memoryByteCount` must look into the replies that contain others.
  @Test func repliesCountWhatTheyContain() {
    var item = Item(.genericPassword, identifier: RowIdentifier(high: 1, low: 1))
    item.attributes = attributes("a")
    let reply = Reply.items([item])
    #expect(reply.memoryByteCount > Self.megabyte)
    #expect(Reply.ended(reply).memoryByteCount == reply.memoryByteCount)
    #expect(Reply.ended(.committed(reply, isSynchronizable: false)).memoryByteCount == reply.memoryByteCount)
    var page = CandidatePage()
    page.candidates = [
      CandidatePage.Candidate(identifier: item.identifier, content: [UInt8](repeating: 0, count: Self.megabyte))
    ]
    #expect(Reply.candidates(page).memoryByteCount > Self.megabyte)
  }

  @Test func defaultsOfABatchThatAreTooLargeAreRefused() throws {
    let service = try TestService()
    let keychain = service.keychain()
    var defaults = AttributeSet()
    defaults[.comment] = .string(String(repeating: "c", count: Self.megabyte + 1))
    let addition = AddRequest(.genericPassword, attributes: TestItem.attributes("a"), secret: [1])
    let batch = BatchRequest([addition], defaults: [defaults], onDuplicate: .skip)
    #expect(failure { _ = try keychain.send(Call(.begin(.batch(batch))), from: TestItem.peer) }?.code == .dataTooLarge)
  }

  /// The functions of the client check the sizes, too, but a program may use its own.
  @Test func attributesThatAreTooLargeAreRefused() throws {
    let service = try TestService()
    var attributes = TestItem.attributes("a")
    attributes[.comment] = .string(String(repeating: "c", count: Self.megabyte + 1))
    let request = AddRequest(.genericPassword, attributes: attributes, secret: [1])
    let keychain = service.keychain()
    let error = failure { _ = try keychain.send(Call(.items(.add(request), proof: nil)), from: TestItem.peer) }
    #expect(error?.code == .dataTooLarge)
    let update = UpdateRequest(ItemQuery(.genericPassword), changes: attributes, secret: nil)
    #expect(
      failure { _ = try keychain.send(Call(.items(.update(update), proof: nil)), from: TestItem.peer) }?.code
        == .dataTooLarge)
  }

  /// Two calls of a user that fit only alone do not refuse each other again and again.
  @Test func callsThatFitOnlyAloneAreCarriedOutInTurn() throws {
    var limits = ServerLimits()
    limits.bytesPerUser = 11 * Self.megabyte
    let service = try TestService(limits: limits)
    // About 6 MiB of values, and 1 MiB of the message.
    let message = try DecodedMemoryTests.List.keptKeys.message(byteCount: 400_000)
    let works = (0..<2).map { _ in
      BackgroundWork {
        let socket = try service.openSocket()
        lk_socket_set_timeout(socket.descriptor, 30_000)
        for _ in 0..<5 {
          let file = try socket.memory(message.count)
          try message.withUnsafeBytes { try file.fill($0) }
          try socket.sendCall(in: file)
          let reply = try socket.reply()
          let result = try reply.withUnsafeBytes { try Result<Reply, KeychainError>(message: $0) }
          let error = failure { _ = try result.get() }
          guard error?.code == .itemNotFound || error?.code == .notAvailable && error?.failureCause != .timedOut else {
            throw TestFailure(reason: "\(result)")
          }
        }
      }
    }
    let begin = ContinuousClock.now
    for work in works { try work.end() }
    #expect(ContinuousClock.now - begin < .seconds(20))
  }
}
