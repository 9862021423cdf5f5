import Glibc
import Keychain
import TortureScript

/// Adds items that other processes add at the same time. Starts after reading a line from standard input. Prints how
/// many of the items this process has added.
enum RaceRun {
  static func run(_ keychain: LocalKeychain, count: Int) {
    let simple = Simple(keychain)
    Output.line("ready")
    _ = readLine()
    var wins = 0
    for index in 0..<count {
      let answer = simple.add("race \(index)")
      switch answer.status {
      case 0: wins += 1
      case -25299: break
      default: Output.fail("adding \(index): \(answer)")
      }
    }
    Output.line("\(wins)")
  }
}
