import Foundation

/// Runs the programs of the system whose formats Latchkey reads and writes.
enum Program {
  struct Failure: Error {
    let status: Int32
    let errors: String
  }

  /// Runs a program and returns its output.
  @discardableResult static func run(_ name: String, _ arguments: String...) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/\(name)")
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(
        status: process.terminationStatus, errors: String(decoding: text, as: UTF8.self))
    }
    return Array(bytes)
  }
}
