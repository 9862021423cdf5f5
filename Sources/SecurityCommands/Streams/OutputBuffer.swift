/// Bytes on their way out. They may be secret: they lie in memory that never moves, and are overwritten
/// once they were handed on.
final class OutputBuffer {
  private var bytes: [UInt8] = []
  private let capacity: Int

  /// - Parameter capacity: The most bytes that are held back; more than zero.
  init(capacity: Int) {
    self.capacity = capacity
    // An array that grows by itself leaves what it had in memory.
    bytes.reserveCapacity(capacity)
  }

  deinit { bytes.wipe() }

  var isEmpty: Bool { bytes.isEmpty }

  /// Adds bytes at the end.
  ///
  /// - Parameter send: Gets everything when there is no room.
  func append<Failure: Error>(
    _ new: some Collection<UInt8>, send: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var rest = new[...]
    while !rest.isEmpty {
      if bytes.count == capacity { try drain(send) }
      let part = rest.prefix(capacity - bytes.count)
      bytes += part
      rest = rest[part.endIndex...]
    }
  }

  /// Hands on what there is, and forgets it.
  func drain<Failure: Error>(_ send: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    defer {
      bytes.wipe()
      bytes.removeAll(keepingCapacity: true)
    }
    try send(bytes)
  }
}
