import KeychainCrypto
import KeychainModel
import Testing

@Suite struct SecretStreamTests {
  private static let chunk = SecretStream.chunkByteCount
  private let random = TestRandom()
  private let cipher: XAES256GCM
  private let nonce: SealingNonce
  private let context: [UInt8] = [1, 2, 3]

  init() throws {
    cipher = try XAES256GCM(random.bytes(32))
    nonce = try SealingNonce(random: random)
  }

  @Test(arguments: [
    (0, 1), (1, 1), (chunk - 1, 1), (chunk, 1), (chunk + 1, 2), (3 * chunk, 3), (3 * chunk + 7, 4),
  ])
  func secretsComeBack(byteCount: Int, chunkCount: Int) throws {
    let secret = random.bytes(byteCount)
    let stream = try SecretStream(nonce: nonce, byteCount: byteCount)
    let chunks = try seal(secret, stream)
    #expect(stream.chunkCount == chunkCount)
    #expect(chunks.count == chunkCount)
    #expect(chunks.map(\.count).reduce(0, +) == stream.sealedByteCount)
    #expect(try open(chunks, stream) == secret)
  }

  @Test func exchangedChunksAreNoticed() throws {
    let stream = try SecretStream(nonce: nonce, byteCount: 3 * Self.chunk)
    var chunks = try seal(random.bytes(3 * Self.chunk), stream)
    chunks.swapAt(0, 1)
    #expect(try open(chunks, stream) == nil)
    chunks.swapAt(0, 1)
    chunks.swapAt(1, 2)
    #expect(try open(chunks, stream) == nil)
  }

  @Test func droppedChunksAreNoticed() throws {
    let stream = try SecretStream(nonce: nonce, byteCount: 3 * Self.chunk)
    let shorter = try SecretStream(nonce: nonce, byteCount: 2 * Self.chunk)
    let chunks = try seal(random.bytes(3 * Self.chunk), stream)
    for dropped in 0..<3 {
      var rest = chunks
      rest.remove(at: dropped)
      #expect(try open(rest, shorter) == nil)
    }
  }

  @Test func addedChunksAreNoticed() throws {
    let stream = try SecretStream(nonce: nonce, byteCount: 2 * Self.chunk)
    let longer = try SecretStream(nonce: nonce, byteCount: 3 * Self.chunk)
    let chunks = try seal(random.bytes(2 * Self.chunk), stream)
    #expect(try open(chunks + [chunks[1]], longer) == nil)
    #expect(try open([chunks[0]] + chunks, longer) == nil)
  }

  @Test func cutChunksAreNoticed() throws {
    let stream = try SecretStream(nonce: nonce, byteCount: 100)
    let chunks = try seal(random.bytes(100), stream)
    #expect(try open([Array(chunks[0].dropLast())], stream) == nil)
    let shorter = try SecretStream(nonce: nonce, byteCount: 99)
    #expect(try open([Array(chunks[0].dropLast())], shorter) == nil)
  }

  @Test func everyChangedByteIsNoticed() throws {
    let stream = try SecretStream(nonce: nonce, byteCount: 60)
    let chunks = try seal(random.bytes(60), stream)
    for index in chunks[0].indices {
      #expect(try open([flipped(chunks[0], index)], stream) == nil)
    }
  }

  @Test func otherContextsNoncesAndKeysAreNoticed() throws {
    let stream = try SecretStream(nonce: nonce, byteCount: 60)
    let chunks = try seal(random.bytes(60), stream)
    #expect(try open(chunks, stream, context: [1, 2]) == nil)
    let other = try SecretStream(nonce: SealingNonce(random: random), byteCount: 60)
    #expect(try open(chunks, other) == nil)
    #expect(try open(chunks, stream, cipher: XAES256GCM(random.bytes(32))) == nil)
  }

  @Test func chunkIsNoMessageAndMessageNoChunk() throws {
    let secret = random.bytes(60)
    let stream = try SecretStream(nonce: nonce, byteCount: 60)
    #expect(try cipher.open(seal(secret, stream)[0], nonce, context) == nil)
    #expect(try open([cipher.seal(secret, nonce, context)], stream) == nil)
  }

  @Test func countsBeyondTheLimitAreRefused() throws {
    let limit = Self.chunk << 31
    _ = try SecretStream(nonce: nonce, byteCount: limit)
    for count in [limit + 1, .max, -1] {
      let error = #expect(throws: KeychainError.self) {
        _ = try SecretStream(nonce: nonce, byteCount: count)
      }
      #expect(error?.code == .dataTooLarge)
    }
  }

  @Test func chunksOfOtherLengthsAndPlacesAreRefused() throws {
    let stream = try SecretStream(nonce: nonce, byteCount: 60)
    for (index, count) in [(0, 59), (0, 61), (1, 60), (-1, 60)] {
      let error = #expect(throws: KeychainError.self) {
        _ = try sealChunk(index, random.bytes(count), stream)
      }
      #expect(error?.code == .parameter)
    }
  }

  private func sealChunk(
    _ index: Int, _ plaintext: [UInt8], _ stream: SecretStream
  ) throws -> [UInt8] {
    var output = [UInt8](repeating: 0, count: plaintext.count + 16)
    try output.withUnsafeMutableBytes { output in
      try plaintext.withUnsafeBytes { plaintext in
        try context.withUnsafeBytes { context in
          try stream.sealChunk(
            index, plaintext, with: cipher, authenticating: context, into: output)
        }
      }
    }
    return output
  }

  private func seal(_ secret: [UInt8], _ stream: SecretStream) throws -> [[UInt8]] {
    try (0..<stream.chunkCount).map {
      try sealChunk($0, Array(secret[stream.range(ofChunk: $0)]), stream)
    }
  }

  private func open(
    _ chunks: [[UInt8]], _ stream: SecretStream, context: [UInt8]? = nil,
    cipher: XAES256GCM? = nil
  ) throws -> [UInt8]? {
    var secret: [UInt8] = []
    for (index, chunk) in chunks.enumerated() {
      var output = [UInt8](repeating: 0, count: chunk.count - 16)
      do {
        try output.withUnsafeMutableBytes { output in
          try chunk.withUnsafeBytes { chunk in
            try (context ?? self.context).withUnsafeBytes { context in
              try stream.openChunk(
                index, chunk, with: cipher ?? self.cipher, authenticating: context, into: output)
            }
          }
        }
      } catch let error as KeychainError where error.code == .decode {
        return nil
      }
      secret += output
    }
    return secret
  }
}
