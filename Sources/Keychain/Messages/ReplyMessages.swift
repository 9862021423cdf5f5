package import KeychainModel
import Vault

// The encoding of replies, and of the errors of calls.

extension KeychainError.Cause {
  /// The causes without associated values. The position of a cause in the list is its number in a message. A number is
  /// never reused.
  private static let plain: [KeychainError.Cause] = [
    .databaseDamaged, .mustBeUnlocked, .wrongApplicationPassword, .passcodeMissing,
    .passcodeMustWait, .allPresent, .argument, .storeReplaced, .unknownProof, .cancelled,
    .requestRepeated, .unknownWork, .connectionLost, .otherDatabase, .indexClosed, .personNeeded,
    .agentMissing,
  ]

  /// Reads a cause. Returns nil for a cause that this version does not know: the client handles such an error as an
  /// error without a cause.
  fileprivate static func read(_ reader: inout MessageReader) throws(KeychainError) -> KeychainError.Cause? {
    let number = try reader.number(UInt8.self)
    if number == .max {
      let flags = try reader.number(UInt64.self)
      let isNew = try reader.value(Bool.self)
      let constraints = AccessConstraints(rawValue: flags)
      return constraints.rawValue == flags ? .authenticationNeeded(constraints, toStore: isNew) : nil
    }
    return plain.indices.contains(Int(number)) ? plain[Int(number)] : nil
  }

  fileprivate func write(to writer: inout MessageWriter) throws(KeychainError) {
    if case .authenticationNeeded(let constraints, let isNew) = self {
      writer.number(UInt8.max)
      writer.number(constraints.rawValue)
      try writer.value(isNew)
    } else {
      try writer.choice(self, of: Self.plain)
    }
  }
}

extension KeychainError: MessageValue {
  /// A status that this version does not know is read as `.unexpected`, and an unknown failure cause as `.other`.
  ///
  /// - Throws: `.decode` when the bytes are not an error.
  init(from reader: inout MessageReader) throws(KeychainError) {
    let code = Code(rawValue: try reader.number()) ?? .unexpected
    let cause = FailureCause(rawValue: try reader.number()) ?? .other
    let reason = try Self.text(&reader)
    let handling = try reader.value(Bool.self) ? try Cause.read(&reader) : nil
    let place = Place(
      remote: try Self.text(&reader), line: UInt(try reader.number(UInt32.self)))
    self.init(code, reason, because: cause, cause: handling, at: place)
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(code.rawValue)
    try writer.value(failureCause.rawValue)
    try writer.byteString(Self.truncated(reason))
    try writer.value(cause != nil)
    if let cause { try cause.write(to: &writer) }
    try writer.byteString(Self.truncated(place.file))
    writer.number(UInt32(clamping: place.line))
  }

  /// The largest size in bytes of a reason and of a source file name.
  private static let largestTextByteCount = 4 << 10

  private static func text(_ reader: inout MessageReader) throws(KeychainError) -> String {
    let text = try reader.value(String.self)
    guard text.utf8.count <= largestTextByteCount else { throw MessageReader.malformed }
    return text
  }

  /// The beginning of a text, with at most `largestTextByteCount` bytes. The text is cut between two Unicode scalars.
  private static func truncated(_ text: String) -> Substring.UTF8View {
    guard text.utf8.count > largestTextByteCount else { return text[...].utf8 }
    var end = text.utf8.index(text.startIndex, offsetBy: largestTextByteCount)
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return text[..<end].utf8
  }
}

extension LockStatus: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(
      hasPasscode: try reader.value(), state: try reader.choice(LockState.allCases),
      settings: try reader.value(), login: try reader.choice(LoginPassword.allCases))
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(hasPasscode)
    try writer.choice(state, of: LockState.allCases)
    try writer.value(settings)
    try writer.choice(login, of: LoginPassword.allCases)
  }
}

extension UnreadableCount: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(damaged: try reader.value(), guarded: try reader.value())
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(damaged)
    try writer.value(guarded)
  }
}

extension Reply: MessageValue {
  private static let endedNumber: UInt8 = 22
  private static let committedNumber: UInt8 = 27

  init(from reader: inout MessageReader) throws(KeychainError) {
    let number = try reader.number(UInt8.self)
    if number == Self.endedNumber {
      // The reply inside `.ended` cannot be `.ended` itself.
      self = .ended(try Reply(ofCall: try reader.number(), &reader))
    } else {
      try self.init(ofCall: number, &reader)
    }
  }

  private init(ofCall number: UInt8, _ reader: inout MessageReader) throws(KeychainError) {
    if number == Self.committedNumber {
      let isSynchronizable = try reader.value(Bool.self)
      self = .committed(try Reply(try reader.number(), &reader), isSynchronizable: isSynchronizable)
    } else {
      try self.init(number, &reader)
    }
  }

  private init(_ number: UInt8, _ reader: inout MessageReader) throws(KeychainError) {
    switch number {
    case 0: self = .done
    case 1: self = .flag(try reader.value())
    case 2: self = .flags(try reader.value())
    case 3: self = .count(try reader.value())
    case 4: self = .items(try reader.value())
    case 5: self = .batch(try reader.value())
    case 6: self = .unreadable(try reader.value())
    case 7: self = .handle(try reader.value())
    case 8: self = .status(try reader.value())
    case 9: self = .refusal(try reader.value())
    case 10:
      guard case .key(let key) = try reader.value(DeviceKeyContent.self) else {
        throw MessageReader.malformed
      }
      self = .deviceKey(key)
    case 11: self = .repair(try reader.value())
    case 12: self = .recovery(try reader.value())
    case 13: self = .erasure(try reader.value())
    case 14: self = .rotation(try reader.value())
    case 15: self = .verification(try reader.value())
    case 16: self = .purge(try reader.value())
    case 17: self = .compaction(try reader.value())
    case 18: self = .backup(try reader.value())
    case 19: self = .restoration(try reader.value())
    case 20: self = .progress(done: try reader.value(), of: try reader.value())
    case 21: self = .bytes(try reader.value(ByteString.self).bytes)
    case 23: self = .changes(try reader.value(), try reader.value())
    case 24: self = .result(try reader.value(ByteString.self).bytes)
    case 25: self = .outcome(try reader.value())
    case 26: self = .candidates(try reader.value())
    case 28: self = .copy(try reader.value())
    default: throw MessageReader.malformed
    }
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    func put(_ tag: UInt8, _ value: some MessageValue) throws(KeychainError) {
      writer.number(tag)
      try writer.value(value)
    }
    switch self {
    case .done: writer.number(UInt8(0))
    case .flag(let flag): try put(1, flag)
    case .flags(let flags): try put(2, flags)
    case .count(let count): try put(3, count)
    case .items(let items): try put(4, items)
    case .batch(let outcomes): try put(5, outcomes)
    case .unreadable(let count): try put(6, count)
    case .handle(let handle): try put(7, handle)
    case .status(let status): try put(8, status)
    case .refusal(let refusal): try put(9, refusal)
    case .deviceKey(let key): try put(10, DeviceKeyContent.key(key))
    case .repair(let outcome): try put(11, outcome)
    case .recovery(let outcome): try put(12, outcome)
    case .erasure(let outcome): try put(13, outcome)
    case .rotation(let outcome): try put(14, outcome)
    case .verification(let report): try put(15, report)
    case .purge(let outcome): try put(16, outcome)
    case .compaction(let outcome): try put(17, outcome)
    case .backup(let outcome): try put(18, outcome)
    case .restoration(let outcome): try put(19, outcome)
    case .progress(let done, let total):
      try put(20, done)
      try writer.value(total)
    case .bytes(let bytes): try put(21, ByteString(bytes))
    case .ended(.ended), .committed(.ended, _), .committed(.committed, _): throw MessageReader.malformed
    case .ended(let reply): try put(Self.endedNumber, reply)
    case .committed(let reply, let isSynchronizable):
      try put(Self.committedNumber, isSynchronizable)
      try writer.value(reply)
    case .changes(let changes, let cursor):
      try put(23, changes)
      try writer.value(cursor)
    case .result(let bytes): try put(24, ByteString(bytes))
    case .outcome(let outcome): try put(25, outcome)
    case .candidates(let page): try put(26, page)
    case .copy(let outcome): try put(28, outcome)
    }
  }
}

extension Result where Success == Reply, Failure == KeychainError {
  /// Reads the answer to a call: a reply or an error.
  ///
  /// - Throws: `.notAvailable` with the cause `connectionLost` when the bytes are not an answer, or are an answer of
  ///   another version. The service may have carried out the call, so the answer is a lost reply. The client closes the
  ///   connection.
  package init(message: UnsafeRawBufferPointer) throws(KeychainError) {
    do throws(KeychainError) {
      self = try Self.read(message)
    } catch {
      throw KeychainError(
        .notAvailable, "the answer of the service cannot be read: \(error.reason)",
        because: error.failureCause == .newerFormat ? .newerFormat : .other, cause: .connectionLost)
    }
  }

  private static func read(_ message: UnsafeRawBufferPointer) throws(KeychainError) -> Self {
    var reader = MessageReader(message)
    try reader.requireVersion()
    let answer: Self = try reader.value(Bool.self) ? .success(try reader.value()) : .failure(try reader.value())
    try reader.requireEnd()
    return answer
  }

  /// The message of this answer. The message may contain secrets, so the caller must wipe the message.
  ///
  /// - Parameter byteCount: The expected size; 0 when it is not known. A buffer that grows is in memory twice.
  package func message(reserving byteCount: Int = 0) throws(KeychainError) -> [UInt8] {
    try MessageWriter.message(reserving: byteCount) { (writer) throws(KeychainError) in
      switch self {
      case .success(let reply):
        try writer.value(true)
        try writer.value(reply)
      case .failure(let error):
        try writer.value(false)
        try writer.value(error)
      }
    }
  }
}
