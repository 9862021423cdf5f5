import Testing

@testable import SecurityCommands

@Suite struct LineReaderTests {
  private func reader(_ pieces: String...) -> LineReader {
    LineReader(MemoryStreams(input: pieces.map { Array($0.utf8) }))
  }

  @Test func linesAreJoinedFromPiecesAndCutFromThem() throws {
    let reader = reader("on", "e\ntwo\n\nthr", "ee")
    #expect(try reader.readLine(limit: 9) == Array("one".utf8))
    #expect(try reader.readLine(limit: 9) == Array("two".utf8))
    #expect(try reader.readLine(limit: 9) == [])
    #expect(try reader.readLine(limit: 9) == Array("three".utf8))
    #expect(try reader.readLine(limit: 9) == nil)
  }

  @Test func restOfALongLineIsSkipped() throws {
    let reader = reader("ab", "cdefg", "h\nij", "\nklmno\npq")
    #expect(throws: LineReader.Failure.tooLong) { try reader.readLine(limit: 3) }
    #expect(try reader.readLine(limit: 3) == Array("ij".utf8))
    #expect(throws: LineReader.Failure.tooLong) { try reader.readLine(limit: 3) }
    #expect(try reader.readLine(limit: 3) == Array("pq".utf8))
  }

  @Test func longLineAtTheEndIsFollowedByNothing() throws {
    let reader = reader("abcdef")
    #expect(throws: LineReader.Failure.tooLong) { try reader.readLine(limit: 3) }
    #expect(try reader.readLine(limit: 3) == nil)
  }

  @Test func nothingThatWasUsedStaysInTheBuffer() throws {
    let streams = WatchedStreams()
    let reader = LineReader(streams)
    #expect(try reader.readLine(limit: 9) == Array("secret".utf8))
    #expect(streams.memory == [UInt8](repeating: 0, count: 7) + Array("too long\nmore\nrest".utf8))
    #expect(throws: LineReader.Failure.tooLong) { try reader.readLine(limit: 4) }
    #expect(streams.memory == [UInt8](repeating: 0, count: 16) + Array("more\nrest".utf8))
    #expect(try reader.readLine(limit: 4) == Array("more".utf8))
    #expect(streams.memory == [UInt8](repeating: 0, count: 21) + Array("rest".utf8))
    withExtendedLifetime(reader) {}
  }

  @Test func longLineIsJoinedFromManyPieces() throws {
    let line = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 % 251 + 11) }
    let pieces = stride(from: 0, to: line.count, by: 997).map {
      Array(line[$0..<min($0 + 997, line.count)])
    }
    let reader = LineReader(MemoryStreams(input: pieces + [[10]]))
    #expect(try reader.readLine(limit: line.count) == line)
    #expect(try reader.readLine(limit: line.count) == nil)
  }

  @Test func restIsEverythingButTheLastNewline() throws {
    let reader = reader("one\ntwo\n", "thr", "ee\n\n")
    #expect(try reader.readLine(limit: 9) == Array("one".utf8))
    #expect(try reader.readToEnd(limit: 11) == Array("two\nthree\n".utf8))
    #expect(try reader.readToEnd(limit: 11) == nil)
    #expect(try self.reader("\n").readToEnd(limit: 0) == [])
    #expect(try self.reader("").readToEnd(limit: 0) == nil)
    #expect(try self.reader("abc", "\n").readToEnd(limit: 3) == Array("abc".utf8))
    for more in [["abc", "d"], ["abc\n\n"], ["abc", "\n", "\n"]] {
      let reader = LineReader(MemoryStreams(input: more.map { Array($0.utf8) }))
      #expect(throws: LineReader.Failure.tooLong) { try reader.readToEnd(limit: 3) }
    }
  }

  @Test func nothingOfTheRestStaysInTheBuffer() throws {
    let streams = WatchedStreams()
    let reader = LineReader(streams)
    #expect(try reader.readToEnd(limit: 99)?.count == 25)
    #expect(streams.memory.allSatisfy { $0 == 0 })
    withExtendedLifetime(reader) {}
  }

  @Test func lineMayHaveExactlyItsLimit() throws {
    #expect(try reader("abc\n").readLine(limit: 3) == Array("abc".utf8))
    #expect(try reader("abc").readLine(limit: 3) == Array("abc".utf8))
  }
}

/// Streams that supply their input once. A test can examine the memory that contains the input, as long as the line
/// reader keeps this memory.
private final class WatchedStreams: StandardStreams {
  private var address: UnsafeRawPointer?
  private let input = Array("secret\ntoo long\nmore\nrest".utf8)

  let inputIsTerminal = false

  /// The current bytes of the memory that contained the input.
  var memory: [UInt8] {
    address.map { Array(UnsafeRawBufferPointer(start: $0, count: input.count)) } ?? []
  }

  func isTerminal(_ stream: OutputStream) -> Bool { false }

  func read() throws(StreamFailure) -> [UInt8] {
    guard address == nil else { return [] }
    return [UInt8](unsafeUninitializedCapacity: input.count) { buffer, count in
      count = buffer.initialize(fromContentsOf: input)
      address = UnsafeRawPointer(buffer.baseAddress)
    }
  }

  func readHidden(prompt: String) throws(StreamFailure) -> [UInt8] { try read() }

  func write(_ bytes: [UInt8], to stream: OutputStream) throws(StreamFailure) {}
}
