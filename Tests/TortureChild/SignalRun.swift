import CTestSupport
import Glibc
import Keychain
import TortureScript

/// Uses the keychain while signals interrupt the process every millisecond.
enum SignalRun {
  static func run(_ keychain: LocalKeychain, count: Int) {
    let simple = Simple(keychain)
    guard lk_test_storm_of_signals() == 0 else { Output.fail("no signals") }
    for index in 0..<count {
      let key = "item \(index)"
      let size = index % 50 == 0 ? 50_000 : 20
      for answer in [simple.add(key, byteCount: size), simple.find(key)] where answer.status != 0 {
        Output.fail("\(key): \(answer)")
      }
    }
    Output.line("\(lk_test_signal_count())")
  }
}
