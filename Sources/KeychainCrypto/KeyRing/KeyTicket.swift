import KeychainFiles
package import KeychainModel
import OpenSSLSupport

/// Transfers class keys, which an unlock made usable, from one process to another. Only a process with the device
/// key can read or make a ticket.
///
/// ## Encoding
///
/// A ticket is a nonce of 24 bytes, then a message of XAES-256-GCM. The key is HKDF-SHA-256 of the index key, without
/// salt and with the info `latchkey key ticket` ‖ store UUID. The authenticated data is `LKTICKT1` ‖ store UUID ‖ the
/// purpose (one byte) ‖ the binding. The ticket does not contain the binding: a reader must compute the same binding to
/// open the ticket. The plaintext is little-endian:
///
/// | bytes | field |
/// |---|---|
/// | 24 | terms: three numbers whose meaning the maker of the ticket defines |
/// | 4 | number of keys |
/// | 37 each | key id (4), accessibility class (1), key (32) |
package enum KeyTicket {
  /// The purpose of a ticket.
  package enum Purpose: UInt8, Sendable, CaseIterable {
    /// Transfers the keys of the classes that are usable while the store is unlocked.
    case whenUnlocked = 1
    /// Transfers the keys of the classes that stay usable until the machine restarts.
    case afterFirstUnlock = 2

    package var classes: Set<Accessibility> {
      let usable = Set(Accessibility.allCases.filter(LockState.locked.opens))
      let always = Set(Accessibility.allCases.filter(LockState.beforeFirstUnlock.opens))
      return switch self {
      case .whenUnlocked: Set(Accessibility.allCases).subtracting(usable)
      case .afterFirstUnlock: usable.subtracting(always)
      }
    }
  }

  /// The terms under which a ticket was made.
  package struct Validity: Sendable, Equatable {
    /// The time of the boot clock when the ticket was made, in nanoseconds.
    package var time: Int64
    /// The time in nanoseconds for which the machine had been suspended when the ticket was made.
    package let suspended: Int64
    /// The number of the settings when the ticket was made.
    package let settingsNumber: UInt64

    package init(time: Int64, suspended: Int64, settingsNumber: UInt64) {
      self.time = time
      self.suspended = suspended
      self.settingsNumber = settingsNumber
    }
  }

  /// The largest size of a ticket, which is the kernel's limit for a key of type "user".
  package static let largestByteCount = 32_767

  private static let magic: StaticString = "LKTICKT1"
  private static let validityByteCount = 24
  private static let startByteCount = validityByteCount + 4
  private static let entryByteCount = 5 + XAES256GCM.keyByteCount
  private static let overhead = SealingNonce.byteCount + XAES256GCM.tagByteCount

  /// Makes a ticket. The ticket contains the keys of the ring whose classes belong to the purpose.
  ///
  /// - Parameter binding: The circumstances under which the ticket opens, such as the lock generation.
  /// - Throws: `.notAvailable` when there are more keys than a ticket can contain (about 880), and in a forked child.
  package static func make(
    _ purpose: Purpose, of ring: KeyRing, validity: Validity, binding: [UInt8] = [],
    random: some RandomSource
  ) throws(KeychainError) -> [UInt8] {
    var count = 0
    try ring.forEachKey(of: purpose.classes) { (_, _) in count += 1 }
    var plaintext = WipedBytes(count: startByteCount + count * entryByteCount)
    guard overhead + plaintext.count <= largestByteCount else {
      throw KeychainError(.notAvailable, "the keychain has too many keys to pass on")
    }
    try plaintext.withUnsafeMutableBytes { buffer throws(KeychainError) in
      withUnsafeBytes(
        of: (validity.time.littleEndian, validity.suspended.littleEndian, validity.settingsNumber.littleEndian)
      ) { buffer.copyBytes(from: $0) }
      buffer.storeBytes(
        of: UInt32(count).littleEndian, toByteOffset: validityByteCount, as: UInt32.self)
      var offset = startByteCount
      try ring.forEachKey(of: purpose.classes) { (entry, key) in
        buffer.storeBytes(of: entry.keyID.littleEndian, toByteOffset: offset, as: UInt32.self)
        buffer[offset + 4] = entry.accessibility.rawValue
        UnsafeMutableRawBufferPointer(rebasing: buffer[(offset + 5)..<(offset + entryByteCount)])
          .copyMemory(from: key)
        offset += entryByteCount
      }
    }
    let nonce = try SealingNonce(random: random)
    let cipher = try cipher(of: ring)
    var ticket = [UInt8](repeating: 0, count: overhead + plaintext.count)
    try ticket.withMutableBytes { output throws(KeychainError) in
      nonce.write(to: output)
      let body = UnsafeMutableRawBufferPointer(rebasing: output[SealingNonce.byteCount...])
      try plaintext.withUnsafeBytes { plaintext throws(KeychainError) in
        try context(purpose, ring, binding).withBytes { context throws(KeychainError) in
          try cipher.seal(plaintext, nonce: nonce, authenticating: context, into: body)
        }
      }
    }
    return ticket
  }

  /// Opens a ticket. Returns a copy of a ring with the keys of the ticket, and the terms of the ticket.
  ///
  /// - Parameters:
  ///   - binding: The same binding as in `make`.
  ///   - accepts: Returns whether the terms are still valid. The keys of a ticket with invalid terms are not used.
  /// - Returns: Nil when the bytes are not a ticket of this store, purpose and binding, or when the
  ///   terms of the ticket are not valid.
  /// - Throws: `.notAvailable` in a forked child; `.allocation`.
  package static func redeem(
    _ ticket: [UInt8], for purpose: Purpose, _ ring: KeyRing, binding: [UInt8] = [],
    accepts: (Validity) -> Bool
  ) throws(KeychainError) -> (ring: KeyRing, validity: Validity)? {
    guard ticket.count >= overhead + startByteCount, ticket.count <= largestByteCount else {
      return nil
    }
    let cipher = try cipher(of: ring)
    var plaintext = WipedBytes(count: ticket.count - overhead)
    do throws(KeychainError) {
      try ticket.withBytes { sealed throws(KeychainError) in
        let nonceBytes = UnsafeRawBufferPointer(rebasing: sealed[..<SealingNonce.byteCount])
        guard let nonce = SealingNonce(nonceBytes) else { return }
        let body = UnsafeRawBufferPointer(rebasing: sealed[SealingNonce.byteCount...])
        try context(purpose, ring, binding).withBytes { context throws(KeychainError) in
          try plaintext.withUnsafeMutableBytes { output throws(KeychainError) in
            try cipher.open(body, nonce: nonce, authenticating: context, into: output)
          }
        }
      }
    } catch {
      guard error.code == .decode else { throw error }
      return nil
    }
    return try plaintext.withUnsafeBytes { plaintext throws(KeychainError) in
      // The clock never shows a number with more than 63 bits, so a greater number is clamped.
      let validity = Validity(
        time: Int64(clamping: number(in: plaintext, 0)), suspended: Int64(clamping: number(in: plaintext, 8)),
        settingsNumber: number(in: plaintext, 16))
      guard accepts(validity) else { return nil }
      return (try ring.adding(plaintext), validity)
    }
  }

  /// The key of an entry in the plaintext of a ticket; nil when the ticket does not have the key.
  static func key(
    of entry: KeybagEntry, in plaintext: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer? {
    var offset = startByteCount
    while offset + entryByteCount <= plaintext.count {
      let keyID = UInt32(
        littleEndian: plaintext.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      if keyID == entry.keyID, plaintext[offset + 4] == entry.accessibility.rawValue {
        return UnsafeRawBufferPointer(
          rebasing: plaintext[(offset + 5)..<(offset + entryByteCount)])
      }
      offset += entryByteCount
    }
    return nil
  }

  private static func number(in bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func cipher(of ring: KeyRing) throws(KeychainError) -> XAES256GCM {
    var info: [UInt8] = []
    info.append(text: "latchkey key ticket")
    info += ring.vaultID.bytes
    return try ring.withIndexKey { key throws(KeychainError) in
      let derived = try HKDF.deriveKey(from: key, info: info)
      return try derived.withUnsafeBytes { bytes throws(KeychainError) in
        try XAES256GCM(key: bytes)
      }
    }
  }

  private static func context(
    _ purpose: Purpose, _ ring: KeyRing, _ binding: [UInt8]
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(text: magic)
    return bytes + ring.vaultID.bytes + [purpose.rawValue] + binding
  }
}
