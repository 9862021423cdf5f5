package import KeychainModel

/// A protected file whose content is written twice.
package struct TwoCopyFile: Sendable {
  package let file: ProtectedFile
  private let codec: TwoCopyCodec
  private let limit: Int
  private let damage: FailureCause

  /// - Parameters:
  ///   - limit: The most bytes that the file may have.
  ///   - damage: Why calls fail when both copies are damaged.
  package init(
    _ file: ProtectedFile, codec: TwoCopyCodec, limit: Int, damage: FailureCause = .fileDamaged
  ) {
    self.file = file
    self.codec = codec
    self.limit = limit
    self.damage = damage
  }

  /// Hands the payload to `body` and gives its result; nil when there is no such file.
  ///
  /// The second argument says whether a damaged copy should be written anew with `repair()`.
  /// Reading does not do it by itself: a reader without the lock that writers hold could undo a
  /// change made meanwhile.
  ///
  /// - Throws: `.notAvailable` when neither copy is whole, and what `ProtectedFile.read` throws.
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

  /// Whether one of the copies is damaged, so that `repair()` has something to do.
  ///
  /// - Throws: as `read(_:)`.
  package func hasDamagedCopy() throws(KeychainError) -> Bool {
    try read { _, needsRepair throws(KeychainError) in needsRepair } ?? false
  }

  /// Writes a damaged copy anew from the whole one; false when there was nothing to do.
  ///
  /// To be called while holding the lock that every writer of this file holds.
  @discardableResult
  package func repair() throws(KeychainError) -> Bool {
    try read { payload, needsRepair throws(KeychainError) in
      if needsRepair { try replace(payload) }
      return needsRepair
    } ?? false
  }

  /// Creates the file unless there is one: then nothing changes, and the result is false.
  package func create(_ payload: UnsafeRawBufferPointer) throws(KeychainError) -> Bool {
    try codec.encode(payload).withUnsafeBytes { bytes throws(KeychainError) in
      try file.create(bytes)
    }
  }

  /// Puts the payload in place of the file's, in one step.
  ///
  /// - Parameter erasingOld: As for `ProtectedFile`.
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
      throw error.saying("\(file.path): \(error.reason)")
    }
  }
}
