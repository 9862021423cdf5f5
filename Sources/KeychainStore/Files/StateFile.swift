package import KeychainFiles
package import KeychainModel

/// The file `state`, held open and read at every call.
package final class StateFile: Sendable {
  package static let name = "state"

  private let file: RecordFile

  /// Opens the file; nil when there is none.
  package init?(in directory: ProtectedDirectory) throws(KeychainError) {
    guard let file = try RecordFile(Self.name, in: directory) else { return nil }
    self.file = file
  }

  /// The state; nil when the file holds something else, or not all of it.
  package func read() throws(KeychainError) -> StoreState? {
    var bytes: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) =
      (0, 0, 0, 0, 0, 0, 0, 0)
    return try withUnsafeMutableBytes(of: &bytes) { (buffer) throws(KeychainError) in
      guard try file.read(into: buffer) == buffer.count else { return nil }
      return StoreState(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Whether the file holds just the bytes of a state.
  package func holds(_ encoded: [UInt8]) throws(KeychainError) -> Bool {
    var bytes: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) =
      (0, 0, 0, 0, 0, 0, 0, 0)
    return try withUnsafeMutableBytes(of: &bytes) { (buffer) throws(KeychainError) in
      guard try file.read(into: buffer) == buffer.count else { return false }
      let found = UnsafeRawBufferPointer(buffer)
      return encoded.withUnsafeBytes { $0.isIdentical(to: found) }
    }
  }

  /// Whether the path still leads to the file: otherwise another file says what counts.
  package func isAtItsPath() throws(KeychainError) -> Bool { try file.isAtItsPath() }

  /// Writes another state, durably. To be called while holding the store's lock exclusively.
  package func write(_ state: StoreState) throws(KeychainError) {
    try file.write(state.encoded, at: 0, durably: true)
  }

  /// Creates the file unless there is one; then nothing changes, and the result is false.
  package static func create(
    _ state: StoreState, in directory: ProtectedDirectory
  ) throws(KeychainError) -> Bool {
    try state.encoded.withUnsafeBufferPointer { (bytes) throws(KeychainError) in
      try ProtectedFile(name, in: directory).create(UnsafeRawBufferPointer(bytes))
    }
  }
}
