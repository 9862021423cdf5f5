import Keychain
import KeychainModel
import TortureScript

/// Performs the calls of a script from the number `step` on, and acknowledges each completed call.
enum ScriptRun {
  static func run(_ keychain: LocalKeychain, writer: Int, step: Int) {
    var script = Script(writer: writer)
    script.skip(to: step)
    while true {
      let number = script.step
      do throws(KeychainError) {
        _ = try keychain.perform(script.next(), as: script.caller)
      } catch {
        Output.fail("call \(number): \(error)")
      }
      Output.acknowledge(number)
    }
  }
}
