/// One line at a terminal that tells how far a long command is, rewritten in place.
///
/// It appears after a second, changes at most ten times a second, and is gone when the command
/// goes on to print.
final class Progress {
  private let task: String
  private let console: Console
  private let isShown: Bool
  private let now: () -> Int64
  private let begin: Int64
  private var lastShown: Int64?
  private var width = 0

  /// The nanoseconds before the line appears, and between two states of it.
  private static let patience: Int64 = 1_000_000_000
  private static let interval: Int64 = 100_000_000

  /// - Parameters:
  ///   - task: What is being done, to stand before the count.
  ///   - isShown: False where nobody would see it.
  ///   - now: Nanoseconds of a clock that nobody sets.
  init(_ task: String, console: Console, isShown: Bool, now: @escaping () -> Int64) {
    self.task = task
    self.console = console
    self.isShown = isShown
    self.now = now
    begin = isShown ? now() : 0
  }

  /// Tells how much is done, if it is time to.
  func show(_ done: Int, of total: Int) {
    guard isShown else { return }
    let time = now()
    guard time - begin >= Self.patience else { return }
    if let lastShown, time - lastShown < Self.interval { return }
    lastShown = time
    replaceLine(with: "\(task) \(done) of \(total)")
  }

  /// Takes the line away.
  func end() {
    guard width > 0 else { return }
    replaceLine(with: "")
    console.write("\r".utf8, to: .error)
    console.flush()
  }

  /// Blanks instead of a control sequence: every terminal knows them.
  private func replaceLine(with text: String) {
    let padding = String(repeating: " ", count: max(0, width - text.utf8.count))
    console.write("\r\(text)\(padding)".utf8, to: .error)
    console.flush()
    width = text.utf8.count
  }
}
