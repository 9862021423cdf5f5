import KeychainModel
import OpenSSLSupport

extension Keybag {
  /// The bytes of the whole keybag.
  var encoded: [UInt8] { encodedWithoutIndexKey + wrappedIndexKey.bytes }

  /// The encoded keybag without the index key. It is authenticated with the index key.
  var encodedWithoutIndexKey: [UInt8] {
    Self.encodedWithoutIndexKey(
      vaultID: vaultID, protection: protection, generation: generation, nextKeyID: nextKeyID,
      entries: entries, authentication: authentication)
  }

  static func encodedWithoutIndexKey(
    vaultID: RowIdentifier, protection: KeybagProtection, generation: UInt64, nextKeyID: UInt32,
    entries: [KeybagEntry], authentication: AuthenticationEntry?
  ) -> [UInt8] {
    var bytes = header(vaultID: vaultID, protection: protection)
    bytes.append(number: generation)
    bytes.append(number: nextKeyID)
    bytes.append(number: UInt32(entries.count))
    for entry in entries {
      bytes.append(entry.accessibility.rawValue)
      bytes.append(entry.state.rawValue)
      bytes.append(number: UInt16(entry.wrappedKey?.bytes.count ?? 0))
      bytes.append(number: entry.keyID)
      if let wrappedKey = entry.wrappedKey { bytes += wrappedKey.bytes }
    }
    if let authentication {
      bytes.append(number: authentication.generation)
      bytes += authentication.publicKey + authentication.wrappedKey.bytes
    }
    return bytes
  }

  /// The part that changes only with the protection.
  static func header(vaultID: RowIdentifier, protection: KeybagProtection) -> [UInt8] {
    var bytes: [UInt8] = []
    let parameters = protection.parameters
    bytes.append(number: protection.number)
    bytes.append(number: UInt32(parameters.count))
    bytes += vaultID.bytes
    return bytes + parameters
  }
}
