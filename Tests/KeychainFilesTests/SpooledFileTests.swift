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

  @Test func theDiskKeepsAReserve() throws {
    let folder = try TemporaryDirectory()
    let place = try #require(try ProtectedDirectory.open(folder.path))
    let free = Int(try place.freeByteCount())
    let reserve = SpooledFile.Spared(freeByteCount: free / 2)
    // A file that cannot have all bytes that were announced is not begun.
    let refusal = #expect(throws: KeychainError.self) {
      try SpooledFile(in: place, largestByteCount: free - free / 4, sparing: reserve, noun: "the backup")
    }
    #expect(refusal?.failureCause == .diskFull)
    // The same for bytes that are copied to another file afterwards.
    let copied = #expect(throws: KeychainError.self) {
      try SpooledFile(
        in: place, largestByteCount: 10, sparing: reserve, andRoomFor: free - free / 4, noun: "the backup")
    }
    #expect(copied?.failureCause == .diskFull)
    let file = try SpooledFile(in: place, largestByteCount: 10, sparing: reserve, noun: "the backup")
    try file.append([1])
    // Nobody knows how many bytes will come.
    let full = SpooledFile.Spared(freeByteCount: free * 2)
    #expect(throws: KeychainError.self) { try SpooledFile(in: place, sparing: full, noun: "the backup") }
  }

  @Test func aFileInMemoryIsLimited() throws {
    let spared = SpooledFile.Spared(freeByteCount: 1 << 60, largestInMemory: 3)
    let file = try SpooledFile(in: nil, sparing: spared, noun: "the backup")
    try file.append([1, 2])
    let refusal = #expect(throws: KeychainError.self) { try file.append([3, 4]) }
    #expect(refusal?.failureCause == .diskFull)
    try file.append([3])
    #expect(throws: KeychainError.self) {
      try SpooledFile(in: nil, largestByteCount: 4, sparing: spared, noun: "the backup")
    }
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
