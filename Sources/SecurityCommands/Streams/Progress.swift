/// A progress line at a terminal, rewritten in place.
///
/// It appears after a second, changes at most ten times a second, and disappears when the command prints something
/// else.
final class Progress {
  private let task: String
  private let console: Console
  private let isShown: Bool
  private let now: () -> Int64
  private let begin: Int64
  private var lastShown: Int64?
  private var width = 0

  /// The nanoseconds before the line appears, and between two updates.
  private static let delay: Int64 = 1_000_000_000
  private static let interval: Int64 = 100_000_000

  /// - Parameters:
  ///   - task: The operation, which is printed before the number.
  ///   - isShown: False if the line would not be visible.
  ///   - now: Returns the time of a monotonic clock, in nanoseconds.
  init(_ task: String, console: Console, isShown: Bool, now: @escaping () -> Int64) {
    self.task = task
    self.console = console
    self.isShown = isShown
    self.now = now
    begin = isShown ? now() : 0
  }

  /// Shows the progress, unless it is too early for an update.
  func show(_ done: Int, of total: Int) {
    guard isShown else { return }
    let time = now()
    guard time - begin >= Self.delay else { return }
    if let lastShown, time - lastShown < Self.interval { return }
    lastShown = time
    replaceLine(with: "\(task) \(done) of \(total)")
  }

  /// Removes the line.
  func end() {
    guard width > 0 else { return }
    replaceLine(with: "")
    console.write("\r".utf8, to: .error)
    console.flush()
  }

  /// Overwrites the old text with spaces instead of a control sequence, because every terminal supports them.
  private func replaceLine(with text: String) {
    let padding = String(repeating: " ", count: max(0, width - text.utf8.count))
    console.write("\r\(text)\(padding)".utf8, to: .error)
    console.flush()
    width = text.utf8.count
  }
}
