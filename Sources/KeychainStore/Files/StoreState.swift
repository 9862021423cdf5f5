package import KeychainModel

/// What all processes of a store must agree on from call to call: 64 bytes in the file `state`.
///
/// | bytes | field |
/// |---|---|
/// | 8 | `LKSTATE1` |
/// | 16 | identifier of the store |
/// | 8 | store epoch: raised when another database file was put in place |
/// | 8 | lock epoch: raised when the store was locked |
/// | 8 | 1 when rows were lost and nobody was told yet |
/// | 8 | seconds from an unlocking until the store locks itself; 0 for never |
/// | 8 | 1 when it locks itself while the machine is suspended |
///
/// Numbers are little-endian. The file is read at every call, with one system call and without a
/// mapping: a file that is cut short under a mapping would kill the process.
package struct StoreState: Equatable, Sendable {
  package static let byteCount = 64
  private static let magic: [UInt8] = Array("LKSTATE1".utf8)

  package var storeID: RowIdentifier
  package var storeEpoch: UInt64
  package var lockEpoch: UInt64
  package var lostRows: Bool
  package var lockTimeout: UInt64
  package var locksWhenSuspended: Bool

  package init(storeID: RowIdentifier) {
    self.storeID = storeID
    storeEpoch = 1
    lockEpoch = 1
    lostRows = false
    lockTimeout = 0
    locksWhenSuspended = false
  }

  /// The state that bytes hold; nil when they are not what this type writes.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.byteCount, bytes.starts(with: Self.magic),
      let storeID = RowIdentifier(UnsafeRawBufferPointer(rebasing: bytes[8..<24]))
    else { return nil }
    func number(_ offset: Int) -> UInt64 {
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    self.storeID = storeID
    storeEpoch = number(24)
    lockEpoch = number(32)
    lostRows = number(40) == 1
    lockTimeout = number(48)
    locksWhenSuspended = number(56) == 1
  }

  /// Whether this is the state of a store, and its identifier damaged: those of two stores differ in about half
  /// of their 128 bits.
  package func isDamaged(of storeID: RowIdentifier) -> Bool {
    let difference = zip(self.storeID.bytes, storeID.bytes).reduce(0) {
      $0 + ($1.0 ^ $1.1).nonzeroBitCount
    }
    return (1...16).contains(difference)
  }

  package var encoded: [UInt8] {
    var bytes = Self.magic + storeID.bytes
    for number in [
      storeEpoch, lockEpoch, lostRows ? 1 : 0, lockTimeout, locksWhenSuspended ? 1 : 0,
    ] {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }
}
