import KeychainModel
import KeychainStore
import RowSealing
import Vault

// Operations count the rows and items that they keep. An operation that looks at one row after the other counts nothing.

extension ItemSession {
  /// Counts the bytes of a row, which an operation keeps beside other rows.
  ///
  /// - Throws: The errors of `MemoryClaim.growForRequest`.
  func keep(_ row: ItemRow, _ content: OpenedRow? = nil) throws(KeychainError) {
    let byteCount = row.tags.count + row.metadata.count + (row.secret?.count ?? 0)
    try sealer.willKeep?(256 + byteCount + (content?.attributes.memoryByteCount ?? 0))
  }

  /// Counts the bytes of a name of an issuer.
  ///
  /// - Throws: The errors of `MemoryClaim.growForRequest`.
  func keep(name: [UInt8]) throws(KeychainError) { try sealer.willKeep?(64 + name.count) }

  /// Counts the bytes of an item that an addition returns. A new item shares the memory of its secret with the request,
  /// which was counted. An item that was present has a secret of its own, and so may have an identity.
  ///
  /// - Throws: The errors of `MemoryClaim.growForRequest`.
  func keep(_ item: Item) throws(KeychainError) {
    let isShared = !item.wasPresent && item.itemClass != .identity
    try sealer.willKeep?(isShared ? item.memoryByteCount - item.secretByteCount : item.memoryByteCount)
  }
}
