import Glibc
import KeychainModel

/// Remembers the process in which it was made, and tells cheaply whether this is still that one.
///
/// For holders of what a forked child must not use: keys that read as zeros there, connections,
/// locks. The child abandons them and makes its own.
package struct ForkMarker: Sendable {
  private let token: UInt64
  private let process: pid_t

  /// The mark of this process.
  package init() {
    token = ForkMarkerPage.shared.currentToken()
    process = getpid()
  }

  /// Whether the calling process is the one in which the mark was made.
  package var isThisProcess: Bool {
    let page = ForkMarkerPage.shared
    guard page.token == token else { return false }
    return page.isWipedOnFork || getpid() == process
  }
}

extension ForkMarker {
  /// Refuses to go on in a forked child, where keys read as zeros.
  func requireThisProcess() throws(KeychainError) {
    guard isThisProcess else {
      throw KeychainError(
        .notAvailable, "a forked child must not use the keys of its parent", because: .forked)
    }
  }
}
