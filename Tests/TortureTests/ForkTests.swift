import TestSupport
import Testing
import TortureScript

/// Processes fork while they use the keychain.
@Suite(.serialized) struct ForkTests {
  @Test func childrenAndParentGoOn() throws {
    let store = try Store()
    let child = try Child("forks", store.folder.path, 3, Torture.count(60, long: 600))
    #expect((Int(child.line(seconds: 130) ?? "") ?? 0) > 0)
    #expect(child.wait() == 0)
    #expect(store.damage == nil)
  }

  @Test func parentClosesWhileTheChildWrites() throws {
    let store = try Store()
    let child = try Child("forkIdle", store.folder.path)
    #expect(child.line() == "310")
    #expect(child.wait() == 0)
    #expect(store.damage == nil)
  }

  @Test func forksAtTheSameTimeLeaveTheGatesOpen() throws {
    let store = try Store()
    let child = try Child("forkGates", store.folder.path)
    #expect(child.line() == "done")
    #expect(child.wait() == 0)
    #expect(store.simple.count().text == "2")
  }

  @Test func severalForkingProcessesShareAStore() throws {
    let store = try Store()
    let duration = Torture.count(2000, long: 30_000)
    let children = try (0..<3).map { try Child("mix", store.folder.path, $0, 3, duration, 1) }
    for child in children {
      #expect((Int(child.line() ?? "") ?? 0) > 0)
      #expect(child.wait() == 0)
    }
    #expect(store.damage == nil)
  }
}
