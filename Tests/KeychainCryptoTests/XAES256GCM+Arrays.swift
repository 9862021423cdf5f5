import KeychainCrypto
import KeychainModel

extension XAES256GCM {
  convenience init(_ key: [UInt8]) throws {
    let pointer = UnsafeMutableRawBufferPointer.allocate(byteCount: key.count, alignment: 1)
    defer { pointer.deallocate() }
    pointer.copyBytes(from: key)
    try self.init(key: UnsafeRawBufferPointer(pointer))
  }

  func seal(_ plaintext: [UInt8], _ nonce: SealingNonce, _ context: [UInt8]) throws -> [UInt8] {
    var output = [UInt8](repeating: 0xEE, count: Self.sealedByteCount(of: plaintext.count))
    try output.withUnsafeMutableBytes { output in
      try plaintext.withUnsafeBytes { plaintext in
        try context.withUnsafeBytes { context in
          try seal(plaintext, nonce: nonce, authenticating: context, into: output)
        }
      }
    }
    return output
  }

  /// Returns the plaintext; nil if the message is not authentic. For a message that is not authentic, checks that the
  /// output buffer contains no plaintext.
  func open(_ sealed: [UInt8], _ nonce: SealingNonce, _ context: [UInt8]) throws -> [UInt8]? {
    var output = [UInt8](repeating: 0xEE, count: max(0, sealed.count - Self.tagByteCount))
    do {
      try output.withUnsafeMutableBytes { output in
        try sealed.withUnsafeBytes { sealed in
          try context.withUnsafeBytes { context in
            try open(sealed, nonce: nonce, authenticating: context, into: output)
          }
        }
      }
    } catch let error as KeychainError where error.code == .decode {
      guard output.allSatisfy({ $0 == 0 }) else { throw UnauthenticatedPlaintext() }
      return nil
    }
    return output
  }
}

struct UnauthenticatedPlaintext: Error {}

func makeNonce(_ bytes: [UInt8]) -> SealingNonce? { bytes.withUnsafeBytes { SealingNonce($0) } }
