import Glibc
import Keychain
import KeychainModel
import Synchronization
import TestSupport
import Testing
import TortureScript

/// Rotates the keys while other processes use the keychain. Some tests kill the process that rotates the keys.
@Suite(.serialized) struct KeyRotationTests {
  /// Creates a store with 450 items that no test changes. A rotation reseals the 450 items in several batches.
  private static func store() throws -> Store {
    let store = try Store()
    let batch = BatchRequest(
      (0..<stableCount).map { index in
        AddRequest(
          .genericPassword,
          attributes: AttributeSet([
            .service: .string("stable \(index)"), .synchronizable: .number(0),
          ]),
          secret: Simple.secret("stable \(index)", byteCount(index)))
      }, onDuplicate: .skip)
    _ = try store.keychain.perform(batch, as: caller)
    return store
  }

  private static let stableCount = 450
  private static let caller = Caller(accessGroups: ["stable"])

  /// The secrets of some items are so large that they are stored in chunks.
  private static func byteCount(_ index: Int) -> Int { index % 50 == 0 ? 70_000 : 40 }

  /// Whether the keychain finds all 450 items, with the secrets that `store` stored.
  private static func areThere(_ keychain: LocalKeychain) -> Bool {
    var simple = Simple(keychain)
    simple.caller = caller
    return (0..<stableCount).allSatisfy {
      simple.find("stable \($0)") == Simple.Answer(0, "\(byteCount($0))")
    }
  }

  @Test func killedRotationIsFinishedByALaterOne() throws {
    let store = try Self.store()
    var generator = SmallGenerator(seed: 1)
    var finished = 0
    for round in 0..<Torture.count(12, long: 400) {
      let child = try Child("rotate", store.folder.path, 100)
      // Some processes are killed during their first rotation, and others during a later rotation.
      for _ in 0..<Int.random(in: 0..<3, using: &generator) {
        guard let line = child.line() else {
          Issue.record("round \(round): \(child.wait())")
          return
        }
        if line == "finished" { finished += 1 }
      }
      usleep(UInt32.random(in: 0..<120_000, using: &generator))
      child.kill()
      #expect(Self.areThere(round % 2 == 0 ? store.keychain : store.reopened()))
      if round % 5 == 0 { #expect(store.damage == nil) }
    }
    #expect(finished > 0)
    _ = try store.keychain.rotateKeys()
    #expect(try store.keychain.verify().retiredKeyCount == 0)
    #expect(store.damage == nil)
    #expect(store.litter == [])
    #expect(Self.areThere(store.reopened()))
  }

  @Test func readersAndWritersGoOnMeanwhile() throws {
    let store = try Self.store()
    let children = try (0..<2).map { try Child("script", store.folder.path, $0, 0) }
    let failures = Mutex<[String]>([])
    let isDone = Atomic(false)
    let counts = (0..<4).map { _ in Counter() }
    concurrently(4) { lane in
      defer { if lane == 0 { isDone.store(true, ordering: .relaxed) } }
      do {
        if lane == 0 {
          // Two processes rotate the keys repeatedly. Their rotations sometimes happen at the same time.
          let rotations = try (0..<2).map { _ in
            try Child("rotate", store.folder.path, Torture.count(5, long: 200))
          }
          for rotation in rotations {
            while rotation.line() != nil { counts[0].next() }
            let status = rotation.wait()
            if status != 0 { failures.withLock { $0.append("rotation: \(status)") } }
          }
          return
        }
        let keychain = store.reopened()
        let simple = Simple(keychain)
        while !isDone.load(ordering: .relaxed) {
          counts[lane].next()
          if lane == 1 {
            guard !Self.areThere(keychain) else { continue }
            failures.withLock { $0.append("an item that stays was not found") }
          } else {
            let name = "lane \(lane) \(counts[lane].value)"
            for answer in [
              simple.add(name, byteCount: 20_000 * (lane - 2) + 9), simple.find(name),
              simple.update(name, byteCount: 30), simple.find(name), simple.delete(name),
            ] where answer.status != 0 {
              failures.withLock { $0.append("\(name): \(answer)") }
            }
          }
          guard failures.withLock({ $0.isEmpty }) else { return }
        }
      } catch {
        failures.withLock { $0.append("lane \(lane): \(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
    #expect(counts.allSatisfy { $0.value > 3 })
    for (writer, child) in children.enumerated() {
      child.kill()
      var script = Script(writer: writer)
      while let number = child.acknowledgement() { script.skip(to: number + 1) }
      #expect(script.step > 3)
      var after = script
      _ = after.next()
      #expect(try script.matches(store.keychain) || after.matches(store.keychain))
    }
    #expect(store.damage == nil)
    #expect(Self.areThere(store.reopened()))
    _ = try store.keychain.rotateKeys()
    #expect(try store.keychain.verify().retiredKeyCount == 0)
  }
}
