import Foundation
import LockTestSupport
import Security
import Synchronization
import TestSupport
import ServiceTestSupport
import Testing

/// Tests calls from many threads and tasks (specification: secitem 11).
@Suite("Threads") struct ThreadTests {
  static let threads = 8

  /// Calls `body` concurrently, once for each of `threads` numbers, and waits for all calls.
  private func concurrently(_ body: @escaping @Sendable (Int) -> Void) {
    DispatchQueue.concurrentPerform(iterations: Self.threads) { body($0) }
  }

  @Test("Of equal concurrent adds, one succeeds and the others give -25299") func oneWinner() throws {
    let keychain = try TestKeychain()
    let wins = Mutex<[Int: Int]>([:])
    let others = Mutex(0)
    concurrently { thread in
      for number in 0..<20 {
        let item = Query.generic("s", "\(number)").secret("\(thread)")
        switch keychain.add(item).status {
        case ok: wins.withLock { $0[number, default: 0] += 1 }
        case duplicate: others.withLock { $0 += 1 }
        case let status: Issue.record("status \(status)")
        }
      }
    }
    #expect(wins.withLock { $0 } == Dictionary(uniqueKeysWithValues: (0..<20).map { ($0, 1) }))
    #expect(others.withLock { $0 } == 20 * (Self.threads - 1))
    #expect(keychain.count(.generic()) == 20)
  }

  @Test("The first calls of many threads create one keychain") func firstCalls() throws {
    let keychain = try TestKeychain()
    let statuses = Mutex<[OSStatus]>([])
    concurrently { thread in
      let status = keychain.add(.generic("s", "\(thread)")).status
      statuses.withLock { $0.append(status) }
    }
    #expect(statuses.withLock { $0 } == Array(repeating: ok, count: Self.threads))
    #expect(keychain.count(.generic()) == Self.threads)
  }

  @Test("Several connections to one folder see the same items, as if in several processes") func twoServices() throws {
    let keychain = try TestKeychain()
    concurrently { thread in
      let service = ServedKeychain(home: keychain.folder.path)
      service.perform(as: keychain.program) {
        #expect(SecItemAdd(Query.generic("s", "\(thread)") as CFDictionary, nil) == ok)
        let status = SecItemAdd(Query.generic("t", "x") as CFDictionary, nil)
        #expect([ok, duplicate].contains(status))
      }
    }
    #expect(keychain.count(.generic("s")) == Self.threads)
    #expect(keychain.count(.generic("t")) == 1)
  }

  @Test("A search sees an item before or after an update, never between") func readers() throws {
    let keychain = try TestKeychain()
    @Sendable func text(_ number: Int) -> String {
      String(repeating: "\(number % 10)", count: 20_000)
    }
    let item = Query.generic("s").secret(text(0)) + [kSecAttrComment: text(0)]
    #expect(keychain.add(item).status == ok)
    concurrently { thread in
      for number in 0..<15 {
        if thread < 2 {
          let values: Query = [
            kSecValueData: Data(text(number).utf8), kSecAttrComment: text(number),
          ]
          #expect(keychain.update(.generic("s"), values) == ok)
        } else {
          let found = keychain.find(
            .generic("s") + [kSecReturnAttributes: true, kSecReturnData: true])
          #expect(found.status == ok)
          let comment = found[kSecAttrComment] as? String
          #expect(found[kSecValueData] as? Data == comment.map { Data($0.utf8) })
        }
      }
    }
  }

  @Test("A search sees an update of many items completely or not at all") func wholeUpdates() throws {
    let keychain = try TestKeychain()
    for number in 0..<5 {
      #expect(keychain.add(.generic("s", "\(number)") + [kSecAttrComment: "0"]).status == ok)
    }
    concurrently { thread in
      for number in 0..<15 {
        if thread == 0 {
          #expect(keychain.update(.generic("s"), [kSecAttrComment: "\(number)"]) == ok)
        } else {
          #expect(Set(keychain.all(kSecAttrComment, .generic("s"))).count == 1)
        }
      }
    }
  }

  @Test("Concurrent adds and deletes of one item leave one item or none") func churn() throws {
    let keychain = try TestKeychain()
    concurrently { thread in
      for _ in 0..<20 {
        if thread.isMultiple(of: 2) {
          #expect([ok, duplicate].contains(keychain.add(.generic("s")).status))
        } else {
          #expect([ok, notFound].contains(keychain.delete(.generic("s"))))
        }
      }
    }
    #expect([0, 1].contains(keychain.count(.generic())))
  }

  @Test("Every update of every thread increases the modification date") func dates() throws {
    let clock = TestKeychainClock()
    let keychain = try TestKeychain(clock: clock)
    #expect(keychain.add(.generic("s")).status == ok)
    concurrently { _ in
      for _ in 0..<10 { #expect(keychain.update(.generic("s"), [:]) == ok) }
    }
    let modified = keychain.attributes(.generic())[kSecAttrModificationDate] as? Date
    let expected = clock.now + 0.001 * Double(Self.threads * 10)
    #expect(abs((modified?.timeIntervalSinceReferenceDate ?? 0) - expected) < 1e-4)
  }

  @Test("Asynchronous tasks can use a keychain concurrently") func tasks() async throws {
    let keychain = try TestKeychain()
    await withTaskGroup(of: OSStatus.self) { group in
      for number in 0..<30 {
        group.addTask {
          await Task.yield()
          return keychain.add(.generic("s", "\(number % 10)")).status
        }
      }
      var statuses: [OSStatus] = []
      for await status in group { statuses.append(status) }
      #expect(statuses.filter { $0 == ok }.count == 10)
      #expect(statuses.filter { $0 == duplicate }.count == 20)
    }
    #expect(keychain.count(.generic("s")) == 10)
  }
}
