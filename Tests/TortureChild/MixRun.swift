import CTestSupport
import Glibc
import Keychain
import TortureScript

/// Adds, finds, updates and deletes items in several threads for some time. Each thread uses shared items and its own
/// items. No other thread uses a thread's own items, so the thread knows the expected state of these items.
struct MixRun: Sendable {
  let keychain: LocalKeychain
  let process: Int
  let threads: Int
  let milliseconds: Int
  let forks: Bool

  private static let allowed: Set<Int32> = [0, -25299, -25300]
  private static let sizes = [0, 30, 4000, 20_000, 70_000]

  func run() {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    let calls = Counter()
    concurrently(threads) { thread in
      var worker = Worker(
        simple: Simple(keychain), name: "\(process).\(thread)",
        generator: SmallGenerator(seed: process << 16 | thread))
      while ContinuousClock.now < end {
        worker.callShared()
        worker.callOwn()
        calls.next()
        if forks, thread == 0, calls.value % 20 == 0 { worker.callInChild() }
      }
      worker.finish()
    }
    Output.line("\(calls.value)")
  }

  private struct Worker {
    let simple: Simple
    let name: String
    var generator: SmallGenerator
    /// The sizes of this thread's own items in bytes, by the names of their services.
    var own: [String: Int] = [:]
    var children = 0

    mutating func callShared() {
      let key = "shared \(Int.random(in: 0..<20, using: &generator))"
      let size = MixRun.sizes.randomElement(using: &generator) ?? 0
      let answer =
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: simple.add(key, byteCount: size)
        case 1: simple.update(key, byteCount: size)
        case 2: simple.delete(key)
        default: simple.find(key)
        }
      guard MixRun.allowed.contains(answer.status) else { Output.fail("\(key): \(answer)") }
    }

    /// Makes a call for one of the thread's own items. Checks that the result is the expected result.
    mutating func callOwn() {
      let key = "own \(name) \(Int.random(in: 0..<6, using: &generator))"
      let size = MixRun.sizes.randomElement(using: &generator) ?? 0
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        expect(simple.add(key, byteCount: size), own[key] == nil ? 0 : -25299, key)
        own[key] = own[key] ?? size
      case 1:
        expect(simple.update(key, byteCount: size), own[key] == nil ? -25300 : 0, key)
        if own[key] != nil { own[key] = size }
      case 2:
        expect(simple.delete(key), own[key] == nil ? -25300 : 0, key)
        own[key] = nil
      default: find(key)
      }
    }

    mutating func callInChild() {
      children += 1
      let key = "child of \(name) \(children)"
      let child = lk_test_fork(60)
      if child == 0 {
        let isDone = simple.add(key).status == 0 && simple.find(key).status == 0
        _exit(isDone ? 0 : 1)
      }
      let status = lk_test_wait(child)
      guard status == 0 else { Output.fail("\(key) ended with \(status)") }
      expect(simple.delete(key), 0, key)
    }

    func finish() { for key in own.keys.sorted() { find(key) } }

    private func find(_ key: String) {
      let answer = simple.find(key)
      expect(answer, own[key] == nil ? -25300 : 0, key)
      if let size = own[key], answer.text != "\(size)" {
        Output.fail("\(key) has \(answer.text) bytes, not \(size)")
      }
    }

    private func expect(_ answer: Simple.Answer, _ status: Int32, _ key: String) {
      guard answer.status == status else { Output.fail("\(key): \(answer), not \(status)") }
    }
  }
}
