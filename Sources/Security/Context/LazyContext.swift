import KeychainModel
import Synchronization

/// A context that the first call makes. A failure is not kept: the next call tries it again.
final class LazyContext: Sendable {
  private final class Box: Sendable {
    let context: KeychainContext

    init(_ context: KeychainContext) { self.context = context }
  }

  private let make: @Sendable () throws(KeychainError) -> KeychainContext
  /// The context. It is no mutex, because the process may fork at any time.
  private let made = AtomicLazyReference<Box>()

  init(_ make: @escaping @Sendable () throws(KeychainError) -> KeychainContext) { self.make = make }

  /// Returns the context. Threads that make the context at the same time use the first one.
  ///
  /// - Throws: The errors of the closure.
  func value() throws(KeychainError) -> KeychainContext {
    if let box = made.load() { return box.context }
    return made.storeIfNil(Box(try make())).context
  }
}
