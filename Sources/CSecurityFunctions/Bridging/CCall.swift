import Foundation
import Keychain
import Security

/// Runs a whole call of a C program inside the fork gate. The conversion of arguments and results is part of the call.
/// A fork waits for the end of the call (docs/architecture.md, Forking).
enum CCall {
  static func run<Result>(_ body: () -> Result) -> Result { ForkGate.enter(body) }

  /// Runs a call that returns a status. If the call fails, stores the failure, so that the program can read the reason
  /// of the failure.
  static func run(_ body: () -> Int32) -> Int32 {
    LastFailure.clear()
    let status = ForkGate.enter(body)
    LastFailure.note(end: status)
    return status
  }
}
