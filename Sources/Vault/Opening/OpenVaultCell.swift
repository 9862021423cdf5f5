import KeychainCrypto
import KeychainModel
import Synchronization

/// Holds the open vault of one process.
///
/// A child of a fork finds the content of its parent: its connections were closed before the fork, its keys were wiped
/// by the kernel, and a mutex in it may be held by a thread that does not exist. The child leaves it as it is and begins
/// with a content of its own.
final class OpenVaultCell: Sendable {
  private final class Content: Sendable {
    let marker = ForkMarker()
    let vault = Guarded<OpenVault?>(nil)
  }

  /// The address of a retained `Content`.
  private let content = Atomic<UInt>(OpenVaultCell.address(of: Content()))

  deinit { Self.object(content.load(ordering: .acquiring)).release() }

  /// The open vault, opened by `open` when there is none. One thread at a time opens it.
  func vault(
    opening open: () throws(KeychainError) -> OpenVault
  ) throws(KeychainError) -> OpenVault {
    try current().vault.withLock { (vault) throws(KeychainError) in
      if let vault { return vault }
      let opened = try open()
      vault = opened
      return opened
    }
  }

  /// Closes the connections that are not in use; calls make new ones.
  func closeConnections() { current().vault.withLock { $0?.close() } }

  /// Lets go of a vault whose files or keys are others by now, and leaves the files alone.
  func discard(_ replaced: OpenVault) {
    current().vault.withLock { vault in
      guard vault === replaced else { return }
      vault = nil
      replaced.abandon()
    }
  }

  /// Lets go of the vault, if one is open, and leaves the files alone.
  func letGo() {
    current().vault.withLock { vault in
      vault?.abandon()
      vault = nil
    }
  }

  /// Lets go of the vault, if one is open.
  func clear() {
    current().vault.withLock { vault in
      vault?.finish()
      vault = nil
    }
  }

  private func current() -> Content {
    let address = content.load(ordering: .acquiring)
    let held = Self.object(address).takeUnretainedValue()
    if held.marker.isThisProcess { return held }
    let new = Self.address(of: Content())
    let (exchanged, original) = content.compareExchange(
      expected: address, desired: new, ordering: .acquiringAndReleasing)
    guard !exchanged else { return Self.object(new).takeUnretainedValue() }
    // Another thread of the child was faster.
    Self.object(new).release()
    return Self.object(original).takeUnretainedValue()
  }

  private static func address(of content: Content) -> UInt {
    UInt(bitPattern: Unmanaged.passRetained(content).toOpaque())
  }

  private static func object(_ address: UInt) -> Unmanaged<Content> {
    // The address of an object that `address(of:)` retained; it is never zero.
    // swift-format-ignore: NeverForceUnwrap
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: address)!)
  }
}
