import CFaultyCalls
import Glibc
import Keychain
import KeychainModel
import TortureScript
import Vault

/// Makes a call of the keychain, during which a system call fails or kills the process. Prints the number of system
/// calls and the result of the call.
///
/// The values of `error` and `number` select the faults:
///
/// - `error` is positive: the system call with the number `number` fails with `error`.
/// - `error` is 0: the system call with the number `number` kills the process.
/// - `error` is negative, and `number` is 0: every fsync(2) of a folder fails with `-error`.
/// - `error` is negative, and `number` is positive: every fsync(2) of the folder `out` fails with EINVAL, and the
///   system call with the number `number` fails with `-error`.
///
/// If `dies` is true, the process is killed after the call, so it does not close the keychain.
enum FaultRun {
  static func run(
    _ home: String, _ call: FaultedCall, hasKeyFolder: Bool, number: Int, error: Int32, dies: Bool
  ) {
    let place = FaultedCall.Place(home)
    let keychain = LocalKeychain(
      place.location(hasKeyFolder: hasKeyFolder), locking: FaultedCall.locking(KernelKeyring()))
    var failure: KeychainError?
    if error < 0, number > 0 {
      lk_faulty_calls_begin(number, -error)
      lk_faulty_calls_refuse_folders(place.out, EINVAL)
    } else {
      lk_faulty_calls_begin(error < 0 ? 0 : number, max(error, 0))
      if error < 0 { lk_faulty_calls_refuse_folders(nil, -error) }
    }
    do throws(KeychainError) { try call.run(keychain, place) } catch { failure = error }
    let count = lk_faulty_calls_end()
    Output.line("\(count) \(failure.map { "\($0.code.rawValue) \($0.reason)" } ?? "0")")
    if dies { kill(getpid(), SIGKILL) }
  }
}
