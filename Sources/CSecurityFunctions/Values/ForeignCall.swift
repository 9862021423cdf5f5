import Foundation
import Keychain
import Security

/// Runs a call of a C program as a whole, with the copying of what goes in and comes out: a fork waits
/// for it (see docs/architecture.md, Forking).
enum ForeignCall {
  static func run<Result>(_ body: () -> Result) -> Result { ForkGate.enter(body) }

  /// The same of a call that answers with a status: how it ended is noted for the program that asks why.
  static func run(_ body: () -> Int32) -> Int32 {
    LastFailure.clear()
    let status = ForkGate.enter(body)
    LastFailure.note(end: status)
    return status
  }
}
