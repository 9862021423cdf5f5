import KeychainCrypto
import KeychainFiles
package import KeychainModel

// The encoding of calls.

extension Passcode {
  /// The largest size of a passcode in a call, in bytes: 64 KiB. A service has the passcodes of its clients in locked memory.
  package static let largestByteCountInCall = 64 << 10

  fileprivate static func read(_ reader: inout MessageReader) throws(KeychainError) -> Passcode {
    let bytes = try reader.byteString()
    guard bytes.count <= largestByteCountInCall else {
      throw KeychainError(
        .parameter, "a passcode for keychaind has at most \(largestByteCountInCall) bytes", cause: .argument)
    }
    return try Passcode(bytes)
  }

  fileprivate static func readOptional(
    _ reader: inout MessageReader
  ) throws(KeychainError) -> Passcode? {
    try reader.value(Bool.self) ? try read(&reader) : nil
  }
}

extension MessageWriter {
  fileprivate mutating func secret(_ passcode: Passcode) throws(KeychainError) {
    try passcode.withBytes { (bytes) throws(KeychainError) in try byteString(bytes) }
  }

  fileprivate mutating func optionalSecret(_ passcode: Passcode?) throws(KeychainError) {
    try value(passcode != nil)
    if let passcode { try secret(passcode) }
  }

  fileprivate mutating func tag(_ tag: UInt8) { number(tag) }
}

extension DeviceKeyContent: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    let isNamed = try reader.value(Bool.self)
    let key = try DeviceKey(
      vaultID: try reader.value(), bytes: try reader.take(DeviceKey.byteCount))
    self = isNamed ? .key(key) : .bytes(key)
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    let (key, isNamed): (DeviceKey, Bool) =
      switch self {
      case .key(let key): (key, true)
      case .bytes(let key): (key, false)
      }
    try writer.value(isNamed)
    try writer.value(key.vaultID)
    try key.withBytes { (bytes) throws(KeychainError) in writer.append(bytes) }
  }
}

extension LockSettings: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(timeout: try reader.value(), locksWhenSuspended: try reader.value())
    if timeout == 0 { throw MessageReader.malformed }
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(timeout)
    try writer.value(locksWhenSuspended)
  }
}

extension KeychainName: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    guard let path = try reader.optionalBytes() else {
      self = .standard
      return
    }
    guard path.first == UInt8(ascii: "/"), !path.contains(0) else { throw MessageReader.malformed }
    self = .path(path)
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    if case .path(let path) = self {
      try writer.optionalBytes(path)
    } else {
      try writer.optionalBytes(nil)
    }
  }
}

extension RequestIdentifier: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    let (database, commit) = (try reader.number(UInt64.self), try reader.number(UInt64.self))
    self.init(try reader.value(), of: database, after: commit)
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    writer.number(database)
    writer.number(commit)
    try writer.value(bytes)
  }
}

extension KeyOperationRequest: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    let key = try reader.value(RowIdentifier.self)
    let publicKey = try reader.value(ByteString.self).bytes
    let algorithm = try reader.value(String.self)
    let operation: Operation
    switch try reader.number(UInt8.self) {
    case 0: operation = .sign
    case 1: operation = .decrypt
    case 2:
      operation = .agree(
        size: try reader.value(), sharedInfo: try reader.value(ByteString.self).bytes)
    default: throw MessageReader.malformed
    }
    self.init(
      operation, try reader.value(ByteString.self).bytes, with: key, publicKey: publicKey, algorithm: algorithm)
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(key)
    try writer.byteString(publicKey)
    try writer.value(algorithm)
    switch operation {
    case .sign: writer.tag(0)
    case .decrypt: writer.tag(1)
    case .agree(let size, let sharedInfo):
      writer.tag(2)
      try writer.value(size)
      try writer.byteString(sharedInfo)
    }
    try writer.byteString(input)
  }
}

extension PersonQuestion: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(try reader.choice(Purpose.allCases), reason: try reader.value())
    guard (reason?.utf8.count ?? 0) <= Self.largestReasonByteCount else { throw MessageReader.malformed }
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.choice(purpose, of: Purpose.allCases)
    try writer.value(reason)
  }
}

extension Work: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    switch try reader.number(UInt8.self) {
    case 0:
      self = .add(
        try reader.requests(), sparingPresent: try reader.value(), proof: try reader.value())
    case 1: self = .batch(try reader.value())
    case 2: self = .rotateKeys(try Passcode.readOptional(&reader))
    case 3: self = .verify
    case 4: self = .purge
    case 5: self = .compact
    case 6: self = .exportBackup(passphrase: try Passcode.readOptional(&reader))
    case 7:
      self = .importBackup(
        passphrase: try Passcode.readOptional(&reader), deviceKey: try reader.value(),
        isDryRun: try reader.value(), byteCount: try reader.value())
    case 8: self = .exportCopy(includesProtected: try reader.value())
    case 9:
      self = .importCopy(
        deviceKey: try reader.value(), passcode: try Passcode.readOptional(&reader), byteCount: try reader.value())
    default: throw MessageReader.malformed
    }
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    switch self {
    case .add(let requests, let sparingPresent, let proof):
      writer.tag(0)
      try writer.requests(requests)
      try writer.value(sparingPresent)
      try writer.value(proof)
    case .batch(let batch):
      writer.tag(1)
      try writer.value(batch)
    case .rotateKeys(let passcode):
      writer.tag(2)
      try writer.optionalSecret(passcode)
    case .verify: writer.tag(3)
    case .purge: writer.tag(4)
    case .compact: writer.tag(5)
    case .exportBackup(let passphrase):
      writer.tag(6)
      try writer.optionalSecret(passphrase)
    case .importBackup(let passphrase, let deviceKey, let isDryRun, let byteCount):
      writer.tag(7)
      try writer.optionalSecret(passphrase)
      try writer.value(deviceKey)
      try writer.value(isDryRun)
      try writer.value(byteCount)
    case .exportCopy(let includesProtected):
      writer.tag(8)
      try writer.value(includesProtected)
    case .importCopy(let deviceKey, let passcode, let byteCount):
      writer.tag(9)
      try writer.value(deviceKey)
      try writer.optionalSecret(passcode)
      try writer.value(byteCount)
    }
  }
}

extension Request: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    switch try reader.number(UInt8.self) {
    case 0: self = .items(try reader.value(), proof: try reader.value())
    case 1: self = .duplicates(try reader.value())
    case 2: self = .countItems
    case 3:
      let classes = try reader.value([ItemClass].self)
      // A class that is named twice would be counted twice.
      guard classes == Self.countable(classes) else { throw MessageReader.malformed }
      self = .countUnreadable(classes)
    case 4:
      self = .openProof(
        applicationPassword: try Passcode.readOptional(&reader), isTypedOnce: try reader.value(),
        passcode: try reader.value())
    case 5: self = .provePasscode(try Passcode.read(&reader))
    case 6: self = .requirePasscodeAttempt
    case 7: self = .isCurrent(try reader.value())
    case 8: self = .mayGuard(try reader.value())
    case 9: self = .closeProof(try reader.value())
    case 10: self = .isPresent
    case 11: self = .open
    case 12: self = .close
    case 13: self = .status
    case 14: self = .canBeLocked
    case 15: self = .lock
    case 16: self = .unlock(try Passcode.read(&reader))
    case 17: self = .set(try reader.value())
    case 18:
      self = .changePasscode(
        from: try Passcode.readOptional(&reader), to: try Passcode.readOptional(&reader))
    case 40:
      self = .changePasscode(
        from: try Passcode.readOptional(&reader), to: try Passcode.read(&reader), isLoginPassword: true)
    case 19: self = .changeDeviceKey(try Passcode.readOptional(&reader))
    case 20: self = .exportDeviceKey
    case 21: self = .importDeviceKey(try reader.value())
    case 22: self = .removeDeviceKeyFile(copy: try reader.value())
    case 23:
      self = .repair(try Passcode.readOptional(&reader), onlyIfMarked: try reader.value())
    case 24: self = .acceptOlder
    case 25: self = .recoverQuarantined
    case 26: self = .dropQuarantined
    case 27: self = .erase
    case 28: self = .begin(try reader.value())
    case 29: self = .next(try reader.value())
    case 30: self = .write(try reader.value(), try reader.value(ByteString.self).bytes)
    case 32: self = .cancel(try reader.value())
    case 33: self = .changes(since: try reader.value())
    case 34: self = .use(try reader.value(), proof: try reader.value())
    case 35: self = .unlockWithGivenPasscode
    case 36: self = .outcome(of: try reader.value())
    case 41: self = .askPerson(try reader.value(), as: try reader.value())
    case 42: self = .becomeAgent(isGraphical: try reader.value(), proof: try reader.value())
    case 39: self = .candidates(try reader.value(), proof: try reader.value())
    case 43: self = .setAside(digest: Array(try reader.take(SHA256Digest.byteCount)))
    case 44: self = .deleteKeychain
    case 45: self = .keepKeychain
    case 37, 38:
      throw KeychainError(
        .unimplemented, "keychains are not yet made and deleted by request: the number is reserved")
    default: throw MessageReader.malformed
    }
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    switch self {
    case .items(let request, let proof):
      writer.tag(0)
      try writer.value(request)
      try writer.value(proof)
    case .duplicates(let batch):
      writer.tag(1)
      try writer.value(batch)
    case .countItems: writer.tag(2)
    case .countUnreadable(let classes):
      writer.tag(3)
      try writer.value(Self.countable(classes))
    case .openProof(let password, let isTypedOnce, let passcode):
      writer.tag(4)
      try writer.optionalSecret(password)
      try writer.value(isTypedOnce)
      try writer.value(passcode)
    case .provePasscode(let passcode):
      writer.tag(5)
      try writer.secret(passcode)
    case .requirePasscodeAttempt: writer.tag(6)
    case .isCurrent(let proof):
      writer.tag(7)
      try writer.value(proof)
    case .mayGuard(let proof):
      writer.tag(8)
      try writer.value(proof)
    case .closeProof(let proof):
      writer.tag(9)
      try writer.value(proof)
    case .isPresent: writer.tag(10)
    case .open: writer.tag(11)
    case .close: writer.tag(12)
    case .status: writer.tag(13)
    case .canBeLocked: writer.tag(14)
    case .lock: writer.tag(15)
    case .unlock(let passcode):
      writer.tag(16)
      try writer.secret(passcode)
    case .set(let settings):
      writer.tag(17)
      try writer.value(settings)
    case .changePasscode(let old, let new?, isLoginPassword: true):
      writer.tag(40)
      try writer.optionalSecret(old)
      try writer.secret(new)
    case .changePasscode(let old, let new, _):
      writer.tag(18)
      try writer.optionalSecret(old)
      try writer.optionalSecret(new)
    case .changeDeviceKey(let passcode):
      writer.tag(19)
      try writer.optionalSecret(passcode)
    case .exportDeviceKey: writer.tag(20)
    case .importDeviceKey(let copy):
      writer.tag(21)
      try writer.value(copy)
    case .removeDeviceKeyFile(let copy):
      writer.tag(22)
      try writer.value(copy)
    case .repair(let passcode, let onlyIfMarked):
      writer.tag(23)
      try writer.optionalSecret(passcode)
      try writer.value(onlyIfMarked)
    case .acceptOlder: writer.tag(24)
    case .recoverQuarantined: writer.tag(25)
    case .dropQuarantined: writer.tag(26)
    case .erase: writer.tag(27)
    case .begin(let work):
      writer.tag(28)
      try writer.value(work)
    case .next(let handle):
      writer.tag(29)
      try writer.value(handle)
    case .write(let handle, let bytes):
      writer.tag(30)
      try writer.value(handle)
      try writer.byteString(bytes)
    case .cancel(let handle):
      writer.tag(32)
      try writer.value(handle)
    case .changes(let cursor):
      writer.tag(33)
      try writer.value(cursor)
    case .use(let request, let proof):
      writer.tag(34)
      try writer.value(request)
      try writer.value(proof)
    case .unlockWithGivenPasscode: writer.tag(35)
    case .askPerson(let question, let handle):
      writer.tag(41)
      try writer.value(question)
      try writer.value(handle)
    case .becomeAgent(let isGraphical, let proof):
      writer.tag(42)
      try writer.value(isGraphical)
      try writer.value(proof)
    case .outcome(let identifier):
      writer.tag(36)
      try writer.value(identifier)
    case .setAside(let digest):
      writer.tag(43)
      guard digest.count == SHA256Digest.byteCount else { throw MessageReader.malformed }
      writer.append(digest)
    case .deleteKeychain: writer.tag(44)
    case .keepKeychain: writer.tag(45)
    case .candidates(let request, let proof):
      writer.tag(39)
      try writer.value(request)
      try writer.value(proof)
    }
  }
}

extension Request {
  /// Returns the classes whose items a service can count: each class once, in the order of the raw values. Identities
  /// are not counted, because they are not rows of their own.
  private static func countable(_ classes: [ItemClass]) -> [ItemClass] {
    ItemClass.allCases.filter { $0 != .identity && classes.contains($0) }
  }
}

extension Call {
  /// The version of the messages that this package reads and writes. Every message begins with the version.
  package static let messageVersion: UInt16 = 1

  /// Reads a call.
  ///
  /// - Parameter claim: Counts the memory of the call; nil when it is not counted.
  /// - Throws: `.decode` when the bytes are not a call; `.notAvailable` for another version; `.parameter` for an invalid
  ///   passcode; `.unimplemented` for a reserved request number; the errors of `MemoryClaim.growForRequest`.
  package init(message: UnsafeRawBufferPointer, _ claim: MemoryClaim? = nil) throws(KeychainError) {
    var reader = MessageReader(message, claim)
    try reader.requireVersion()
    keychain = try reader.value()
    timeLimit = try reader.value(UInt32?.self).map { .milliseconds($0) }
    if let timeLimit, timeLimit > Self.longestTimeLimit { throw MessageReader.malformed }
    identifier = try reader.value()
    person = try reader.value()
    request = try reader.value()
    try reader.requireEnd()
  }

  /// The message of this call. The message may contain secrets, so the caller must wipe the message.
  ///
  /// - Throws: `.dataTooLarge` when the message is too large; `.notAvailable` in a forked child for a passcode of the
  ///   parent process.
  package func message() throws(KeychainError) -> [UInt8] {
    try MessageWriter.message { (writer) throws(KeychainError) in
      try writer.value(keychain)
      try writer.value(timeLimit.map { UInt32(clamping: $0.wholeMilliseconds) })
      try writer.value(identifier)
      try writer.value(person)
      try writer.value(request)
    }
  }
}

extension MessageReader {
  mutating func requireVersion() throws(KeychainError) {
    let version = try number(UInt16.self)
    guard version != 0 else { throw Self.malformed }
    guard version == Call.messageVersion else {
      throw KeychainError(
        .notAvailable, "the other side speaks another version of the protocol (\(version))",
        because: .newerFormat)
    }
  }
}
