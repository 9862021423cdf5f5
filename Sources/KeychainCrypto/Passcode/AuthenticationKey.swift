package import KeychainModel

/// What only who has just given the passcode has. Items whose access control asks for that are sealed
/// with it.
package final class AuthenticationKey: Sendable {
  package let storeID: RowIdentifier
  /// The generation of the keybag in which it was made: another one after the passcode was removed and
  /// set anew, and then the old key is gone.
  package let generation: UInt64

  private let memory: KeyMemory
  private let marker = ForkMarker()

  init(storeID: RowIdentifier, generation: UInt64, _ memory: consuming KeyMemory) {
    self.storeID = storeID
    self.generation = generation
    self.memory = memory
  }

  /// Lends the 32 bytes.
  ///
  /// - Throws: `.notAvailable` in a forked child, where they read as zeros.
  package func withBytes<Result: ~Copyable>(
    _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try marker.requireThisProcess()
    return try memory.withUnsafeBytes(body)
  }
}
