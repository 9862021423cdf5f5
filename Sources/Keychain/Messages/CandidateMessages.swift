import KeychainModel

// The encoding of candidates for the evaluation of certificates.

extension CandidateCursor: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(round: try reader.number(), number: try reader.value())
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    writer.number(round)
    try writer.value(number)
  }
}

extension CandidateRequest: MessageValue {
  private static let purposes: [Purpose] = [.search, .searchSkippingGuarded, .update, .delete]

  /// - Throws: `.decode` when the bytes are not a request, when the class is neither certificate nor identity, or when
  ///   the limit is less than 1.
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(
      try reader.value(), for: try reader.choice(Self.purposes), after: try reader.value(),
      limit: try reader.value(ResultLimit.self).count)
    guard query.itemClass == .certificate || query.itemClass == .identity, limit > 0 else {
      throw MessageReader.malformed
    }
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(query)
    try writer.choice(purpose, of: Self.purposes)
    try writer.value(cursor)
    try writer.value(ResultLimit(limit))
  }
}

extension CandidatePage.Candidate: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(identifier: try reader.value(), content: try reader.value(ByteString.self).bytes)
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(identifier)
    try writer.byteString(content)
  }
}

extension CandidatePage: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(candidates: try reader.value(), next: try reader.value())
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(candidates)
    try writer.value(next)
  }
}
