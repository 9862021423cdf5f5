package import KeychainModel

/// The kinds of packets between a client and the service.
package enum PacketKind: UInt16, Sendable {
  /// The first packet of a client. The body is a `Hello`.
  case hello = 1
  /// The answer to the hello or to the proof. The body is a `Welcome`.
  case welcome = 2
  /// The service asks the client to send the body back from the process that connected.
  case challenge = 3
  /// The answer to a challenge, with the same body.
  case proof = 4
  /// A call. The body is the message of a `Call`.
  case call = 5
  /// The answer to the call with the same number. The body is the message of a reply or an error.
  case reply = 6
  /// The client asks for notices of commits. The packet has no body.
  case subscribe = 7
  /// A notice: since the last notice, the keychain of the client changed. The packet has no number and no body.
  case changed = 8
  /// The first and only packet of a program of root: a login of a user. The body is a `LoginPacket`.
  case login = 9
  /// The answer to a login. The body is the byte of a `LoginAnswer`.
  case loginAnswer = 10
  /// The client asks for a memory file for the call with the same number. The body is the length of the message of the
  /// call (8 bytes).
  case memoryRequest = 11
  /// The answer to `memoryRequest`: a memory file that the client must fill and seal. The call follows.
  case memory = 12
  /// The service asks the person through an agent. The body is an `AgentQuestion`.
  case question = 13
  /// The service withdraws a question from an agent. The body is the nonce of the question.
  case withdrawal = 14
  /// The answer of an agent to a question. The body is an `AgentAnswer`.
  case answer = 15
  /// The first packet of a program of root that keeps copies of a keychain, or removes it. The body is an
  /// `AdministrationHello`.
  case administration = 16
}

/// The header of a packet. The body follows in the same packet, with two exceptions. A large call is in a memory file
/// (`MemoryFile`), which the service sent before. A large reply comes in several packets (`CollectedReply`).
///
/// All numbers are little-endian. The header has 24 bytes: version (2 bytes), kind (2), flags (4), number (8), length (8).
/// The flags are 1 for a memory file, 2 if more packets of the reply follow, and otherwise 0.
package struct PacketHeader: Sendable, Equatable {
  package static let byteCount = 24
  /// The version of the packets. A service and a client with different versions do not understand each other's packets,
  /// so the hello and the welcome have this version for ever.
  package static let version: UInt16 = 1

  /// The largest number of bytes of a body within one packet. A packet of this size fits into the queue of a socket with
  /// the default limits of the kernel.
  package static let largestInlineByteCount = 128 << 10

  /// The largest body of a call and of a reply: the largest secret, and its attributes.
  package static let largestByteCount = 80 << 20

  /// The number of the kind, which may be unknown.
  package var kind: UInt16
  /// Whether the body is in a memory file.
  package var isInMemoryFile: Bool
  /// Whether more packets of the same reply follow.
  package var isContinued: Bool
  /// The number that a call and its reply have in common; 0 for other packets.
  package var number: UInt64
  /// The number of bytes of the body; if more packets of the reply follow, the number of bytes in this packet and in all
  /// that follow.
  package var length: UInt64

  package init(
    _ kind: PacketKind, number: UInt64 = 0, length: Int, isInMemoryFile: Bool = false, isContinued: Bool = false
  ) {
    self.kind = kind.rawValue
    self.isContinued = isContinued
    self.number = number
    self.length = UInt64(length)
    self.isInMemoryFile = isInMemoryFile
  }

  /// Reads the header of a packet, and checks it against the length of the packet.
  ///
  /// - Throws: `.decode` when the header is malformed, or when its length is not the length of the body.
  package init(packet: UnsafeRawBufferPointer) throws(KeychainError) {
    guard packet.count >= Self.byteCount else { throw Self.malformed }
    func number<Number: FixedWidthInteger>(_ offset: Int, _ type: Number.Type) -> Number {
      Number(littleEndian: packet.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
    guard number(0, UInt16.self) == Self.version else {
      throw KeychainError(.decode, "a packet has an unknown version", because: .newerFormat)
    }
    kind = number(2, UInt16.self)
    let flags = number(4, UInt32.self)
    guard flags <= Self.continuedFlag else { throw Self.malformed }
    isInMemoryFile = flags == Self.memoryFlag
    isContinued = flags == Self.continuedFlag
    self.number = number(8, UInt64.self)
    length = number(16, UInt64.self)
    let inline = packet.count - Self.byteCount
    guard length <= UInt64(Self.largestByteCount) else { throw Self.malformed }
    let isWell =
      if isInMemoryFile {
        inline == 0 && [PacketKind.call.rawValue, PacketKind.memory.rawValue].contains(kind)
      } else if isContinued {
        inline == Self.largestInlineByteCount && length > UInt64(inline) && kind == PacketKind.reply.rawValue
      } else {
        length == UInt64(inline)
      }
    guard isWell else { throw Self.malformed }
  }

  private static let (memoryFlag, continuedFlag): (UInt32, UInt32) = (1, 2)

  private var flags: UInt32 { isInMemoryFile ? Self.memoryFlag : isContinued ? Self.continuedFlag : 0 }

  package static var malformed: KeychainError { KeychainError(.decode, "a packet is malformed") }

  /// Calls `body` with the encoded header.
  func withEncoded<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: Self.byteCount, alignment: 8) { bytes in
      bytes.storeBytes(of: Self.version.littleEndian, toByteOffset: 0, as: UInt16.self)
      bytes.storeBytes(of: kind.littleEndian, toByteOffset: 2, as: UInt16.self)
      bytes.storeBytes(of: flags.littleEndian, toByteOffset: 4, as: UInt32.self)
      bytes.storeBytes(of: number.littleEndian, toByteOffset: 8, as: UInt64.self)
      bytes.storeBytes(of: length.littleEndian, toByteOffset: 16, as: UInt64.self)
      return body(UnsafeRawBufferPointer(bytes))
    }
  }
}
