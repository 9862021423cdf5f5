import Foundation
import Glibc

/// The data before each message to the test server.
package struct Envelope: Codable, Sendable {
  package enum Kind: String, Codable, Sendable {
    /// Creates a keychain with the number.
    case hello
    /// Releases the keychain.
    case bye
    /// A call. Its message follows.
    case call
    /// The machine restarts: the simulated kernel loses the tickets of processes.
    case restart
  }

  /// The location and the machine of a keychain.
  package struct Place: Codable, Sendable {
    package var home: String
    package var adminDirectory: String
    /// The folder that identifies a machine, whose simulated kernel keeps tickets; nil for none.
    package var machine: String?
    /// Whether each call contains the time.
    package var hasClock: Bool

    package init(home: String, adminDirectory: String, machine: String?, hasClock: Bool) {
      self.home = home
      self.adminDirectory = adminDirectory
      self.machine = machine
      self.hasClock = hasClock
    }
  }

  package var kind: Kind
  package var keychain = 0
  package var place: Place?
  package var machine: String?
  package var accessGroups: [String] = []
  package var sharedGroups: [String] = []
  package var entitlements: [String] = []
  package var time: Double?

  package init(_ kind: Kind, keychain: Int = 0) {
    self.kind = kind
    self.keychain = keychain
  }
}

/// One end of a socket pair that transfers frames: a length of 4 bytes, and that many bytes.
package struct FrameSocket: Sendable {
  package let descriptor: Int32

  package init(_ descriptor: Int32) { self.descriptor = descriptor }

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

  /// The next frame; nil when the other end is closed.
  package func receive() -> [UInt8]? {
    guard let header = receive(4) else { return nil }
    let count = header.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self)) }
    guard count <= Self.largestFrame else { return nil }
    return receive(Int(count))
  }

  /// Greater than the frames of all tests. Without this limit, a damaged length could exhaust the
  /// memory.
  private static let largestFrame = 256 << 20

  private func receive(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
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
