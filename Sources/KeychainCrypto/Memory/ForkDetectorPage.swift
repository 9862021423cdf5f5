import CPlatform
import Glibc
import Synchronization

/// A page with one random number, which is different in each process. In a forked child, the kernel
/// replaces the page with zeros, and the first call there draws a new number.
///
/// `@unchecked Sendable`: the only memory behind the pointer is an atomic number, and it is never
/// freed.
struct ForkDetectorPage: @unchecked Sendable {
  static let shared = ForkDetectorPage()

  /// False when the kernel cannot wipe pages on fork. Then the number alone does not identify the
  /// process.
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

  /// The number of this process. When several threads call this first, they all get the same
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
