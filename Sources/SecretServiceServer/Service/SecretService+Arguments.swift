import KeychainModel

// The arguments that several methods have.

extension SecretService {
  /// The largest number of paths in a call.
  static let largestPathCount = 1 << 17

  /// The largest number of paths in a call of `Lock` or `Unlock`.
  static let largestLockCount = 1 << 14

  func paths(_ call: BusMessage, limit: Int = largestPathCount) throws(BusError) -> [String] {
    var paths: [String] = []
    try call.array("o", limit: limit) { () throws(BusError) in paths.append(try call.objectPath()) }
    return paths
  }

  /// The largest number of attributes of an item.
  private static let largestAttributeCount = 4096

  /// Reads a map of attributes.
  ///
  /// - Throws: `InvalidArgs` if a name occurs twice; `LimitsExceeded` for a map that is too large.
  func attributes(_ call: BusMessage) throws(BusError) -> FreeAttributes {
    var pairs: [FreeAttributes.Pair] = []
    try call.array("{ss}", limit: Self.largestAttributeCount) { () throws(BusError) in
      pairs.append(
        try call.entry("ss") { () throws(BusError) in FreeAttributes.Pair(try call.text(), try call.text()) })
    }
    return try Self.map(pairs)
  }

  static func map(_ pairs: [FreeAttributes.Pair]) throws(BusError) -> FreeAttributes {
    let byteCount = pairs.reduce(0) { $0 + 8 + $1.name.utf8.count + $1.value.utf8.count }
    guard byteCount <= FreeAttributes.largestByteCount else {
      throw .limitsExceeded("the attributes of an item have at most \(FreeAttributes.largestByteCount) bytes")
    }
    return try answering { () throws(KeychainError) in try FreeAttributes(pairs) }
  }

  /// A secret that a client sent.
  struct ReceivedSecret {
    let bytes: [UInt8]
    let contentType: String
  }

  /// Reads and decrypts a secret. The caller wipes the bytes.
  ///
  /// - Throws: `NoSession`; `InvalidArgs` when the secret cannot be decrypted.
  func secret(_ call: BusMessage) throws(BusError) -> ReceivedSecret {
    var transferred = TransferredSecret(parameters: [], value: [])
    let (path, type) = try call.structure("oayays") { () throws(BusError) in
      let path = try call.objectPath()
      transferred.parameters = try call.bytes()
      transferred.value = try call.bytes()
      return (path, try call.text())
    }
    let session = try sessions.session(at: path, of: call.sender)
    guard transferred.value.count <= Limits.secretByteCount + 16 else {
      throw .limitsExceeded("a secret has at most \(Limits.secretByteCount) bytes")
    }
    guard type.utf8.count <= 255 else { throw .invalidArgs("the type of a secret has at most 255 bytes") }
    let bytes = try answering { () throws(KeychainError) in try session.cipher.decrypt(transferred) }
    return ReceivedSecret(bytes: bytes, contentType: type.isEmpty ? ContentType.text : type)
  }

  /// Appends the secret of an item. The caller wipes the secret.
  func append(
    _ item: SecretItem, for session: (path: String, session: SessionTable.Session), to reply: BusMessage
  ) throws(BusError) {
    let transferred = try answering { () throws(KeychainError) in
      try session.session.cipher.encrypt(item.secret ?? [])
    }
    try reply.appendStructure("oayays") { () throws(BusError) in
      try reply.append(path: session.path)
      try reply.append(transferred.parameters)
      try reply.append(transferred.value)
      try reply.append(ContentType.answered(item.contentType))
    }
  }
}
