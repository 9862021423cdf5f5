import CFaultyCalls
import Glibc
import Keychain
import KeychainModel
import TortureScript
import Vault

/// Makes a call, one of whose system calls kills the process or fails; says how many there were, and how
/// it ended. With a negative error it is that of each fsync(2) of a folder, and of no other; but with a number
/// beside it the folder `out` is one that cannot be brought to the disk (EINVAL), and the call of this number
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
