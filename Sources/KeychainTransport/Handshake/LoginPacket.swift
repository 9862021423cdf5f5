package import KeychainFiles
package import KeychainModel

/// A login of a user, which a program of root reports. The program builds the packet without Swift (`pam_latchkey.c`).
///
/// | bytes | field |
/// |---|---|
/// | 1 | the operation: 1 login, 2 change of the login password, 3 new login password without the old one |
/// | 2 + n | the name of the user, at most 255 bytes |
/// | 2 + n | the password; for a change, the old password; empty for the operation 3 |
/// | 2 + n | the new password of a change; otherwise empty |
///
/// A password has at most 1024 bytes. The lengths are little-endian.
package struct LoginPacket: ~Copyable {
  package enum Operation: UInt8, Sendable {
    case login = 1
    case change = 2
    case replacement = 3
  }

  package let operation: Operation
  package let user: String
  package let password: WipedBytes
  package let newPassword: WipedBytes

  package static let largestUserByteCount = 255
  package static let largestPasswordByteCount = 1024
  package static let largestByteCount = 1 + 3 * 2 + largestUserByteCount + 2 * largestPasswordByteCount

  /// - Throws: `.decode` for a body with another length, an unknown operation, a name that is not UTF-8 or has a NUL, or
  ///   a password that the operation must not have or lacks.
  package init(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) {
    var fields = FieldReader(bytes)
    guard let operation = Operation(rawValue: try fields.number()) else { throw PacketHeader.malformed }
    let user = try fields.text()
    let password = try Self.password(&fields)
    let newPassword = try Self.password(&fields)
    guard fields.isAtEnd, !user.utf8.contains(0), (1...Self.largestUserByteCount).contains(user.utf8.count),
      (password.count > 0) == (operation != .replacement), (newPassword.count > 0) == (operation == .change)
    else { throw PacketHeader.malformed }
    self.operation = operation
    self.user = user
    self.password = password
    self.newPassword = newPassword
  }

  /// Reads a whole packet, with its header.
  ///
  /// - Throws: `.decode` for a packet that is no login.
  package init(packet: UnsafeRawBufferPointer) throws(KeychainError) {
    let header = try PacketHeader(packet: packet)
    guard header.kind == PacketKind.login.rawValue, !header.isInMemoryFile else { throw PacketHeader.malformed }
    try self.init(UnsafeRawBufferPointer(rebasing: packet[PacketHeader.byteCount...]))
  }

  private static func password(_ fields: inout FieldReader) throws(KeychainError) -> WipedBytes {
    let count = Int(try fields.number(UInt16.self))
    guard count <= largestPasswordByteCount else { throw PacketHeader.malformed }
    return try fields.wipedBytes(count)
  }
}

/// The answer to a login.
package enum LoginAnswer: UInt8, Sendable {
  /// The passcode is the login password, and the keychain is unlocked, or its passcode was changed.
  case done = 0
  /// The passcode is a password of its own, or the user has no keychain.
  case separate = 1
  /// The login password does not open the keychain.
  case differs = 2
  /// The login could not be carried out. The log of the service says why.
  case failed = 3
}
