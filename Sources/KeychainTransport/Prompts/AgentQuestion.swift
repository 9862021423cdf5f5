package import KeychainModel

/// A question of the service, which an agent shows to the person (`PacketKind.question`).
///
/// | bytes | field |
/// |---|---|
/// | 16 | the nonce |
/// | 1 | the kind: 1 passcode |
/// | 2 | the longest time for the answer, in seconds |
/// | 2 + n | the text of the question |
/// | 2 + n | the text for a small terminal |
/// | 2 + n | the problem with the last answer; empty for the first question |
///
/// The numbers are little-endian.
package struct AgentQuestion: Sendable, Equatable {
  package enum Kind: UInt8, Sendable {
    /// The passcode of the keychain.
    case passcode = 1
  }

  /// Identifies the question. No other question has the same nonce.
  package let nonce: QuestionNonce
  package let kind: Kind
  /// The longest time for the answer, in seconds.
  package let seconds: UInt16
  /// The text, which the service wrote.
  package let text: String
  /// The text for a terminal that is too small for `text`.
  package let shortText: String
  /// The problem with the last answer; nil for the first question.
  package let problem: String?

  /// The largest size of the text and of the problem, in bytes.
  package static let largestTextByteCount = 1024

  package init(
    _ nonce: QuestionNonce, _ kind: Kind, seconds: UInt16, text: String, shortText: String, problem: String?
  ) {
    self.shortText = shortText
    self.nonce = nonce
    self.kind = kind
    self.seconds = seconds
    self.text = text
    self.problem = problem
  }

  /// - Throws: `.decode` for a body with another length, an unknown kind, or a text that is too long or not UTF-8.
  package init(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) {
    var fields = FieldReader(bytes)
    nonce = try QuestionNonce(&fields)
    guard let kind = Kind(rawValue: try fields.number()) else { throw PacketHeader.malformed }
    self.kind = kind
    seconds = try fields.number()
    text = try fields.text()
    shortText = try fields.text()
    let problem = try fields.text()
    self.problem = problem.isEmpty ? nil : problem
    guard fields.isAtEnd, [text, shortText, problem].allSatisfy({ $0.utf8.count <= Self.largestTextByteCount }) else {
      throw PacketHeader.malformed
    }
  }

  package var bytes: [UInt8] {
    var fields = FieldWriter()
    fields.append(nonce.bytes)
    fields.number(kind.rawValue)
    fields.number(seconds)
    fields.text(text)
    fields.text(shortText)
    fields.text(problem ?? "")
    return fields.bytes
  }
}

/// The 16 random bytes that bind an answer to its question. The packets `question`, `withdrawal` and `answer` begin with
/// them.
package struct QuestionNonce: Hashable, Sendable {
  package let bytes: [UInt8]

  package static let byteCount = 16

  /// - Throws: `.decode` for another number of bytes.
  package init(_ bytes: [UInt8]) throws(KeychainError) {
    guard bytes.count == Self.byteCount else { throw PacketHeader.malformed }
    self.bytes = bytes
  }

  init(_ fields: inout FieldReader) throws(KeychainError) { bytes = try fields.bytes(Self.byteCount) }
}
