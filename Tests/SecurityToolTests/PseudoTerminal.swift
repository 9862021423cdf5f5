import CTestSupport
import Glibc
import TestSupport

/// A pseudoterminal. The test has the master end, and a process has the slave end.
final class PseudoTerminal {
  private let master: Int32

  /// The descriptor of the slave end, which a process uses as its terminal.
  let slave: Int32

  init() throws {
    var slave: Int32 = -1
    master = lk_test_open_terminal(&slave)
    guard master >= 0 else { throw ChildProcess.Failure(error: ENXIO) }
    self.slave = slave
  }

  deinit {
    close(slave)
    close(master)
  }

  func type(_ text: String) { _ = write(master, text, text.utf8.count) }

  /// Reads the output of the terminal until the output ends with `end`. Returns the output.
  func read(until end: String) throws -> String {
    var shown: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1024)
    while !String(decoding: shown, as: UTF8.self).hasSuffix(end) {
      var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 60_000) == 1 else { throw ChildProcess.Failure(error: ETIMEDOUT) }
      let count = Glibc.read(master, &buffer, buffer.count)
      guard count > 0 else { throw ChildProcess.Failure(error: EIO) }
      shown += buffer.prefix(count)
    }
    return String(decoding: shown, as: UTF8.self)
  }

  /// Whether the terminal echoes typed text.
  var echoes: Bool {
    var settings = termios()
    return tcgetattr(slave, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }
}
