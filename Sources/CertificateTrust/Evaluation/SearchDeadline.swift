import Glibc

/// A time limit for trying other chains. The sender of the certificates controls their number and the cost of each
/// evaluation, so the search must be limited.
///
/// It limits the processor time of this thread. Waiting for the network or for other programs does not reduce it.
package struct SearchDeadline: Sendable {
  private let end: Double

  package init(seconds: Double) { end = Self.now + seconds }

  package var isOver: Bool { Self.now >= end }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
