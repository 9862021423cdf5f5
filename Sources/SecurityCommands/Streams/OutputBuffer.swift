/// Bytes on their way out. They may be secret: they lie in memory that never moves, and are overwritten
/// once they were handed on.
final class OutputBuffer {
  private var bytes: [UInt8] = []
  private let capacity: Int
  /// How many bytes there is memory for.
  private var room: Int

  /// What most commands print is less. All of an array is overwritten when it is given back, also what was
  /// never used, and a command has few pages to touch otherwise.
  private static let firstRoom = 1 << 11

  /// - Parameter capacity: The most bytes that are held back; more than zero.
  init(capacity: Int) {
    self.capacity = capacity
    room = min(capacity, Self.firstRoom)
    // An array that grows by itself leaves what it had in memory.
    bytes.reserveCapacity(room)
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

  /// Hands on what there is, and forgets it.
  func drain<Failure: Error>(_ send: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    defer {
      bytes.wipe()
      bytes.removeAll(keepingCapacity: true)
    }
    try send(bytes)
  }
}
