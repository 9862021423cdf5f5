import KeychainFiles
import KeychainModel
import TestSupport
import Testing

@Suite struct SpooledFileTests {
  @Test func bytesComeBackInPieces() throws {
    let folder = try TemporaryDirectory()
    for place in [try ProtectedDirectory.open(folder.path), nil] {
      let file = try SpooledFile(in: place, noun: "the backup")
      try file.append([1, 2, 3])
      try file.append([4])
      #expect(try file.bytes(from: 1, atMost: 2) == [2, 3])
      #expect(try file.bytes(from: 3, atMost: 9) == [4])
      #expect(try file.bytes(from: 4, atMost: 9) == [])
      try file.removeAll()
      #expect(file.byteCount == 0)
      try file.append([5])
      #expect(try file.bytes(from: 0, atMost: 9) == [5])
    }
    // The file has no name.
    #expect(folder.names().isEmpty)
  }

  @Test func moreThanWasAnnouncedIsRefused() throws {
    let file = try SpooledFile(in: nil, largestByteCount: 2, noun: "the backup")
    try file.append([1])
    #expect(!file.isFull)
    let error = #expect(throws: KeychainError.self) { try file.append([2, 3]) }
    #expect(error?.code == .parameter)
    try file.append([2])
    #expect(file.isFull)
  }
}
