import Glibc
import Synchronization

/// Calls `body` with each of the numbers from 0 to `count` - 1, on a thread for each number. Waits for all threads.
package func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  final class Work: Sendable {
    let index: Int
    let body: @Sendable (Int) -> Void
    init(_ index: Int, _ body: @escaping @Sendable (Int) -> Void) {
      self.index = index
      self.body = body
    }
  }
  var threads: [pthread_t] = []
  for index in 0..<count {
    let work = Unmanaged.passRetained(Work(index, body)).toOpaque()
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer else { return nil }
        let work = Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue()
        work.body(work.index)
        return nil
      }, work)
    precondition(status == 0, "no more threads")
    threads.append(thread)
  }
  for thread in threads { pthread_join(thread, nil) }
}

/// A counter that several threads increment.
package final class Counter: Sendable {
  private let number = Atomic<Int>(0)

  package init() {}

  package var value: Int { number.load(ordering: .sequentiallyConsistent) }

  /// Increments the counter. Returns its previous value.
  @discardableResult
  package func next() -> Int { number.add(1, ordering: .sequentiallyConsistent).oldValue }
}
