import Glibc
import Keychain
import Synchronization
import TestSupport
import Testing
import TortureScript

/// Kills writers at any moment. All acknowledged calls must be stored. The interrupted call must be complete or without
/// effect. Every stored secret must be a secret that a writer has written.
@Suite(.serialized) struct KillTests {
  @Test func killedWriterLosesNothing() throws {
    let stores = try (0..<2).map { _ in try Store() }
    let failures = Mutex<[String]>([])
    concurrently(2) { lane in
      var killing = Killing(store: stores[lane], writer: lane)
      for _ in 0..<Torture.count(50, long: 600) {
        if let failure = killing.once() {
          failures.withLock { $0.append("lane \(lane): \(failure)") }
          return
        }
      }
    }
    #expect(failures.withLock { $0 } == [])
    for store in stores {
      #expect(store.damage == nil)
      #expect(store.litter == [])
    }
  }

  @Test func killedWriterOfSeveralHarmsNobody() throws {
    let store = try Store()
    let failures = Mutex<[String]>([])
    concurrently(3) { writer in
      var killing = Killing(store: store, writer: writer)
      for _ in 0..<Torture.count(35, long: 300) {
        if let failure = killing.once() {
          failures.withLock { $0.append("writer \(writer): \(failure)") }
          return
        }
      }
    }
    #expect(failures.withLock { $0 } == [])
    #expect(store.damage == nil)
    #expect(store.litter == [])
  }

  /// Two processes create the same store at the same time. Each process is killed at a random moment.
  @Test func killedCreatorLeavesNothingBehind() throws {
    let failures = Mutex<[String]>([])
    concurrently(2) { lane in
      var generator = SmallGenerator(seed: lane)
      for _ in 0..<Torture.count(40, long: 500) {
        do {
          guard let failure = try Self.killCreators(&generator) else { continue }
          failures.withLock { $0.append(failure) }
        } catch {
          failures.withLock { $0.append("lane \(lane): \(error)") }
        }
        return
      }
    }
    #expect(failures.withLock { $0 } == [])
  }

  /// A process that is killed during a change of the keys leaves a temporary file with one of these names.
  @Test(arguments: ["keybag.tmp-0123456789abcdef", "device.key.tmp-fedcba9876543210"])
  func unfinishedFileIsSweptByTheNextOpening(_ name: String) throws {
    let store = try Store()
    #expect(store.simple.add("one").status == 0)
    try store.folder.write([1, 2, 3], to: name)
    #expect(Simple(store.reopened()).find("one").status == 0)
    #expect(store.litter == [])
  }

  private static func killCreators(_ generator: inout SmallGenerator) throws -> String? {
    let store = try Store()
    // The creation of a store on a disk takes about 100 ms, so a kill in the next 90 ms interrupts the creation.
    let children = try (0..<2).map { writer in try Child("script", store.folder.path, writer, 0) }
    var scripts = (0..<2).map { Script(writer: $0) }
    for (writer, child) in children.enumerated() {
      usleep(UInt32.random(in: 2000..<90_000, using: &generator))
      child.kill()
      while let number = child.acknowledgement() { scripts[writer].skip(to: number + 1) }
    }
    for script in scripts {
      var after = script
      _ = after.next()
      guard try script.matches(store.keychain) || after.matches(store.keychain) else {
        return "writer \(script.writer) after call \(script.step)"
      }
    }
    let answer = store.simple.add("after")
    guard answer.status == 0 else { return "\(answer)" }
    if let damage = store.damage { return damage }
    return store.litter.isEmpty ? nil : "\(store.litter)"
  }
}

/// Starts processes that continue one script, and kills each of them.
private struct Killing {
  let store: Store
  private var script: Script
  private var generator: SmallGenerator
  private var round = 0

  init(store: Store, writer: Int) {
    self.store = store
    script = Script(writer: writer)
    generator = SmallGenerator(seed: writer)
  }

  /// Starts and kills one process, and checks the store. Returns the problem; nil when there is none.
  mutating func once() -> String? {
    round += 1
    do {
      let child = try Child("script", store.folder.path, script.writer, script.step)
      for _ in 0..<Int.random(in: 0..<8, using: &generator) {
        guard let number = child.acknowledgement() else {
          return "call \(script.step) failed: \(child.wait())"
        }
        script.skip(to: number + 1)
      }
      usleep(UInt32.random(in: 0..<4000, using: &generator))
      child.kill()
      while let number = child.acknowledgement() { script.skip(to: number + 1) }
      // Alternates between a keychain that stays open and a keychain that is opened directly after the kill.
      return try check(round % 2 == 0 ? store.keychain : store.reopened())
    } catch {
      return "\(error)"
    }
  }

  private mutating func check(_ keychain: LocalKeychain) throws -> String? {
    if try script.matches(keychain) { return nil }
    var after = script
    _ = after.next()
    guard try after.matches(keychain) else { return "round \(round), after call \(script.step)" }
    // The interrupted call is complete, so the script continues after this call.
    script = after
    return nil
  }
}
