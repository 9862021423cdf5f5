import Glibc
import KeychainModel

/// Records the process that created it, and checks cheaply whether the current process is the same.
///
/// Some resources of a process must not be used in a forked child: connections, locks, and keys,
/// whose memory contains zeros in the child. Their owner uses this marker. The child abandons these
/// resources and creates its own.
package struct ForkDetector: Sendable {
  private let token: UInt64
  private let process: pid_t

  /// A marker of the current process.
  package init() {
    token = ForkDetectorPage.shared.currentToken()
    process = getpid()
  }

  /// Whether the current process created the marker.
  package var isThisProcess: Bool {
    let page = ForkDetectorPage.shared
    guard page.token == token else { return false }
    return page.isWipedOnFork || getpid() == process
  }
}

extension ForkDetector {
  /// Throws in a forked child, where keys read as zeros.
  func requireThisProcess() throws(KeychainError) {
    guard isThisProcess else {
      throw KeychainError(
        .notAvailable, "a forked child must not use the keys of its parent", because: .forked)
    }
  }
}
