import Glibc
import TestSupport
import Testing
import TortureScript

/// Runs all kinds of work at the same time, for ten minutes.
@Suite(.enabled(if: Torture.isLong)) struct SoakTests {
  @Test func tenMinutes() throws {
    let store = try Store()
    let end = ContinuousClock.now + .seconds(600)
    var generator = SmallGenerator(seed: 1)
    var round = 0
    while ContinuousClock.now < end {
      round += 1
      let workers = try (0..<4).map { index in
        try Child("mix", store.folder.path, round * 4 + index, 4, 15_000, index % 2)
      }
      var script = Script(writer: round)
      while script.step < 400 {
        let child = try Child("script", store.folder.path, script.writer, script.step)
        usleep(UInt32.random(in: 0..<400_000, using: &generator))
        child.kill()
        while let number = child.acknowledgement() { script.skip(to: number + 1) }
        var after = script
        _ = after.next()
        if try !script.matches(store.keychain) {
          #expect(try after.matches(store.keychain))
          script = after
        }
      }
      // Kills the last worker. The other workers print their results.
      workers[3].kill()
      for worker in workers.dropLast() {
        #expect((Int(worker.line() ?? "") ?? 0) > 0)
        #expect(worker.wait() == 0)
      }
      #expect(store.damage == nil)
    }
  }
}
