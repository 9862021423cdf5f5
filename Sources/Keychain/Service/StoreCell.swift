import KeychainCrypto
import KeychainModel
import Synchronization

/// Holds the open store of one process.
///
/// A forked child finds the content of its parent: its connections were closed before the fork (see
/// `ForkGate`), its keys were wiped by the kernel, and a lock in it may be held by a thread that
/// does not exist. The child leaves it as it is and begins with a content of its own.
final class StoreCell: Sendable {
  /// What one process holds.
  private final class Content: Sendable {
    let marker = ForkMarker()
    let store = Guarded<OpenStore?>(nil)
  }

  /// The address of a retained `Content`.
  private let content: Atomic<UInt>

  init() { content = Atomic(Self.address(of: Content())) }

  deinit { Self.object(content.load(ordering: .acquiring)).release() }

  /// The open store, opened by `open` when there is none.
  func store(
    opening open: () throws(KeychainError) -> OpenStore
  ) throws(KeychainError) -> OpenStore {
    try current().store.withLock { (store) throws(KeychainError) in
      if let store { return store }
      let opened = try open()
      store = opened
      return opened
    }
  }

  /// Closes the connections that are not in use; calls make new ones.
  func closeConnections() { current().store.withLock { $0?.close() } }

  /// Lets a store go that is no longer the one of the files, and leaves those alone.
  func discard(_ store: OpenStore) {
    current().store.withLock { held in
      guard held === store else { return }
      held = nil
      store.abandon()
    }
  }

  /// Lets the store go, if one is open.
  func clear() {
    current().store.withLock { held in
      held?.close()
      held = nil
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
