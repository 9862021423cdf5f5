import CPlatform
import Glibc
import KeychainModel
import Synchronization

/// Records the process that created the detector, and checks at low cost whether the current process is the same
/// process.
///
/// Some resources of a process must not be used in a forked child: connections, locks, and keys, whose memory contains
/// zeros in the child. The owner of such a resource uses this detector. The child abandons these resources and creates
/// its own resources.
package struct ForkDetector: Sendable {
  private let token: UInt64
  private let process: pid_t

  /// Creates a detector for the current process.
  package init() {
    token = ForkDetectorPage.shared.currentToken()
    process = getpid()
  }

  /// Whether the current process created the detector.
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

/// A page with one random number, which is different in each process. In a forked child, the kernel replaces the page
/// with zeros, and the first call in the child draws a new number.
///
/// `@unchecked Sendable` is safe, because the only memory behind the pointer is an atomic number, and this memory is
/// never freed.
struct ForkDetectorPage: @unchecked Sendable {
  static let shared = ForkDetectorPage()

  /// False when the kernel cannot wipe pages on fork. In this case the number alone does not identify the process.
  let isWipedOnFork: Bool

  private let cell: UnsafeMutablePointer<Atomic<UInt64>>

  private init() {
    let size = Int(getpagesize())
    let page = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    if let page, page != UnsafeMutableRawPointer(bitPattern: -1) {
      isWipedOnFork = lk_wipe_on_fork(page, size) == 0
      cell = page.bindMemory(to: Atomic<UInt64>.self, capacity: 1)
    } else {
      isWipedOnFork = false
      cell = .allocate(capacity: 1)
    }
    cell.initialize(to: Atomic(0))
  }

  /// The number of this process. Zero before the first call of `currentToken()`.
  var token: UInt64 { cell.pointee.load(ordering: .relaxed) }

  /// The number of this process. If several threads call this function for the first time, they all get the same
  /// number.
  func currentToken() -> UInt64 {
    let current = token
    if current != 0 { return current }
    let fresh = UInt64.random(in: 1 ... .max)
    let (exchanged, original) = cell.pointee.compareExchange(
      expected: 0, desired: fresh, ordering: .relaxed)
    return exchanged ? fresh : original
  }
}
