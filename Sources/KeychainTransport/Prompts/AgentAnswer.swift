package import KeychainFiles
package import KeychainModel

/// The answer of an agent to a question (`PacketKind.answer`).
///
/// | bytes | field |
/// |---|---|
/// | 16 | the nonce of the question |
/// | 1 | the outcome |
/// | n | what the person typed; empty for every outcome except `given` |
package struct AgentAnswer: ~Copyable {
  package enum Outcome: UInt8, Sendable {
    /// The person typed an answer, or confirmed.
    case given = 1
    /// The person dismissed the question.
    case dismissed = 2
    /// The agent cannot show a question.
    case impossible = 3
    /// Nobody answered in time, or the pinentry failed.
    case failed = 4
  }

  package let nonce: QuestionNonce
  package let outcome: Outcome
  package let typed: WipedBytes

  /// The largest size of a typed answer, in bytes. A pinentry sends shorter answers.
  package static let largestTypedByteCount = 2048

  /// - Throws: `.decode` for a body that is too short or too long, for an unknown outcome, and for a typed answer with an
  ///   outcome that must not have one.
  package init(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) {
    var fields = FieldReader(bytes)
    let nonce = try QuestionNonce(&fields)
    guard let outcome = Outcome(rawValue: try fields.number()) else { throw PacketHeader.malformed }
    let count = bytes.count - QuestionNonce.byteCount - 1
    guard count <= Self.largestTypedByteCount, outcome == .given || count == 0 else { throw PacketHeader.malformed }
    let typed = try fields.wipedBytes(count)
    self.nonce = nonce
    self.outcome = outcome
    self.typed = typed
  }

  /// The body of an answer. The caller wipes it.
  package static func bytes(
    _ nonce: QuestionNonce, _ outcome: Outcome,
    typed: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    // The array never grows, so no copy of the typed bytes stays in memory.
    bytes.reserveCapacity(QuestionNonce.byteCount + 1 + typed.count)
    bytes += nonce.bytes
    bytes.append(outcome.rawValue)
    bytes += typed
    return bytes
  }
}
