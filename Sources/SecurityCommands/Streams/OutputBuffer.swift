import KeychainModel

/// An output buffer. Its bytes may be secret: the memory never moves, and the bytes are overwritten after they were
/// sent.
final class OutputBuffer {
  private var bytes: [UInt8] = []
  private let capacity: Int
  /// The capacity of the allocated memory, in bytes.
  private var room: Int

  /// The initial capacity. The output of most commands fits into it. The whole array is overwritten when it is freed,
  /// so a small array touches few pages.
  private static let firstRoom = 1 << 11

  /// - Parameter capacity: The maximum number of buffered bytes. It must be positive.
  init(capacity: Int) {
    self.capacity = capacity
    room = min(capacity, Self.firstRoom)
    // An array that grows by itself would leave a copy of its content in freed memory.
    bytes.reserveCapacity(room)
  }

  deinit { bytes.wipe() }

  var isEmpty: Bool { bytes.isEmpty }

  /// Appends bytes.
  ///
  /// - Parameter send: Receives the buffered bytes if the buffer is full.
  func append<Failure: Error>(
    _ new: some Collection<UInt8>, send: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var rest = new[...]
    while !rest.isEmpty {
      if bytes.count == room, room < capacity { enlarge() }
      if bytes.count == room { try drain(send) }
      let part = rest.prefix(room - bytes.count)
      bytes += part
      rest = rest[part.endIndex...]
    }
  }

  private func enlarge() {
    var larger: [UInt8] = []
    larger.reserveCapacity(capacity)
    larger += bytes
    bytes.wipe()
    bytes = larger
    room = capacity
  }

  /// Sends the buffered bytes, and empties the buffer.
  func drain<Failure: Error>(_ send: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    defer {
      bytes.wipe()
      bytes.removeAll(keepingCapacity: true)
    }
    try send(bytes)
  }
}
