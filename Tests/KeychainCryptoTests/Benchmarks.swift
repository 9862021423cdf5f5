import Foundation
import KeychainCrypto
import KeychainModel
import Testing

/// Prints the cost of the cryptographic parts of a call. The benchmarks run only on request, in a release build:
/// `LATCHKEY_BENCHMARK=1 swift test -c release --filter Benchmarks`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["LATCHKEY_BENCHMARK"] != nil), .serialized)
struct Benchmarks {
  private let random = TestRandom()

  @Test func pieces() throws {
    let deviceKey = try DeviceKey(vaultID: random.makeIdentifier(), random: random)
    let keybag = try Keybag.create(deviceKey: deviceKey, random: random)
    let ring = try KeyRing(keybag, deviceKey: deviceKey)
    let suite = try ring.makeCipherSuite()
    let nonce = try SealingNonce(random: random)
    let (metadata, secret) = (try suite.metadataCipher(1), try suite.secretCipher(1))
    let context = random.bytes(120)
    let plaintext = random.bytes(150)
    let (one, two) = (
      try metadata.seal(plaintext, nonce, context), try secret.seal(plaintext, nonce, context)
    )
    var output = [UInt8](repeating: 0, count: 150)
    var sealed = [UInt8](repeating: 0, count: 166)

    try output.withUnsafeMutableBytes { output in
      try sealed.withUnsafeMutableBytes { sealed in
        try plaintext.withUnsafeBytes { plaintext in
          try context.withUnsafeBytes { context in
            try one.withUnsafeBytes { one in
              try two.withUnsafeBytes { two in
                try measure("open two messages of 150 bytes", 200_000) {
                  try suite.metadataCipher(1).open(
                    one, nonce: nonce, authenticating: context, into: output)
                  try suite.secretCipher(1).open(
                    two, nonce: nonce, authenticating: context, into: output)
                }
              }
            }
            try measure("seal 150 bytes", 200_000) {
              try metadata.seal(plaintext, nonce: nonce, authenticating: context, into: sealed)
            }
          }
        }
      }
    }
    let text = "com.example.service-12345"
    try measure("blind value of two strings", 200_000) {
      _ = try suite.index().value { input in
        input.append(byte: 1)
        input.append(text)
        input.append(text)
      }
    }
    try measure("random nonce", 200_000) { _ = try SealingNonce(random: SystemRandom()) }
    let marker = ForkDetector()
    measure("fork marker", 1_000_000) {
      if !marker.isThisProcess { Issue.record("not this process") }
    }
    try measure("make a cipher suite with one class", 2_000) {
      _ = try ring.makeCipherSuite().metadataCipher(1)
    }
    try measure("make a key ring", 2_000) { _ = try KeyRing(keybag, deviceKey: deviceKey) }
    let key = random.bytes(32)
    try measure("make a cipher", 20_000) { _ = try XAES256GCM(key) }
    let digested = random.bytes(300)
    try measure("SHA-1 of 300 bytes", 100_000) {
      _ = try digested.withUnsafeBytes { try SHA1Digest.digest(of: $0) }
    }
  }

  @Test func derivationFromAPasscode() throws {
    let deviceKey = try DeviceKey(vaultID: random.makeIdentifier(), random: random)
    let passcode = try Passcode("correct horse battery staple")
    try measure("a passcode's key at the recommended cost", 10) {
      _ = try PasscodeKey(new: passcode, deviceKey: deviceKey, random: random)
    }
  }

  private func measure(_ name: String, _ count: Int, _ body: () throws -> Void) rethrows {
    for _ in 0..<count / 10 { try body() }
    let clock = ContinuousClock()
    var best = Duration.seconds(1_000)
    for _ in 0..<5 {
      let time = try clock.measure { for _ in 0..<count / 5 { try body() } }
      best = min(best, time)
    }
    let nanoseconds = Double(best.components.attoseconds) / 1e9 / Double(count / 5)
    print("\(name): \(nanoseconds.rounded()) ns")
  }
}
