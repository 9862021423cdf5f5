import CFaultyCalls
import Glibc
import Keychain
import KeychainModel
import TortureScript
import Vault

/// Makes a call during which one system call kills the process or fails. Prints the number of system calls and
/// the result.
///
/// A negative error is the error of every fsync(2) of a folder, and no other call fails. With a negative error
/// and a number, only the folder `out` cannot be synchronized (EINVAL), and the system call with this number
/// fails as well.
enum FaultRun {
  static func run(
    _ home: String, _ call: FaultedCall, hasKeyFolder: Bool, number: Int, error: Int32
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
  }
}
