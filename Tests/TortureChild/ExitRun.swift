import Glibc
import Keychain
import TortureScript

/// Calls exit(3) after some time, while other threads use the keychain.
enum ExitRun {
  static func run(_ keychain: LocalKeychain, milliseconds: Int) {
    let simple = Simple(keychain)
    let process = getpid()
    _ = simple.find("nothing")
    concurrently(4) { thread in
      guard thread < 3 else {
        usleep(UInt32(milliseconds * 1000))
        exit(0)
      }
      for number in 0... { _ = simple.add("\(process) \(thread) \(number)") }
    }
  }
}
