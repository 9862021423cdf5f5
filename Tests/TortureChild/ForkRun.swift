import CTestSupport
import Glibc
import Keychain
import KeychainModel
import Synchronization
import TortureScript

/// Forks repeatedly while threads use the keychain. The child processes and their child processes also use the
/// keychain.
struct ForkRun: Sendable {
  private let keychain: LocalKeychain
  /// The number of observed commits. The observer takes the lock of this counter at every commit, as Foundation's
  /// notification centre takes locks.
  private let told = ForkSafeMutex(0)
  private let threads: Int
  private let forks: Int

  init(home: String, threads: Int, forks: Int) {
    self.threads = threads
    self.forks = forks
    keychain = LocalKeychain(StoreLocation(home: home))
  }

  func run() {
    let simple = Simple(keychain) { [told] _ in
      told.withLock { count in
        count += 1
        usleep(50)
      }
    }
    let isOver = Atomic(false)
    let added = Counter()
    warmUp(simple)
    // The alarm ends this process if the threads of this process hang. Each child process has its own alarm.
    alarm(120)
    concurrently(threads + 1) { thread in
      guard thread < threads else {
        for index in 0..<forks { forkOnce(simple, index) }
        isOver.store(true, ordering: .relaxed)
        return
      }
      var number = 0
      while !isOver.load(ordering: .relaxed) {
        let key = "thread \(thread) \(number)"
        number += 1
        for answer in [simple.add(key), simple.find(key)] where answer.status != 0 {
          Output.fail("\(key): \(answer)")
        }
        added.next()
      }
    }
    let childrensItems = forks + (forks + 2) / 3
    let count = simple.count()
    guard count.text == "\(added.value + childrensItems)" else {
      Output.fail("\(count) items, not \(added.value) and \(childrensItems) of children")
    }
    Output.line("\(added.value)")
  }

  /// The first use of a type takes a lock of the Swift runtime. A fork does not wait for threads that are outside of
  /// keychain calls, so a child could inherit this lock in the locked state. Therefore, this function uses every type
  /// once before the first fork.
  private func warmUp(_ simple: Simple) {
    for number in 0..<2 {
      let key = "warm \(number)"
      for answer in [simple.add(key), simple.find(key), simple.delete(key)]
      where answer.status != 0 {
        Output.fail("\(key): \(answer)")
      }
    }
  }

  /// Forks a child process that uses the keychain. Every third child also forks a child process, before or after its
  /// own use of the keychain.
  private func forkOnce(_ simple: Simple, _ index: Int) {
    let child = lk_test_fork(60)
    if child == 0 {
      var status: Int32 = 0
      if index % 6 == 0 { status = use(simple, "grandchild \(index)", inChild: true) }
      if status == 0 { status = use(simple, "child \(index)", inChild: false) }
      if status == 0, index % 6 == 3 {
        status = use(simple, "grandchild \(index)", inChild: true)
      }
      _exit(status)
    }
    let status = lk_test_wait(child)
    guard status == 0 else { Output.fail("child \(index) ended with \(status)") }
  }

  private func use(_ simple: Simple, _ key: String, inChild: Bool) -> Int32 {
    if inChild {
      let child = lk_test_fork(60)
      guard child == 0 else { return lk_test_wait(child) }
      _exit(use(simple, key, inChild: false))
    }
    for (index, answer) in [simple.add(key), simple.find(key)].enumerated()
    where answer.status != 0 {
      Output.line("\(key): \(answer)")
      return Int32(10 + index)
    }
    return 0
  }
}
