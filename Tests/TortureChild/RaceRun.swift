import Glibc
import Keychain
import TortureScript

/// Adds items that other processes add at the same time. Prints how many of them this process has
/// added. It starts when it reads a line.
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
