import KeychainModel
import Testing

@Suite struct CountedNounTests {
  @Test func onlyOneIsOne() {
    #expect(counted(1, "second") == "1 second")
    #expect(counted(0, "second") == "0 seconds")
    #expect(counted(2, "second") == "2 seconds")
    #expect(counted(-1, "second") == "-1 seconds")
    #expect(counted(1, "entry", "entries") == "1 entry")
    #expect(counted(3, "entry", "entries") == "3 entries")
  }
}
