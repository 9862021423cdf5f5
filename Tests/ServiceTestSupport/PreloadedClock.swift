import Foundation
import Glibc
import LockTestSupport
import TestSupport

/// The clock of a test as the system clock of another process, which loads the library `preloaded-clock.c`.
final class PreloadedClock: Sendable {
  private let clock: TestKeychainClock
  private let folder: TemporaryDirectory

  /// - Parameter folder: A folder that the other process can read.
  init(_ clock: TestKeychainClock, in folder: TemporaryDirectory) throws {
    self.clock = clock
    self.folder = folder
    let source = (#filePath as NSString).deletingLastPathComponent + "/preloaded-clock.c"
    let compiler = try ChildProcess(
      "/usr/bin/gcc", ["-shared", "-fPIC", "-o", libraryPath, source], environment: ["PATH=/usr/bin:/bin"],
      descriptors: [0, 1, 2])
    guard try compiler.wait() == .status(0) else { throw ChildProcess.Failure(error: ENOEXEC) }
    update()
  }

  private var libraryPath: String { folder("clock.so") }
  private var filePath: String { folder("clock") }

  /// The environment variables of the other process.
  var variables: [String] { ["CLOCK_LIBRARY=\(libraryPath)", "CLOCK_FILE=\(filePath)"] }

  /// Sets the time of the other process to the time of the clock.
  func update() {
    let sinceReference = Int64((clock.now * 1e9).rounded())
    var nanoseconds = sinceReference + 978_307_200 * 1_000_000_000
    let file = open(filePath, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard file >= 0 else { return }
    fchmod(file, 0o644)
    pwrite(file, &nanoseconds, 8, 0)
    close(file)
  }
}
