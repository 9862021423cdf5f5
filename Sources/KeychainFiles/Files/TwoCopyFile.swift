package import KeychainModel

/// A protected file that contains its content twice.
package struct TwoCopyFile: Sendable {
  package let file: ProtectedFile
  private let codec: TwoCopyCodec
  private let limit: Int
  private let damage: FailureCause

  /// - Parameters:
  ///   - limit: The largest size of the file, in bytes.
  ///   - damage: The cause of the error when both copies are damaged.
  package init(
    _ file: ProtectedFile, codec: TwoCopyCodec, limit: Int, damage: FailureCause = .fileDamaged
  ) {
    self.file = file
    self.codec = codec
    self.limit = limit
    self.damage = damage
  }

  /// Passes the payload to `body` and returns the result of `body`; nil when there is no such file.
  ///
  /// The second argument tells whether `repair()` should replace a damaged copy. Reading does not repair, because a
  /// reader without the writers' lock could undo a concurrent change.
  ///
  /// - Throws: `.notAvailable` when neither copy is intact; the errors of `ProtectedFile.read`.
  package func read<Result: ~Copyable>(
    _ body: (_ payload: UnsafeRawBufferPointer, _ needsRepair: Bool) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result? {
    guard let content = try file.read(limit: limit) else { return nil }
    return try content.withUnsafeBytes { bytes throws(KeychainError) in
      switch try state(of: bytes) {
      case .intact(let range): try body(UnsafeRawBufferPointer(rebasing: bytes[range]), false)
      case .repairable(let range): try body(UnsafeRawBufferPointer(rebasing: bytes[range]), true)
      case .damaged:
        throw KeychainError(
          .notAvailable, "both copies in \(file.path) are damaged", because: damage)
      }
    }
  }

  /// Whether one of the copies is damaged, so that `repair()` can replace this copy.
  ///
  /// - Throws: The errors of `read(_:)`.
  package func hasDamagedCopy() throws(KeychainError) -> Bool {
    try read { _, needsRepair throws(KeychainError) in needsRepair } ?? false
  }

  /// Replaces a damaged copy with the intact copy. Returns false when no copy is damaged.
  ///
  /// The caller must hold the lock that every writer of this file holds.
  @discardableResult
  package func repair() throws(KeychainError) -> Bool {
    try read { payload, needsRepair throws(KeychainError) in
      if needsRepair { try replace(payload) }
      return needsRepair
    } ?? false
  }

  /// Creates the file. If the file exists already, changes nothing and returns false.
  package func create(_ payload: UnsafeRawBufferPointer) throws(KeychainError) -> Bool {
    try codec.encode(payload).withUnsafeBytes { bytes throws(KeychainError) in
      try file.create(bytes)
    }
  }

  /// Replaces the payload in the file, in one step.
  ///
  /// - Parameter erasingOld: Whether to overwrite the old file, as in `ProtectedFile.replace`.
  package func replace(
    _ payload: UnsafeRawBufferPointer, erasingOld: Bool = false
  ) throws(KeychainError) {
    try codec.encode(payload).withUnsafeBytes { bytes throws(KeychainError) in
      try file.replace(bytes, erasingOld: erasingOld)
    }
  }

  private func state(of content: UnsafeRawBufferPointer) throws(KeychainError) -> TwoCopyState {
    do throws(KeychainError) {
      return try codec.locatePayload(in: content)
    } catch {
      throw error.withReason("\(file.path): \(error.reason)")
    }
  }
}

/// The state of the two copies in a file. An associated range is the position of the payload in the file.
package enum TwoCopyState: Equatable, Sendable {
  /// Both copies are intact and equal.
  case intact(Range<Int>)
  /// At least one copy is intact, and the file should be written again, because the other copy is damaged or different.
  /// When both copies are intact but different, the associated range is the payload of the first copy.
  case repairable(Range<Int>)
  /// No copy is intact.
  case damaged
}
