import CTestSupport
import Glibc
import KeychainCrypto
import KeychainModel
import Testing

@Suite struct Argon2idTests {
  @Test func agreesWithRFC9106() throws {
    let lines = try vectors("argon2id")
    #expect(lines.count == 3)
    for vector in lines {
      let numbers = vector[4...6].map { $0.reduce(0) { $0 << 8 | UInt32($1) } }
      let cost = try #require(
        Argon2Cost(passes: numbers[0], memory: numbers[1], lanes: numbers[2]))
      #expect(try derive(vector[0], vector[1], vector[2], vector[3], cost) == vector[7])
    }
  }

  @Test func recommendedCostIsThatOfTheRFC() {
    let cost = Argon2Cost.recommended
    #expect((cost.passes, cost.memory, cost.lanes) == (3, 65_536, 4))
    #expect(Argon2Cost(passes: 3, memory: 65_536, lanes: 4) == cost)
  }

  /// Each argument has two costs. The first cost is allowed, and the second cost exceeds one bound. A cost consists of
  /// the number of passes, the memory in KiB and the number of lanes.
  @Test(
    arguments: [
      ((1, 8, 1), (0, 8, 1)), ((1, 8, 1), (1, 8, 0)), ((1, 8, 1), (1, 7, 1)),
      ((1, 128, 16), (1, 136, 17)), ((1, 128, 16), (1, 127, 16)),
      ((64, 8, 1), (65, 8, 1)), ((16, 262_144, 4), (16, 262_145, 4)),
      ((16, 262_144, 4), (17, 262_144, 4)), ((64, 65_536, 4), (64, 65_537, 4)),
      ((1, 8, 1), (.max, .max, .max)), ((1, 8, 1), (1, .max, 1)), ((1, 8, 1), (.max, 8, 1)),
      ((1, 8, 1), (1, 8, .max)), ((1, 8, 1), (1, 8, 0x2000_0001)),
    ] as [((UInt32, UInt32, UInt32), (UInt32, UInt32, UInt32))])
  func costIsBounded(
    _ allowed: (UInt32, UInt32, UInt32), _ refused: (UInt32, UInt32, UInt32)
  ) {
    #expect(Argon2Cost(passes: allowed.0, memory: allowed.1, lanes: allowed.2) != nil)
    #expect(Argon2Cost(passes: refused.0, memory: refused.1, lanes: refused.2) == nil)
  }

  @Test func shortSaltIsRefused() throws {
    let error = #expect(throws: KeychainError.self) {
      _ = try derive([1], [1, 2, 3, 4, 5, 6, 7], [], [], .quick)
    }
    #expect(error?.code == .internalComponent)
  }

  @Test func lackOfMemoryIsSaidSo() throws {
    let child = lk_test_fork(120)
    if child == 0 {
      guard lk_test_limit_address_space(16 << 20) == 0 else { _exit(2) }
      do {
        _ = try derive([1], [UInt8](repeating: 1, count: 16), [], [], .recommended)
        _exit(3)
      } catch let error as KeychainError {
        _exit(error.code == .allocation ? 0 : 4)
      } catch {
        _exit(5)
      }
    }
    #expect(lk_test_wait(child) == 0)
  }

  private func derive(
    _ passcode: [UInt8], _ salt: [UInt8], _ secret: [UInt8], _ associated: [UInt8],
    _ cost: Argon2Cost
  ) throws -> [UInt8] {
    var output = [UInt8](repeating: 0, count: 32)
    try output.withUnsafeMutableBytes { output in
      try passcode.withUnsafeBytes { passcode in
        try salt.withUnsafeBytes { salt in
          try secret.withUnsafeBytes { secret in
            try associated.withUnsafeBytes { associated in
              try Argon2id.derive(
                from: passcode, salt: salt, secret: secret, associated: associated, cost: cost,
                into: output)
            }
          }
        }
      }
    }
    return output
  }
}
