import Foundation
import Security
import Testing

@Suite("Shared web credentials")
struct SharedCredentialTests {
  /// A random number generator that gives the same numbers for the same state.
  private struct Repeatable: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  private func expectWellFormed(_ password: String) {
    let groups = password.split(separator: "-", omittingEmptySubsequences: false)
    #expect(groups.map(\.count) == [3, 3, 3, 3], "\(password)")
    let characters = groups.joined()
    #expect(characters.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }, "\(password)")
    #expect(!characters.contains { "ijlIO01".contains($0) }, "\(password)")
    #expect(characters.contains { $0.isLowercase }, "\(password)")
    #expect(characters.contains { $0.isUppercase }, "\(password)")
    #expect(characters.contains { ("3"..."9").contains($0) }, "\(password)")
  }

  @Test("A generated password has the documented form")
  func form() throws {
    for _ in 0..<200 {
      expectWellFormed(try #require(SecCreateSharedWebCredentialPassword()) as String)
    }
  }

  @Test("Generated passwords use the whole alphabet and differ from each other")
  func variety() {
    var generator = Repeatable(state: 1)
    let passwords = (0..<2000).map { _ in GeneratedPassword.make(using: &generator) }
    for password in passwords { expectWellFormed(password) }
    #expect(Set(passwords).count == passwords.count)
    let alphabet = "abcdefghkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
    #expect(Set(passwords.joined()) == Set(alphabet + "-"))
  }

  @Test("Adding and requesting a shared credential report errSecUnimplemented")
  func refusals() async {
    let added = await withCheckedContinuation { continuation in
      SecAddSharedWebCredential("example.org", "me", "secret") { error in
        continuation.resume(returning: error.map { ($0.domain, $0.code) })
      }
    }
    #expect(added?.0 == NSOSStatusErrorDomain)
    #expect(added?.1 == Int(errSecUnimplemented))

    let requested = await withCheckedContinuation { continuation in
      SecRequestSharedWebCredential(nil, nil) { credentials, error in
        continuation.resume(returning: credentials == nil ? error?.code : nil)
      }
    }
    #expect(requested == Int(errSecUnimplemented))
  }

  @Test("A completion handler is not called before the function has returned")
  func completionIsAsynchronous() {
    // This thread holds `lock` during the call. If the completion handler ran before the call returned, the handler
    // would wait for `lock` forever.
    let lock = NSLock()
    let called = DispatchSemaphore(value: 0)
    lock.lock()
    SecAddSharedWebCredential("example.org", "me", nil) { _ in
      lock.lock()
      lock.unlock()
      called.signal()
    }
    lock.unlock()
    called.wait()
  }
}
