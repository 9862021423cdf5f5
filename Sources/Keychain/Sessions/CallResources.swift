package import KeychainFiles

/// What a call of another process uses of the service.
package struct CallResources: Sendable {
  /// The memory of the call; nil when the memory is not counted.
  package var memory: MemoryClaim?
  /// Ends the call before its commit, because its client has ended; nil when the call always ends by itself.
  package var cancellation: Cancellation?

  package init(memory: MemoryClaim? = nil, cancellation: Cancellation? = nil) {
    self.memory = memory
    self.cancellation = cancellation
  }
}
