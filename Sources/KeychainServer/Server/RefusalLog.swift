import CPlatform
import KeychainFiles
import KeychainLog
package import KeychainModel

/// Logs refusals for the administrator: for each user the first one at once, and then at most one entry in a minute, with
/// the number of the refusals and the latest of them. An entry has no value of an item and no text of a client.
///
/// The log may wait for the journal, so a thread of its own writes the entries. No other thread waits for the log.
package final class RefusalLog: Sendable {
  /// An entry of the log.
  package struct Entry: Sendable, Equatable {
    /// The user; nil for all users whom the service does not know.
    package let user: UInt32?
    /// The process of the latest refusal; nil when the service cannot see it.
    package let process: Int32?
    /// The reason of the latest refusal.
    package let reason: String
    package let code: KeychainError.Code
    /// The number of refusals since the last entry about the user.
    package let count: Int
  }

  private struct Refusals: Sendable {
    var process: Int32?
    var reason: String
    var code: KeychainError.Code
    /// The number of refusals that are not in the log yet.
    var count: Int
    /// The time of the last entry.
    var logged: Int64

    /// The entry about the refusals so far.
    mutating func entry(for user: UInt32?, at now: Int64) -> Entry {
      defer { (count, logged) = (0, now) }
      return Entry(user: user, process: process, reason: reason, code: code, count: count)
    }
  }

  private struct State: Sendable {
    var refusals: [UInt32?: Refusals] = [:]
    var entries: [Entry] = []
    var isStopping = false
  }

  private let interval: Duration
  private let write: @Sendable (Entry) -> Void
  private let state = ForkSafeMutex(State())
  private let news = Semaphore()
  private let ended = Semaphore()

  /// The largest number of users and of entries that are kept. Further refusals are counted with the unknown users.
  private static let largestCount = 1024

  /// - Parameters:
  ///   - interval: The time between two entries about one user.
  ///   - write: Writes an entry; nil to write to the log of the process.
  package init(interval: Duration, write: (@Sendable (Entry) -> Void)? = nil) {
    self.interval = interval
    self.write = write ?? Self.log
  }

  @Sendable private static func log(_ entry: Entry) {
    let error = KeychainError(entry.code, "\(entry.reason)")
    switch (entry.user.map { Int($0) }, entry.process.map { Int($0) }) {
    case (nil, let process?):
      Log.error("refusals of users that the service does not know: \(entry.count), now of process \(process)", error)
    case (nil, nil): Log.error("refusals of users that the service does not know: \(entry.count)", error)
    case (let user?, let process?):
      Log.error("refusals of user \(user): \(entry.count), now of process \(process)", error)
    case (let user?, nil): Log.error("refusals of user \(user): \(entry.count)", error)
    }
  }

  /// Notes a refusal. Never waits.
  ///
  /// - Parameters:
  ///   - user: The user; nil for a user whom the service does not know.
  ///   - process: The process that connected; 0 when the service cannot see it.
  func note(_ user: UInt32?, _ process: Int32, _ error: KeychainError) {
    note(user, process, error.code, error.reason)
  }

  func note(_ user: UInt32?, _ process: Int32, _ code: KeychainError.Code, _ reason: String) {
    let process = process > 0 ? process : nil
    let now = lk_monotonic_now()
    let isNew = state.withLock { state in
      let key = state.refusals[user] == nil && state.refusals.count >= Self.largestCount ? nil : user
      var refusals = state.refusals[key] ?? Refusals(reason: reason, code: code, count: 0, logged: 0)
      (refusals.process, refusals.reason, refusals.code) = (process, reason, code)
      refusals.count += 1
      let isDue = refusals.logged == 0 && state.entries.count < Self.largestCount
      if isDue { state.entries.append(refusals.entry(for: key, at: now)) }
      state.refusals[key] = refusals
      return isDue
    }
    if isNew { news.signal() }
  }

  /// Starts the thread that writes.
  ///
  /// - Returns: False when no thread can be created.
  func start() -> Bool { DetachedThread.start { [self] in run() } }

  /// Ends the thread, after it has written all refusals.
  func stop() {
    state.withLock { $0.isStopping = true }
    news.signal()
    _ = ended.wait(until: .after(.seconds(5)))
  }

  private func run() {
    var isStopping = false
    while !isStopping {
      _ = news.wait(until: .after(min(interval, .seconds(1))))
      let entries: [Entry]
      (entries, isStopping) = state.withLock { state in
        let isStopping = state.isStopping
        defer { state.entries = [] }
        return (state.entries + due(&state, at: lk_monotonic_now(), all: isStopping), isStopping)
      }
      for entry in entries { write(entry) }
    }
    ended.signal()
  }

  /// The entries about the refusals since the last entry. Forgets users who had none.
  private func due(_ state: inout State, at now: Int64, all: Bool) -> [Entry] {
    var entries: [Entry] = []
    for (user, refusals) in state.refusals where all || .nanoseconds(now - refusals.logged) >= interval {
      guard refusals.count > 0 else {
        state.refusals[user] = nil
        continue
      }
      var refusals = refusals
      entries.append(refusals.entry(for: user, at: now))
      state.refusals[user] = refusals
    }
    return entries
  }
}
