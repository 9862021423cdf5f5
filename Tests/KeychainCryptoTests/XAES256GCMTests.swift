import COpenSSL
import KeychainCrypto
import KeychainModel
import Testing

@Suite struct XAES256GCMTests {
  private let random = TestRandom()

  @Test func agreesWithThePublishedVectors() throws {
    let vectors = try vectors("xaes-256-gcm")
    #expect(vectors.count == 2)
    for vector in vectors {
      let cipher = try XAES256GCM(vector[0])
      let nonce = try #require(makeNonce(vector[1]))
      #expect(try cipher.seal(vector[2], nonce, vector[3]) == vector[4])
      #expect(try cipher.open(vector[4], nonce, vector[3]) == vector[2])
    }
  }

  /// The accumulated test in the specification of XAES-256-GCM: 10 000 messages from the output of SHAKE-128 for an
  /// empty input.
  @Test func agreesWithTheAccumulatedTest() throws {
    var stream = try shake128([], count: 10_000 * (32 + 24 + 2 + 510))[...]
    #expect(stream.starts(with: bytes("7f9c2ba4e88f827d616045507605853e")))
    func take(_ count: Int) -> [UInt8] {
      defer { stream = stream.dropFirst(count) }
      return Array(stream.prefix(count))
    }
    var sealed: [UInt8] = []
    for _ in 0..<10_000 {
      let cipher = try XAES256GCM(take(32))
      let nonce = try #require(makeNonce(take(24)))
      let plaintext = take(Int(take(1)[0]))
      let context = take(Int(take(1)[0]))
      let message = try cipher.seal(plaintext, nonce, context)
      guard try cipher.open(message, nonce, context) == plaintext else {
        Issue.record("a message does not open")
        return
      }
      sealed += message
    }
    #expect(
      try shake128(sealed, count: 32)
        == bytes("e6b9edf2df6cec60c8cbd864e2211b597fb69a529160cd040d56c0c210081939"))
  }

  /// The specification of XAES-256-GCM defines the key derivation as NIST SP 800-108 in counter mode with CMAC.
  @Test func derivesMessageKeysLikeCMAC() throws {
    for _ in 0..<200 {
      let key = random.bytes(32)
      let nonceBytes = random.bytes(24)
      let plaintext = random.bytes(40)
      let context = random.bytes(13)
      let half = Array(nonceBytes[..<12])
      let derived = try cmac(key, [0, 1, 0x58, 0] + half) + cmac(key, [0, 2, 0x58, 0] + half)
      let expected = try gcm(derived, Array(nonceBytes[12...]), plaintext, context)
      let nonce = try #require(makeNonce(nonceBytes))
      #expect(try XAES256GCM(key).seal(plaintext, nonce, context) == expected)
    }
  }

  @Test(arguments: [0, 1, 15, 16, 17, 150, 65_536, 1_000_003])
  func everyLengthComesBack(count: Int) throws {
    let cipher = try XAES256GCM(random.bytes(32))
    let plaintext = random.bytes(count)
    for context in [[], random.bytes(33)] {
      let nonce = try SealingNonce(random: random)
      let sealed = try cipher.seal(plaintext, nonce, context)
      #expect(sealed.count == count + 16)
      #expect(try cipher.open(sealed, nonce, context) == plaintext)
    }
  }

  @Test(arguments: [0, 20]) func anyChangeIsNoticedAndNothingShown(count: Int) throws {
    let key = random.bytes(32)
    let nonceBytes = random.bytes(24)
    let context = random.bytes(9)
    let cipher = try XAES256GCM(key)
    let sealed = try cipher.seal(random.bytes(count), #require(makeNonce(nonceBytes)), context)

    for index in sealed.indices {
      #expect(
        try cipher.open(flipped(sealed, index), #require(makeNonce(nonceBytes)), context) == nil)
    }
    for index in nonceBytes.indices {
      #expect(
        try cipher.open(sealed, #require(makeNonce(flipped(nonceBytes, index))), context) == nil)
    }
    for index in context.indices {
      #expect(
        try cipher.open(sealed, #require(makeNonce(nonceBytes)), flipped(context, index)) == nil)
    }
    for index in key.indices {
      let other = try XAES256GCM(flipped(key, index))
      #expect(try other.open(sealed, #require(makeNonce(nonceBytes)), context) == nil)
    }
    for length in sealed.indices {
      #expect(
        try cipher.open(Array(sealed[..<length]), #require(makeNonce(nonceBytes)), context) == nil)
    }
    #expect(try cipher.open(sealed, #require(makeNonce(nonceBytes)), []) == nil)
    // The failed call must not affect the next call.
    #expect(try cipher.open(sealed, #require(makeNonce(nonceBytes)), context) != nil)
  }

  @Test(arguments: [0, 16, 31, 33]) func keysOfOtherLengthsAreRefused(count: Int) {
    let error = #expect(throws: KeychainError.self) {
      _ = try XAES256GCM([UInt8](repeating: 1, count: count))
    }
    #expect(error?.code == .parameter)
  }

  @Test func buffersThatDoNotFitAreRefused() throws {
    let cipher = try XAES256GCM(random.bytes(32))
    let nonce = try SealingNonce(random: random)
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    var output = [UInt8](repeating: 0, count: 15)
    let error = #expect(throws: KeychainError.self) {
      try output.withUnsafeMutableBytes {
        try cipher.seal(nothing, nonce: nonce, authenticating: nothing, into: $0)
      }
    }
    #expect(error?.code == .parameter)
  }

  @Test func authenticatedContextsThatAreTooLongAreRefused() throws {
    let cipher = try XAES256GCM(random.bytes(32))
    let nonce = try SealingNonce(random: random)
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    var byte: UInt8 = 0
    let error = #expect(throws: KeychainError.self) {
      try withUnsafeMutableBytes(of: &byte) { buffer in
        // `seal` checks only the length of `huge`, and does not read the buffer.
        let huge = UnsafeRawBufferPointer(start: buffer.baseAddress, count: Int(Int32.max) + 1)
        try cipher.seal(nothing, nonce: nonce, authenticating: huge, into: buffer)
      }
    }
    #expect(error?.code == .dataTooLarge)
  }

  @Test func noncesKeepTheirBytes() throws {
    let bytes = random.bytes(24)
    let nonce = try #require(makeNonce(bytes))
    var written = [UInt8](repeating: 0, count: 24)
    written.withUnsafeMutableBytes { nonce.write(to: $0) }
    #expect(written == bytes)
    #expect(makeNonce(Array(bytes.dropLast())) == nil)
    #expect(try SealingNonce(random: SystemRandom()) != SealingNonce(random: SystemRandom()))
  }
}
