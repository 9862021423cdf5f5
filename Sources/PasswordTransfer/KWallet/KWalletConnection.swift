import CSystemd

/// A connection to KWallet.
final class KWalletConnection: BusReplies {
  /// An entry of an open wallet.
  struct Entry {
    let wallet: String
    let handle: Int32
    let folder: String
    let name: String
  }

  private let wallets: OpaquePointer

  /// - Throws: A failure if KWallet does not run and cannot be started, or if libsystemd is missing.
  init() throws(TransferFailure) {
    var wallets: OpaquePointer?
    let result = lk_kwallet_open(&wallets)
    guard result == 0, let wallets else {
      let problem = String(cString: lk_kwallet_problem(wallets))
      lk_kwallet_close(wallets)
      throw TransferFailure("KWallet cannot be reached: \(problem)")
    }
    self.wallets = wallets
  }

  deinit { lk_kwallet_close(wallets) }

  var problem: String { String(cString: lk_kwallet_problem(wallets)) }

  func names() throws(TransferFailure) -> [String] { try texts { lk_kwallet_names(wallets, $0, $1) } }

  /// Opens a wallet. KWallet may ask the person. Returns nil if the person refused.
  func open(_ name: String) throws(TransferFailure) -> Int32? {
    var handle: Int32 = -1
    try check(lk_kwallet_open_wallet(wallets, name, &handle))
    return handle < 0 ? nil : handle
  }

  func folders(_ handle: Int32) throws(TransferFailure) -> [String] {
    try texts { lk_kwallet_folders(wallets, handle, $0, $1) }
  }

  func entries(_ handle: Int32, _ folder: String) throws(TransferFailure) -> [String] {
    try texts { lk_kwallet_entries(wallets, handle, folder, $0, $1) }
  }

  func kind(of entry: Entry) throws(TransferFailure) -> Int32 {
    var kind: Int32 = 0
    try check(lk_kwallet_kind(wallets, entry.handle, entry.folder, entry.name, &kind))
    return kind
  }

  func content(of entry: Entry, _ kind: Int32) throws(TransferFailure) -> [UInt8] {
    try bytes { lk_kwallet_content(wallets, entry.handle, entry.folder, entry.name, kind, $0, $1) }
  }
}
