import CTestSupport
import Glibc
import Keychain
import TortureScript

/// Forks while the keychain is open but not in use. Then the child process writes, while the parent closes the
/// keychain.
///
/// Closing the keychain resets the write-ahead log unless another process has the database open.
enum IdleForkRun {
  static func run(_ home: String) {
    for round in 0..<10 {
      let child = forkAndClose(home, round)
      let status = lk_test_wait(child)
      guard status == 0 else { Output.fail("child \(round) ended with \(status)") }
    }
    let simple = Simple(LocalKeychain(StoreLocation(home: home)))
    let count = simple.count()
    guard count.text == "\(10 * 31)" else { Output.fail("\(count)") }
    Output.line(count.text)
  }

  private static func forkAndClose(_ home: String, _ round: Int) -> Int32 {
    let simple = Simple(LocalKeychain(StoreLocation(home: home)))
    let answer = simple.add("parent \(round)")
    guard answer.status == 0 else { Output.fail("\(answer)") }
    let child = lk_test_fork(60)
    if child == 0 {
      for index in 0..<30 {
        let key = "child \(round) \(index)"
        guard simple.add(key).status == 0, simple.find(key).status == 0 else { _exit(1) }
      }
      guard simple.find("parent \(round)").status == 0 else { _exit(2) }
      _exit(0)
    }
    _ = simple.find("parent \(round)")
    return child
    // The parent's keychain is deinitialized at the end of this function. The deinitialization closes the keychain.
  }
}
