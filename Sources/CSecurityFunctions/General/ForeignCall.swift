import Foundation
import Keychain
import Security

/// Runs a call of a C program as a whole, with the copying of what goes in and comes out: a fork waits
/// for it (see docs/architecture.md, Forking).
enum ForeignCall {
  static func run<Result>(_ body: () -> Result) -> Result { ForkGate.enter(body) }
}
