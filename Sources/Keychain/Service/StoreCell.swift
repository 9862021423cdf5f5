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
    let state = Guarded(State())
  }

  private struct State: Sendable {
    var store: OpenStore?
    /// Those of the store that was open last, until another one is.
    var earlierKeys: StoreKeys?
    /// How often stores had been locked before these were found.
    var lockingNumber: UInt64 = 0

    /// The keys of the store that is open, or was last, as far as locking left them.
    func keys(_ held: HeldKeys) -> StoreKeys? {
      store?.keys ?? earlierKeys.map { held.present($0, since: lockingNumber) }
    }
  }

  /// The address of a retained `Content`.
  private let content: Atomic<UInt>

  private let held: HeldKeys

  /// - Parameter held: Says when stores were locked by other objects of the process.
  init(_ held: HeldKeys) {
    self.held = held
    content = Atomic(Self.address(of: Content()))
  }

  deinit { Self.object(content.load(ordering: .acquiring)).release() }

  /// The open store, opened by `open` when there is none: with the keys that the last one had.
  func store(
    opening open: (StoreKeys?) throws(KeychainError) -> OpenStore
  ) throws(KeychainError) -> OpenStore {
    try current().state.withLock { (state) throws(KeychainError) in
      if let store = state.store { return store }
      let opened = try open(state.keys(held))
      state = State(store: opened, earlierKeys: nil)
      return opened
    }
  }

  /// The keys of the store that is open, or was last.
  var keys: StoreKeys? {
    current().state.withLock { $0.keys(held) }
  }

  /// Closes the connections that are not in use; calls make new ones.
  func closeConnections() { current().state.withLock { $0.store?.close() } }

  /// Lets a store go that is no longer the one of the files, and leaves those alone.
  func discard(_ store: OpenStore) {
    current().state.withLock { state in
      guard state.store === store else { return }
      state = State(
        store: nil, earlierKeys: store.keys, lockingNumber: store.lockingNumber)
      store.abandon()
    }
  }

  /// Lets go, of the keys of a store that could not be opened again, those that locking takes away. It may
  /// have been locked since.
  ///
  /// - Returns: The identifier of that store; nil when one is open, or none was.
  func reduceEarlierKeys() -> RowIdentifier? {
    current().state.withLock { state in
      guard state.store == nil, let keys = state.earlierKeys else { return nil }
      state.earlierKeys = keys.reduced
      return keys.ring.storeID
    }
  }

  /// Lets go the store with the keys that locking takes away.
  func lock() {
    current().state.withLock { state in
      state.store?.abandon()
      state = State(store: nil, earlierKeys: state.keys(held)?.reduced)
    }
  }

  /// Lets the store go, if one is open, and its keys.
  func clear() {
    current().state.withLock { state in
      state.store?.close()
      state = State()
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
