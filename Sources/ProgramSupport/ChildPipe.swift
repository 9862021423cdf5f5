import CPlatform
import Glibc

/// The ends of a pipe to a child program. They are closed when the object is deallocated.
final class ChildPipe {
  private var ends: [Int32] = [-1, -1]
  var reading: Int32 { ends[0] }
  var writing: Int32 { ends[1] }

  init() throws(ChildFailure) {
    guard lk_pipe(&ends) == 0 else {
      throw ChildFailure(reason: String(cString: lk_error_description(errno)))
    }
  }

  deinit {
    closeReading()
    closeWriting()
  }

  func closeReading() { close(end: 0) }
  func closeWriting() { close(end: 1) }

  private func close(end: Int) {
    if ends[end] >= 0 { Glibc.close(ends[end]) }
    ends[end] = -1
  }
}
