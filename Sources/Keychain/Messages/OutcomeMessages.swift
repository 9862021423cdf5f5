import KeychainCrypto
import KeychainModel

// The encoding of the outcomes that replies contain.

extension RepairOutcome.Count: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(
      itemClass: try reader.value(), found: try reader.value(), missing: try reader.value())
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(itemClass)
    try writer.value(found)
    try writer.value(missing)
  }
}

extension RepairOutcome: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(
      counts: try reader.value(), asideName: try reader.value(), isIncomplete: try reader.value())
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(counts)
    try writer.value(asideName)
    try writer.value(isIncomplete)
  }
}

extension QuarantineOutcome.Kept: MessageValue {
  private static let reasons: [QuarantineOutcome.Reason] = [
    .keyTaken, .keyTakenByTombstone, .identifierTaken, .damaged, .dead, .locked, .guarded,
    .unknownKey, .reserved,
  ]

  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(
      try reader.value(), number: try reader.value(), try reader.choice(Self.reasons))
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(itemClass)
    try writer.value(number)
    try writer.choice(reason, of: Self.reasons)
  }
}

extension QuarantineOutcome: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(recovered: try reader.value(), kept: try reader.value())
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(recovered)
    try writer.value(kept)
  }
}

extension ErasureOutcome: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(itemCount: try reader.value())
    mayKeysLiveOn = try reader.value()
    isDeviceKeyForeign = try reader.value()
    isDeviceKeyACredential = try reader.value()
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(itemCount)
    try writer.value(mayKeysLiveOn)
    try writer.value(isDeviceKeyForeign)
    try writer.value(isDeviceKeyACredential)
  }
}

extension RotationOutcome: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init()
    resealedCount = try reader.value()
    destroyedKeyCount = try reader.value()
    keptKeyCount = try reader.value()
    damagedCount = try reader.value()
    isResumed = try reader.value()
    refusal = try reader.value()
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(resealedCount)
    try writer.value(destroyedKeyCount)
    try writer.value(keptKeyCount)
    try writer.value(damagedCount)
    try writer.value(isResumed)
    try writer.value(refusal)
  }
}

extension VerificationReport.Count: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(try reader.value())
    items = try reader.value()
    tombstones = try reader.value()
    dead = try reader.value()
    locked = try reader.value()
    unopened = try reader.value()
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(itemClass)
    try writer.value(items)
    try writer.value(tombstones)
    try writer.value(dead)
    try writer.value(locked)
    try writer.value(unopened)
  }
}

extension VerificationReport.Damage: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(try reader.value(), number: try reader.value(), reason: try reader.value())
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(itemClass)
    try writer.value(number)
    try writer.value(reason)
  }
}

extension VerificationReport.Quarantined: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(try reader.value(), number: try reader.value(), moved: try reader.value())
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(itemClass)
    try writer.value(number)
    try writer.value(moved)
  }
}

extension VerificationReport: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init()
    counts = try reader.value()
    damages = try reader.value()
    quarantined = try reader.value()
    setAside = try reader.value()
    retiredKeyCount = try reader.value()
    rowsUnderRetiredKeys = try reader.value()
    obstacle = try reader.value()
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(counts)
    try writer.value(damages)
    try writer.value(quarantined)
    try writer.value(setAside)
    try writer.value(retiredKeyCount)
    try writer.value(rowsUnderRetiredKeys)
    try writer.value(obstacle)
  }
}

extension PurgeOutcome: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(dead: try reader.value(), tombstones: try reader.value())
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(dead)
    try writer.value(tombstones)
  }
}

extension CompactionOutcome: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(
      before: Int64(try reader.value(Int.self)), after: Int64(try reader.value(Int.self)),
      isComplete: try reader.value())
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(before)
    try writer.value(after)
    try writer.value(isComplete)
  }
}

extension BackupOutcome: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init()
    items = try reader.value()
    thisDeviceOnly = try reader.value()
    let reasons = BackupExclusion.allCases
    var last = -1
    for _ in 0..<(try reader.count()) {
      let place = Int(try reader.number(UInt8.self))
      guard place > last, reasons.indices.contains(place) else { throw MessageReader.malformed }
      last = place
      excluded[reasons[place]] = try reader.value(Int.self)
    }
    unreadable = try reader.value()
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(items)
    try writer.value(thisDeviceOnly)
    try writer.count(excluded.count)
    for reason in BackupExclusion.allCases {
      guard let count = excluded[reason] else { continue }
      try writer.choice(reason, of: BackupExclusion.allCases)
      try writer.value(count)
    }
    try writer.value(unreadable)
  }
}

extension RestoreOutcome: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init(
      added: try reader.value(), replaced: try reader.value(), kept: try reader.value(),
      notForThisDevice: try reader.value(), notPermitted: try reader.value())
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    try writer.value(added)
    try writer.value(replaced)
    try writer.value(kept)
    try writer.value(notForThisDevice)
    try writer.value(notPermitted)
  }
}

extension CopyOutcome: MessageValue {
  init(from reader: inout MessageReader) throws(KeychainError) {
    self.init()
    items = try reader.value()
    tombstones = try reader.value()
    quarantined = try reader.value()
    damaged = try reader.value()
    reserved = try reader.value()
    protected = try reader.value()
    isRepeated = try reader.value()
    digest = Array(try reader.take(SHA256Digest.byteCount))
  }

  func write(to writer: inout MessageWriter) throws(KeychainError) {
    for count in [items, tombstones, quarantined, damaged, reserved, protected] { try writer.value(count) }
    try writer.value(isRepeated)
    guard digest.count == SHA256Digest.byteCount else { throw MessageReader.malformed }
    writer.append(digest)
  }
}
