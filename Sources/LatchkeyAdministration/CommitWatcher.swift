import Dispatch
import Glibc
package import Keychain
package import KeychainModel

/// Watches the file of changes with inotify.
///
/// Sendable: all state is used on the serial queue, or before it starts.
package final class CommitWatcher: @unchecked Sendable {
  private let reader: ChangesReader
  private let descriptor: Int32
  /// Nil until it starts: a source that is never activated must not be released.
  private var source: (any DispatchSourceRead)?
  private let queue = DispatchQueue(label: "latchkey.commits")

  /// - Throws: `.notAvailable` when the file cannot be watched.
  package init(_ location: StoreLocation) throws(KeychainError) {
    reader = try ChangesReader(location)
    descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else {
      throw KeychainError(.notAvailable, "inotify is not available (errno \(errno))")
    }
    guard inotify_add_watch(descriptor, reader.path, UInt32(IN_MODIFY)) >= 0 else {
      let code = errno
      close(descriptor)
      throw KeychainError(.notAvailable, "the changes cannot be watched (errno \(code))")
    }
  }

  deinit { if source == nil { close(descriptor) } }

  /// Calls `body` with each commit, until `stop`.
  package func start(_ body: @escaping @Sendable (KeychainCommit) -> Void) {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    self.source = source
    source.setEventHandler { [self] in
      // A fork waits for it. A file that cannot be read says nothing; the next event looks again.
      let changes = ForkGate.enter { () -> [KeychainChange] in
        drain()
        return (try? reader.next()) ?? []
      }
      for change in changes {
        body(KeychainCommit(process: change.process, isSynchronizable: change.isSynchronizable))
      }
    }
    source.setCancelHandler { [descriptor] in close(descriptor) }
    source.activate()
  }

  package func stop() { source?.cancel() }

  /// Takes the events out; what happened is read from the file.
  private func drain() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
