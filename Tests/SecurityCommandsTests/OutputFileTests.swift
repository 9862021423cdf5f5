import Glibc
import TestSupport
import Testing

@testable import SecurityCommands

/// Files for secrets. Such a file gets its name only when its content is complete.
@Suite struct OutputFileTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private var path: Word { Word(folder("out").utf8) }

  /// More bytes than the output buffer can hold.
  private static let content = [UInt8](repeating: 0x61, count: 200_000)

  @Test func whatIsNotCompleteHasNoName() throws {
    for existing in [nil, Array("old".utf8)] {
      if let existing { try folder.write(existing, to: "out") }
      let before = folder.names()
      let file = try OutputFile(anywhere: path)
      try file.write(Self.content)
      #expect(folder.names() == before)
      if let existing { #expect(try folder.read("out") == existing) }
      try file.finish()
      #expect(folder.names() == ["out"])
      #expect(try folder.read("out") == Self.content)
      #expect(try mode(of: folder("out")) == 0o600)
    }
  }

  @Test func withoutNamelessFilesItIsTheSameInTheEnd() throws {
    for _ in 0..<2 {
      let file = try OutputFile(anywhere: path, mayBeNameless: false)
      try file.write(Self.content)
      try file.finish()
      #expect(folder.names() == ["out"])
      #expect(try folder.read("out") == Self.content)
      #expect(try mode(of: folder("out")) == 0o600)
    }
  }

  @Test(arguments: [true, false]) func whatIsLetGoLeavesNothing(mayBeNameless: Bool) throws {
    do {
      let file = try OutputFile(anywhere: path, mayBeNameless: mayBeNameless)
      try file.write(Self.content)
    }
    #expect(folder.names().isEmpty)
  }

  @Test func onlyAnOrdinaryFileIsReplaced() throws {
    try folder.write([], to: "target")
    #expect(symlink(folder("target"), folder("link")) == 0)
    #expect(mkfifo(folder("fifo"), 0o600) == 0)
    for name in ["link", "fifo", ".", ".."] {
      let failure = #expect(throws: CommandFailure.self) {
        _ = try OutputFile(anywhere: Word(folder(name).utf8))
      }
      #expect(failure?.lines == ["\(folder(name)): only an ordinary file may be replaced"])
    }
    #expect(folder.names() == ["fifo", "link", "target"])
  }

  @Test func pathsThatNameNoFileAreRefused() throws {
    for (name, reason) in [
      ("", "that is not the name of a file"),
      ("\(folder.path)/", "that is not the name of a file"),
      (folder("none/out"), "cannot open the folder of the file: No such file or directory"),
    ] {
      let failure = #expect(throws: CommandFailure.self) {
        _ = try OutputFile(anywhere: Word(name.utf8))
      }
      #expect(failure?.lines == ["\(name): \(reason)"])
    }
  }

  @Test func longestNamesAreReplaced() throws {
    let name = String(repeating: "n", count: 255)
    for _ in 0..<2 {
      let file = try OutputFile(anywhere: Word(folder(name).utf8))
      try file.write(Self.content)
      try file.finish()
    }
    #expect(folder.names() == [name])
  }
}
