import CPlatform
import KeychainCrypto
import KeychainFiles
package import KeychainModel
package import Vault

/// The keychains at paths that this process uses. Each keychain is opened when it is first used.
package final class OpenKeychains: Sendable {
  private struct Entry: Sendable {
    let keychain: LocalKeychain
    let file: KeychainFile
    /// The status of the keychain's file when it was read.
    let status: FileStatus
    /// The tick of the coarse clock when the file was last checked.
    var checked: Int64
    /// The number of the last use.
    var used: UInt64
  }

  private struct State: Sendable {
    var entries: [[UInt8]: Entry] = [:]
    var uses: UInt64 = 0
  }

  /// The largest number of keychains whose database is open. Each open keychain has about eight open files.
  static let largestOpenCount = 16

  package let main: StoreLocation
  package let context: UnlockContext
  private let clock: any KeychainClock
  private let state = ForkSafeMutex(State())

  /// - Parameter main: The location of the login keychain.
  package init(_ main: StoreLocation, context: UnlockContext = .keychains, clock: any KeychainClock = SystemClock()) {
    self.main = main
    self.context = context
    self.clock = clock
  }

  /// The keychain whose file has a path. The database is not opened.
  ///
  /// - Throws: `.noSuchKeychain` when there is no file, or when the files of the vault are missing; `.invalidKeychain`
  ///   for any other file; `.notAvailable` when the file is damaged, too open or of a newer version.
  package func keychain(at path: [UInt8]) throws(KeychainError) -> LocalKeychain {
    let tick = lk_coarse_now()
    let known = state.withLock { state -> Entry? in
      state.uses += 1
      state.entries[path]?.used = state.uses
      return state.entries[path]
    }
    if let known, known.checked == tick { return known.keychain }
    guard let status = try FileStatus.of(path: path), let file = try KeychainFile.read(path) else {
      drop(path)
      throw KeychainError(.noSuchKeychain, "\(String(decoding: path, as: UTF8.self)) does not exist")
    }
    let folder = try KeychainFolder.find(file, at: String(decoding: path, as: UTF8.self), main)
    let location = folder.location(at: folder.path, file.protection, file: path, main)
    if let known, known.status == status, known.keychain.location == location {
      state.withLock { $0.entries[path]?.checked = tick }
      return known.keychain
    }
    if file.protection == .deviceKey, try !PrivateFolder.exists(location.keyDirectory) {
      throw KeychainError(
        .notAvailable,
        "\(String(decoding: path, as: UTF8.self)) needs the device key of the machine where it was made: "
          + location.deviceKeyPath, because: .deviceKeyMissing)
    }
    if file.protection == .deviceKey { DeviceKeyUsers(file.vaultID, main).recordOpening(path) }
    let keychain = LocalKeychain(location, clock: clock, locking: context)
    let evicted = state.withLock { state -> LocalKeychain? in
      let former = state.entries[path]?.keychain
      state.entries[path] = Entry(keychain: keychain, file: file, status: status, checked: tick, used: state.uses)
      if let former { return former }
      guard state.entries.count > Self.largestOpenCount,
        let oldest = state.entries.min(by: { $0.value.used < $1.value.used })
      else { return nil }
      state.entries[oldest.key] = nil
      return oldest.value.keychain
    }
    if let evicted { Self.close(evicted) }
    return keychain
  }

  /// The paths of the keychains that this process uses.
  var paths: [[UInt8]] { state.withLock { Array($0.entries.keys) } }

  /// Closes a keychain, which may have been deleted.
  package func drop(_ path: [UInt8]) {
    if let keychain = state.withLock({ $0.entries.removeValue(forKey: path)?.keychain }) { Self.close(keychain) }
  }

  /// Closes all keychains.
  package func closeAll() {
    let all = state.withLock { state in
      defer { state.entries = [:] }
      return state.entries.values.map(\.keychain)
    }
    for keychain in all { Self.close(keychain) }
  }

  private static func close(_ keychain: LocalKeychain) { ForkGate.enter { keychain.vault.close() } }
}
