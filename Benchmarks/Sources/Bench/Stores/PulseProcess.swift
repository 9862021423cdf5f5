import Foundation

/// A child process that runs the job `pulse`, and the pipes to it.
final class PulseProcess {
  private let process: Process
  private let input = Pipe()
  private let output = Pipe()

  init(_ store: StoreFolder) {
    process = Child.process(.pulse, store)
    process.standardInput = input
    process.standardOutput = output
    do {
      try process.run()
    } catch {
      fail("a process cannot be started: \(error)")
    }
  }

  deinit {
    input.fileHandleForWriting.closeFile()
    process.waitUntilExit()
  }

  func beat() -> Pulse.Beat {
    input.fileHandleForWriting.write(Data("\n".utf8))
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { fail("a store's process has ended") }
      line += more
    }
    return JSON.decode(line)
  }
}
