import PasswordTransfer
import TestSupport
import Testing

/// Malformed input is rejected as a whole, and the error names the line.
@Suite struct MalformedInputTests {
  @Test func everyMistakeHasItsLineAndItsReason() throws {
    for fields in try table("malformed") {
      try #require(fields.count == 4)
      let failure = #expect(throws: TransferFailure.self, "\(text(fields[1]))") {
        try read(text(fields[0]), fields[1])
      }
      #expect(failure?.line == Int(text(fields[2])), "\(text(fields[1]))")
      #expect(failure?.reason == text(fields[3]), "\(text(fields[1]))")
    }
  }

  /// Changes every byte of every input, and truncates the input at every position. The reader must return a result or
  /// an error, and must not crash.
  @Test func damagedInputIsReadOrRefused() throws {
    var generator = SystemRandomNumberGenerator()
    for (reader, name) in [
      ("csv", "chrome.csv"), ("csv", "edge.csv"), ("dump", "macos-dump.txt"),
      ("json", "items.json"),
    ] {
      let input = try dataFile(name)
      _ = try read(reader, input)
      for position in input.indices {
        var damaged = input
        damaged[position] = UInt8.random(in: .min ... .max, using: &generator)
        _ = try? read(reader, damaged)
        if position.isMultiple(of: 7) { _ = try? read(reader, Array(input[..<position])) }
      }
    }
  }

  @Test func filesThatCannotBeReadAreReported() throws {
    let folder = try TemporaryDirectory()
    #expect(throws: TransferFailure("No such file or directory")) {
      _ = try SourceFile.read(Array(folder("none").utf8))
    }
    #expect(throws: TransferFailure("Is a directory")) {
      _ = try SourceFile.read(Array(folder.path.utf8))
    }
  }

  @Test(arguments: [0, 1, 4095, 65536, 200_000]) func filesAreReadToTheirEnd(count: Int) throws {
    let folder = try TemporaryDirectory()
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 3) }
    try folder.write(content, to: "file")
    let read = try SourceFile.read(Array(folder("file").utf8))
    #expect(read.withUnsafeBytes { Array($0) } == content)
  }
}
