import KeychainCrypto
import KeychainModel
import KeychainStore

/// A copy of a vault: its keybag, its settings, and every row as it is stored. The rows stay sealed, so a copy can be made
/// of a locked vault, and it is worthless without the device key. A copy keeps everything that a backup leaves out:
/// tombstones, the quarantine, guarded items, items that need a passcode, and the passcode itself.
///
/// A copy begins with `LKVCOPY1` and the version 1 (4 bytes, little-endian). Then come frames: kind (1 byte), length of
/// the content (4), content. docs/file-format.md lists the contents.
///
/// The digest of a copy is a chain: SHA-256 of the start, then for each frame SHA-256 of the digest before and of the
/// frame. The last frame has the counts and the digest of everything before it.
enum VaultCopy {
  static let start = Array("LKVCOPY1".utf8) + [1, 0, 0, 0]

  enum FrameKind: UInt8 {
    case end = 0
    case head = 1
    case row = 2
    /// A chunk of the secret of the row before it, which may be in quarantine.
    case chunk = 3
    case quarantined = 4
  }

  /// The size of the kind and the length before the content of a frame.
  static let frameHeadByteCount = 5

  /// The largest content of a frame: the attributes of an item, and the other parts of its row.
  static let largestFrameByteCount = Limits.attributesByteCount + (4 << 20)

  /// The largest chunk of a secret.
  static let largestChunkByteCount = XAES256GCM.sealedByteCount(of: SecretStream.chunkByteCount)

  static func digest(after digest: [UInt8], _ frame: [UInt8]) throws(KeychainError) -> [UInt8] {
    try (digest + frame).withBytes { (bytes) throws(KeychainError) in try SHA256Digest.digest(of: bytes) }
  }

  /// The facts about the vault that are in none of its rows.
  struct Head: Equatable {
    var keybag: Keybag
    var settings: LockSettings
    var login = LoginPassword.separate
    /// The grade of the program that set the passcode (`PasscodeGrade`).
    var passcodeGrade = Caller.userProgramGrade
  }

  struct Counts: Equatable {
    var rows = RowCounts()
    var chunks: UInt64 = 0
    var quarantined: UInt64 = 0
  }

  static var damaged: KeychainError { KeychainError(.decode, "the copy of the keychain is damaged") }
}

// MARK: Coding

extension VaultCopy.Head: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    settings = try reader.value()
    guard let login = LoginPassword(rawValue: try reader.number()) else { throw VaultCopy.damaged }
    self.login = login
    passcodeGrade = try reader.number()
    guard passcodeGrade <= 4 else { throw VaultCopy.damaged }
    keybag = try Keybag(decoding: try reader.byteString())
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(settings)
    writer.number(login.rawValue)
    writer.number(passcodeGrade)
    try writer.byteString(keybag.encoded)
  }
}

extension VaultCopy.Counts: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    for itemClass in ItemClass.stored { rows[itemClass] = try reader.number() }
    chunks = try reader.number()
    quarantined = try reader.number()
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    for itemClass in ItemClass.stored { writer.number(rows[itemClass]) }
    writer.number(chunks)
    writer.number(quarantined)
  }
}

extension BlindValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    guard let value = BlindValue(try reader.take(Self.byteCount)) else { throw VaultCopy.damaged }
    self = value
  }
}

extension MessageReader {
  fileprivate mutating func blindValues() throws(KeychainError) -> Set<BlindValue> {
    let count = try count()
    guard count <= AuxiliaryEntries.largestCount else { throw VaultCopy.damaged }
    var values: Set<BlindValue> = []
    for _ in 0..<count { values.insert(try BlindValue(from: &self)) }
    return values
  }
}

extension MessageWriter {
  /// Writes the values in their order as numbers, so that equal sets have equal bytes.
  fileprivate mutating func blindValues(_ values: Set<BlindValue>) throws(KeychainError) {
    try count(values.count)
    for value in values.sorted() { append(value.bytes) }
  }
}

extension AuxiliaryEntries: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init()
    domains = try reader.blindValues()
    pairs = try reader.blindValues()
    map = try reader.value(Bool.self) ? try BlindValue(from: &reader) : nil
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.blindValues(domains)
    try writer.blindValues(pairs)
    try writer.value(map != nil)
    if let map { writer.append(map.bytes) }
  }
}

extension RecordedRow: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    let number = Int(try reader.number(UInt8.self))
    guard ItemClass.stored.indices.contains(number) else { throw VaultCopy.damaged }
    let entries = try reader.value(AuxiliaryEntries?.self)
    self.init(ItemClass.stored[number], record: Array(try reader.byteString()), entries: entries)
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.choice(itemClass, of: ItemClass.stored)
    try writer.value(entries)
    try writer.byteString(record)
  }
}

extension RecordedQuarantine: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(
      itemClass: try reader.value(), number: try reader.value(), moved: try reader.value(),
      record: Array(try reader.byteString()))
    guard moved.isFinite else { throw VaultCopy.damaged }
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(itemClass)
    try writer.value(number)
    try writer.value(moved)
    try writer.byteString(record)
  }
}
