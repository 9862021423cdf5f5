import Glibc

/// One end of a socket pair that transfers frames. A frame is the number of its bytes, as a little-endian number of 4
/// bytes, and the bytes.
package struct FrameSocket: Sendable {
  package let descriptor: Int32

  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Sends a frame.
  ///
  /// - Returns: False when the other end is closed.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    var frame = withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { Array($0) }
    frame += bytes
    var done = 0
    while done < frame.count {
      let count = frame[done...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  /// Receives the next frame. Returns nil when the other end is closed.
  package func receive() -> [UInt8]? {
    guard let header = receive(4) else { return nil }
    let count = header.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self)) }
    guard count <= Self.largestFrame else { return nil }
    return receive(Int(count))
  }

  /// The greatest length of a frame, in bytes. No test sends a greater frame. Without this limit, a damaged length
  /// could exhaust the memory.
  private static let largestFrame = 256 << 20

  private func receive(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var done = 0
    while done < count {
      // The memory grows with the bytes that arrive.
      if done == bytes.count { bytes += [UInt8](repeating: 0, count: min(count - done, max(64 << 10, done))) }
      let received = bytes[done...].withUnsafeMutableBytes {
        recv(descriptor, $0.baseAddress, $0.count, 0)
      }
      if received < 0, errno == EINTR { continue }
      guard received > 0 else { return nil }
      done += received
    }
    return bytes
  }
}
