import Glibc
import Keychain
import Synchronization
import TestSupport
import Testing
import TortureScript

/// Tests maintenance that is killed at any moment, and maintenance while other processes use the keychain.
@Suite(.serialized) struct HouseKeepingTests {
  private static let itemCount = 80

  private func filledStore() throws -> Store {
    let store = try Store()
    for number in 0..<Self.itemCount {
      #expect(store.simple.add("many\(number)", byteCount: number * 200).status == 0)
    }
    for number in 0..<Self.itemCount / 2 {
      #expect(store.simple.delete("many\(number)").status == 0)
    }
    return store
  }

  private func isWhole(_ simple: Simple) -> Bool {
    (Self.itemCount / 2..<Self.itemCount).allSatisfy { simple.find("many\($0)").status == 0 }
      && simple.count() == Simple.Answer(0, "\(Self.itemCount / 2)")
  }

  /// Each round kills the process at a random time after it has received the command.
  @Test(arguments: ["compact", "purge"]) func killedMaintenanceLosesNothing(
    _ command: String
  ) throws {
    let store = try filledStore()
    var generator = SmallGenerator(seed: command.utf8.count)
    for round in 0..<Torture.count(12, long: 300) {
      let child = try Child("commands", store.folder.path)
      #expect(child.ask("find many79").status == 0)
      child.send(command)
      usleep(UInt32.random(in: 0..<20_000, using: &generator))
      child.kill()
      let simple = round % 2 == 0 ? store.simple : Simple(store.reopened())
      #expect(isWhole(simple), "round \(round)")
      #expect(simple.update("many79", byteCount: 10_000 + round).status == 0)
    }
    #expect(store.damage == nil)
    #expect(store.litter == [])
  }

  @Test func killedErasureLeavesAllOrNothing() throws {
    var generator = SmallGenerator(seed: 7)
    var wasErased = 0
    for round in 0..<Torture.count(10, long: 200) {
      let store = try filledStore()
      let witness = try Child("commands", store.folder.path)
      #expect(witness.ask("find many79").status == 0)
      let child = try Child("commands", store.folder.path)
      #expect(child.ask("find many79").status == 0)
      child.send("erase")
      usleep(UInt32.random(in: 0..<8_000, using: &generator))
      child.kill()
      let found = witness.ask("find many79")
      #expect([0, -25300].contains(found.status), "round \(round): \(found)")
      if found.status == 0 {
        #expect(isWhole(Simple(store.reopened())), "round \(round)")
      } else {
        wasErased += 1
        #expect(witness.ask("count") == Simple.Answer(0, "0"), "round \(round)")
      }
      #expect(witness.ask("add after 100").status == 0)
      #expect(Simple(store.reopened()).find("after").status == 0, "round \(round)")
      #expect(store.damage == nil, "round \(round)")
      #expect(store.litter == [], "round \(round)")
    }
    // In a long run, some of the erasures must have been complete before the process was killed.
    if Torture.isLong { #expect(wasErased > 0) }
  }

  /// The writers in other processes only wait during a compaction. None of their calls fails.
  @Test func compactionBesideWriters() throws {
    let store = try filledStore()
    let milliseconds = Torture.count(1500, long: 20_000)
    let children = try (0..<2).map { number in
      try Child("mix", store.folder.path, number, 2, milliseconds)
    }
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    var count = 0
    while ContinuousClock.now < end {
      _ = try store.keychain.compact()
      count += 1
    }
    #expect(count > 0)
    for child in children {
      #expect(child.line() != nil)
      #expect(child.wait() == 0)
    }
    for number in Self.itemCount / 2..<Self.itemCount {
      #expect(store.simple.find("many\(number)").status == 0)
    }
    #expect(store.damage == nil)
    #expect(store.litter == [])
  }

  /// Kills the process at a system call that changes files. Each round kills the process at a later call than the round
  /// before.
  @Test(
    .enabled(if: Torture.has("strace")),
    arguments: [
      ("erase", ["pwrite64", "ftruncate", "fsync", "fdatasync", "unlinkat", "unlink"]),
      ("compact", ["pwrite64", "ftruncate", "fdatasync", "fsync"]),
      ("purge", ["pwrite64", "fdatasync"]),
    ]) func killedBeforeAnyCall(_ command: String, _ calls: [String]) throws
  {
    for call in calls {
      var number = 1
      while number < (Torture.isLong ? 200 : 12) {
        let store = try Store()
        #expect(store.simple.add("kept", byteCount: 20_000).status == 0)
        #expect(store.simple.add("gone", byteCount: 20_000).status == 0)
        #expect(store.simple.delete("gone").status == 0)
        let child = try Child(words: [
          "/usr/bin/strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
          "inject=\(call):signal=KILL:when=\(number)", Child.program, "commands",
          store.folder.path,
        ])
        let answer = child.ask(command)
        child.kill()
        let simple = Simple(store.reopened())
        let found = simple.find("kept")
        let note = "\(command), killed before \(call) \(number): \(answer), then \(found)"
        #expect(found.status == 0 || (command == "erase" && found.status == -25300), "\(note)")
        if command == "erase", answer.status == 0 { #expect(found.status == -25300, "\(note)") }
        #expect(simple.add("after").status == 0, "\(note)")
        #expect(store.damage == nil, "\(note)")
        #expect(store.litter == [], "\(note)")
        // The command succeeded, so the process makes fewer such system calls than `number`. No further kill is
        // possible.
        if answer.status == 0 { break }
        number += Torture.isLong ? 1 : 2
      }
    }
  }
}
