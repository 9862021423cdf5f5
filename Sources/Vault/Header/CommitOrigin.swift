import Glibc
package import KeychainModel

/// The process for which this process commits transactions. A service commits for its clients, and observers learn which
/// program made a change.
package enum CommitOrigin {
  @TaskLocal private static var client: Int32?

  /// The process of a commit of the calling thread: a client of this process, or this process.
  static var process: Int32 { client ?? getpid() }

  /// Runs `body`, whose commits are made for a process; nil for commits of this process.
  @inline(__always)
  package static func with<Result>(
    _ process: Int32?, _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    guard let process else { return try body() }
    return try $client.withValue(process) { () -> Swift.Result<Result, KeychainError> in
      do throws(KeychainError) { return .success(try body()) } catch { return .failure(error) }
    }.get()
  }
}
