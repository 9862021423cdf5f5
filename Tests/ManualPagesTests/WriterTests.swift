import Glibc
import ManualPages
import TestSupport
import Testing

/// `manual-writer`, which `make stage` runs.
@Suite struct WriterTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Runs the program `manual-writer`, which is in the folder of the test program.
  private func write(_ arguments: [String]) throws -> (ending: ChildProcess.Ending, errors: String) {
    let own = try #require(realpath("/proc/self/exe", nil))
    defer { free(own) }
    let products = String(cString: own).split(separator: "/").dropLast().map { "/\($0)" }.joined()
    let notes = try TemporaryDirectory()
    try notes.write([], to: "errors")
    let errors = open(notes("errors"), O_WRONLY | O_CLOEXEC)
    defer { close(errors) }
    let process = try ChildProcess(
      "\(products)/manual-writer", arguments, environment: [], descriptors: [0, 1, errors])
    let ending = try process.wait()
    return (ending, String(decoding: try notes.read("errors"), as: UTF8.self))
  }

  @Test func writesEachTextAtItsPlace() throws {
    let (ending, errors) = try write([folder.path])
    #expect(ending == .status(0), "\(errors)")
    for (name, text) in InstalledTexts.files {
      #expect(String(decoding: try folder.read(name), as: UTF8.self) == text, "\(name)")
    }
    #expect(folder.names() == ["share"])
  }

  @Test func namesTheFileThatItCannotWrite() throws {
    try folder.write([], to: "share")
    let (ending, errors) = try write([folder.path])
    #expect(ending == .status(1))
    let first = try #require(InstalledTexts.files.first)
    #expect(errors.hasPrefix("\(folder(first.name)): "), "\(errors)")
  }

  @Test(arguments: [[], ["one", "two"]]) func saysHowItIsCalled(arguments: [String]) throws {
    let (ending, errors) = try write(arguments)
    #expect(ending == .status(2))
    #expect(errors.contains("usage: manual-writer folder"), "\(errors)")
  }
}
