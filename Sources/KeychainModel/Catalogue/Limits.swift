/// The size limits of items and dictionaries.
package enum Limits {
  /// The largest size of an attribute's value: 1 MiB.
  package static let attributeByteCount = 1 << 20

  /// The largest size of all attributes of an item together: 16 MiB. An item with larger attributes would use too much
  /// memory of the service, which reads its row as a whole.
  package static let attributesByteCount = 16 << 20

  /// The largest size of a secret: 64 MiB.
  package static let secretByteCount = 64 << 20

  /// The largest size of a certificate that a filter examines: 1 MiB. A filter matches no larger certificate, because the
  /// texts of a larger certificate would use too much time and memory of the service.
  package static let examinedCertificateByteCount = 1 << 20

  /// The largest number of chunks of a secret: 80 MiB in chunks of 64 KiB. An item has a secret, and further secrets that are
  /// as large as attributes.
  package static let chunkCount = 1280

  /// The largest permitted sum of two numbers: the number of all attributes of the item class, and the number of keys
  /// in the caller's dictionary that are not attributes.
  package static let queryKeyCount = 128
}

extension AttributeSet {
  /// Checks the size of all attributes of an item together. The digest, which the item gets when it is stored, does not
  /// count.
  ///
  /// - Parameter unknownByteCount: The number of encoded bytes of the attributes that are not in the catalogue.
  /// - Throws: `.dataTooLarge` for more bytes than an item may have.
  package func requireStorable(beside unknownByteCount: Int) throws(KeychainError) {
    let byteCount = entries.reduce(unknownByteCount) { $1.name == .digest ? $0 : $0 + $1.value.byteCount }
    guard byteCount <= Limits.attributesByteCount else {
      throw KeychainError(
        .dataTooLarge, "the attributes of an item have more than \(Limits.attributesByteCount) bytes together")
    }
  }

  /// The functions of a client check the sizes of attributes. A service and an import check them again, because another
  /// program may have made the attributes.
  ///
  /// - Throws: `.dataTooLarge` for a value that is too large for an item.
  package func requireStorableSizes() throws(KeychainError) {
    for (_, value) in entries where value.byteCount > Limits.attributeByteCount {
      throw KeychainError(.dataTooLarge, "a value has more than \(Limits.attributeByteCount) bytes")
    }
  }
}
