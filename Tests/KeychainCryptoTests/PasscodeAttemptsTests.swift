import KeychainModel
import Testing

@testable import KeychainCrypto

@Suite struct PasscodeAttemptsTests {
  private func failed(_ count: Int, at now: Int64) -> PasscodeAttempts {
    (0..<count).reduce(.none) { attempts, _ in attempts.adding(at: now) }
  }

  @Test func waitGrows() {
    let waits = (0...14).map { failed($0, at: 1000).wait(at: 1000) }
    #expect(waits == [0, 0, 0, 0, 0, 0, 1, 5, 15, 60, 300, 900, 3600, 3600, 3600])
  }

  @Test func waitPasses() {
    let attempts = failed(9, at: 1000)
    #expect(
      [1000, 1001, 1059, 1060, 1061, .max].map { attempts.wait(at: $0) } == [60, 59, 1, 0, 0, 0])
  }

  @Test func eachFailureBeginsANewWait() {
    #expect(failed(9, at: 1000).adding(at: 2000).wait(at: 2000) == 300)
  }

  @Test func clockSetBackNeitherShortensNorLengthensTheWait() {
    let attempts = failed(9, at: 1_000_000)
    #expect([999_999, 0, -5, .min].map { attempts.wait(at: $0) } == [60, 60, 60, 60])
    // Kept, the wait begins at the new time and ends.
    let corrected = attempts.corrected(at: 500)
    #expect(corrected.failures == 9)
    #expect([500, 530, 560].map { corrected.wait(at: $0) } == [60, 30, 0])
    #expect(corrected.corrected(at: 500) == corrected)
    #expect(attempts.corrected(at: 2_000_000) == attempts)
  }

  @Test func extremesDoNotOverflow() {
    let old = failed(9, at: .min)
    #expect(old.wait(at: .max) == 0)
    #expect(old.wait(at: .min) == 60)
    #expect(failed(9, at: .max).wait(at: .min) == 60)
    #expect(PasscodeAttempts.wait(after: .max) == 3600)
  }

  @Test func countStopsAtItsLimit() throws {
    var bytes = try failed(1, at: 0).encoded()
    bytes.replaceSubrange(4..<8, with: [255, 255, 255, 255])
    bytes.replaceSubrange(16..<32, with: try digest(Array(bytes[..<16])))
    let attempts = try PasscodeAttempts(decoding: bytes)
    #expect(attempts.failures == .max)
    #expect(attempts.adding(at: 7) == PasscodeAttempts(failures: .max, lastFailure: 7))
  }

  @Test func recordHasItsForm() throws {
    let bytes = try PasscodeAttempts(failures: 0x0102, lastFailure: -2).encoded()
    let content: [UInt8] =
      Array("LKP1".utf8) + [2, 1, 0, 0] + [0xFE] + [UInt8](repeating: 0xFF, count: 7)
    #expect(bytes == content + (try digest(content)))
    #expect(try PasscodeAttempts(decoding: bytes).lastFailure == -2)
    #expect(try PasscodeAttempts(decoding: PasscodeAttempts.none.encoded()) == .none)
  }

  @Test func anyDamageIsNoticed() throws {
    let bytes = try failed(7, at: 800_000_000).encoded()
    for index in bytes.indices {
      #expect(code(flipped(bytes, index)) == .decode)
      #expect(code(Array(bytes[..<index])) == .decode)
    }
    #expect(code(bytes + [0]) == .decode)
    #expect(code([UInt8](repeating: 0, count: 32)) == .decode)
  }

  private func code(_ bytes: [UInt8]) -> KeychainError.Code? {
    do throws(KeychainError) {
      _ = try PasscodeAttempts(decoding: bytes)
      return nil
    } catch {
      return error.code
    }
  }

  private func digest(_ bytes: [UInt8]) throws -> [UInt8] {
    Array(try bytes.withUnsafeBytes { try SHA256Digest.digest(of: $0) }.prefix(16))
  }
}
