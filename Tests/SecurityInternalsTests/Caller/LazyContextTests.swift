import Keychain
import KeychainModel
import TestSupport
import Testing

@testable import Security

/// The context of a process, when the keychain cannot be used at the first call.
@Suite("The context of a process") struct LazyContextTests {
  @Test("A failure ends when its cause ends") func failureEnds() throws {
    let folder = try TemporaryDirectory()
    let attempts = ForkSafeMutex(0)
    let context = LazyContext { () throws(KeychainError) in
      let attempt = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      guard attempt > 2 else { throw KeychainError(.notAvailable, "not yet") }
      return KeychainContext(LocalKeychain(StoreLocation(home: folder.path)), Caller(accessGroups: ["a"]))
    }
    for _ in 0..<2 { #expect(throws: KeychainError.self) { try context.value() } }
    for _ in 0..<2 { #expect(try context.value().caller.accessGroups == ["a"]) }
    #expect(attempts.withLock { $0 } == 3)
  }
}
