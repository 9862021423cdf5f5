import TestSupport
import Testing
import TortureScript

/// Signals, and limits on resources.
@Suite(.serialized) struct ResourceTests {
  @Test func signalsInterruptNothing() throws {
    let store = try Store()
    let count = Torture.count(2000, long: 20_000)
    let child = try Child("signals", store.folder.path, count)
    #expect((Int(child.line(seconds: 300) ?? "") ?? 0) > 100)
    #expect(child.wait() == 0)
    #expect(store.simple.count().text == "\(count)")
    #expect(store.damage == nil)
  }

  /// A process exits while its threads make calls. The exit must not free memory that a thread still uses.
  @Test func exitDuringCalls() throws {
    let store = try Store()
    for round in 0..<Torture.count(15, long: 200) {
      let child = try Child("exits", store.folder.path, round * 3)
      #expect(child.wait() == 0, "\(round)")
    }
    #expect(store.damage == nil)
  }

  @Test func fewDescriptors() throws {
    let store = try Store()
    let child = try Child("commands", store.folder.path)
    #expect(child.ask("add before 100") == Simple.Answer(0))
    for count in 0..<24 {
      #expect(child.ask("reopen").status == 0)
      #expect(child.ask("descriptors \(count)").status == 0)
      let found = child.ask("find before")
      let added = child.ask("add item\(count) 30000")
      #expect([0, -25291, -36].contains(found.status), "\(count): \(found)")
      #expect([0, -25291, -36].contains(added.status), "\(count): \(added)")
      #expect(child.ask("descriptors 256").status == 0)
      #expect(child.ask("find before") == Simple.Answer(0, "100"))
      #expect(child.ask("find item\(count)").status == (added.status == 0 ? 0 : -25300))
    }
    #expect(child.ask("verify") == Simple.Answer(0))
    #expect(store.litter == [])
  }

  @Test func fewDescriptorsWhileTheStoreIsMade() throws {
    for count in 3..<16 {
      let store = try Store()
      let child = try Child("commands", store.folder.path)
      #expect(child.ask("descriptors \(count)").status == 0)
      let answer = child.ask("add first 100")
      #expect([0, -25291, -36].contains(answer.status), "\(count): \(answer)")
      #expect(child.ask("descriptors 256").status == 0)
      #expect(child.ask("add second 100") == Simple.Answer(0))
      #expect(child.ask("verify") == Simple.Answer(0))
      #expect(store.litter == [])
    }
  }

  @Test func memoryThatCannotBeLocked() throws {
    let store = try Store()
    let child = try Child("commands", store.folder.path)
    #expect(child.ask("locked-memory 0").status == 0)
    if Torture.isRoot { #expect(child.ask("become 0").status == 0) }
    #expect(child.ask("add item 100") == Simple.Answer(0))
    #expect(child.ask("find item") == Simple.Answer(0, "100"))
  }

  /// The Swift runtime ends a process that cannot allocate memory. This package cannot change this behaviour. The test
  /// requires only that the files stay intact.
  @Test func littleMemory() throws {
    let store = try Store()
    #expect(store.simple.add("before").status == 0)
    for rest in [0, 64 << 10, 256 << 10, 1 << 20, 3 << 20, 10 << 20, 40 << 20] {
      let child = try Child("commands", store.folder.path)
      #expect(child.ask("address-space \(rest)").status == 0)
      let answer = child.ask("add item\(rest) 1000000")
      // Status 2 means that the child process ended instead of answering.
      #expect([0, 2, -108, -25291, -36, -2070].contains(answer.status), "\(rest): \(answer)")
      child.kill()
      #expect(store.simple.find("before").status == 0)
      let found = store.simple.find("item\(rest)").status
      #expect(found == 0 || (found == -25300 && answer.status != 0))
    }
    #expect(store.damage == nil)
  }
}
