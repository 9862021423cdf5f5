/// A line at a terminal that shows the progress of a command and is rewritten in place.
///
/// The line appears after a second, changes at most ten times a second, and disappears when `end` is called.
final class Progress {
  private let task: String
  private let console: Console
  private let isShown: Bool
  private let now: () -> Int64
  private let begin: Int64
  private var lastShown: Int64?
  private var width = 0

  /// The number of nanoseconds before the line appears.
  private static let delay: Int64 = 1_000_000_000
  private static let interval: Int64 = 100_000_000

  /// - Parameters:
  ///   - task: The name of the operation. The line contains this name before the numbers.
  ///   - isShown: Whether the line is printed.
  ///   - now: Returns the time of a monotonic clock, in nanoseconds.
  init(_ task: String, console: Console, isShown: Bool, now: @escaping () -> Int64) {
    self.task = task
    self.console = console
    self.isShown = isShown
    self.now = now
    begin = isShown ? now() : 0
  }

  /// Shows the numbers of completed and of all steps, if enough time has passed since the last update.
  func show(_ done: Int, of total: Int) {
    guard isShown else { return }
    let time = now()
    guard time - begin >= Self.delay else { return }
    if let lastShown, time - lastShown < Self.interval { return }
    lastShown = time
    replaceLine(with: "\(task) \(done) of \(total)")
  }

  /// Removes the line from the terminal.
  func end() {
    guard width > 0 else { return }
    replaceLine(with: "")
    console.write("\r".utf8, to: .error)
    console.flush()
  }

  /// Replaces the text of the line. Spaces overwrite the rest of the old text, because not every terminal supports a
  /// control sequence for this purpose.
  private func replaceLine(with text: String) {
    let padding = String(repeating: " ", count: max(0, width - text.utf8.count))
    console.write("\r\(text)\(padding)".utf8, to: .error)
    console.flush()
    width = text.utf8.count
  }
}
