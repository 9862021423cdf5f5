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

  @Test func lineMayHaveExactlyItsLimit() throws {
    #expect(try reader("abc\n").readLine(limit: 3) == Array("abc".utf8))
    #expect(try reader("abc").readLine(limit: 3) == Array("abc".utf8))
  }
}
