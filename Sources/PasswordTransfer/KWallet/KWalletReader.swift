import CSystemd
import KeychainModel

/// Reads the wallets of KWallet over its interface on the session bus.
///
/// An entry becomes a generic password. The service is the folder, and the account is the name of the entry, as in
/// QtKeychain. A map becomes an item for each of its entries.
package enum KWalletReader {
  /// - Parameter onProgress: A function that receives the number of entries read so far, and the number of all entries.
  /// - Throws: A failure if KWallet cannot be reached.
  package static func read(onProgress: (Int, Int) -> Void) throws(TransferFailure) -> Transfer {
    let wallets = try KWalletConnection()
    var transfer = Transfer()
    var found: [KWalletConnection.Entry] = []
    for name in try wallets.names() {
      guard let handle = try wallets.open(name) else {
        transfer.addUnreadable(name, "the wallet was not opened")
        continue
      }
      for folder in try wallets.folders(handle) {
        for entry in try wallets.entries(handle, folder) {
          found.append(KWalletConnection.Entry(wallet: name, handle: handle, folder: folder, name: entry))
        }
      }
    }
    for (count, entry) in found.enumerated() {
      onProgress(count, found.count)
      do throws(TransferFailure) {
        for item in try items(of: entry, wallets) { transfer.add(item) }
      } catch {
        transfer.addUnreadable(origin(of: entry), error.reason)
      }
    }
    return transfer
  }

  private static func origin(of entry: KWalletConnection.Entry) -> String {
    "\(entry.wallet): \(entry.folder)/\(entry.name)"
  }

  private static func items(
    of entry: KWalletConnection.Entry, _ wallets: KWalletConnection
  ) throws(TransferFailure) -> [TransferItem] {
    let kind = try wallets.kind(of: entry)
    guard kind == LK_KWALLET_PASSWORD || kind == LK_KWALLET_STREAM || kind == LK_KWALLET_MAP else {
      throw TransferFailure("the entry has an unknown kind")
    }
    var content = try wallets.content(of: entry, kind)
    guard kind == LK_KWALLET_MAP else { return [item(entry, entry.name, content)] }
    defer { content.wipe() }
    guard let map = QtMap.read(content) else { throw TransferFailure("the map of the entry is damaged") }
    return map.map { item(entry, "\(entry.name): \($0.key)", Array($0.value.utf8)) }
  }

  private static func item(
    _ entry: KWalletConnection.Entry, _ account: String, _ secret: [UInt8]
  ) -> TransferItem {
    let attributes = AttributeSet([
      .service: .string(entry.folder), .account: .string(account), .label: .string("\(entry.folder): \(account)"),
    ])
    return TransferItem(.genericPassword, attributes: attributes, secret: secret, origin: origin(of: entry))
  }
}
