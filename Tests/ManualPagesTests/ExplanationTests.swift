import Testing

@testable import ManualPages

@Suite struct ExplanationTests {
  @Test func linesBecomeParagraphsAndOptions() {
    let read = Explanation.read([
      "A sentence that", "goes on.", "-a  account", "-A, -T application  accepted,",
      "    without effect", "--from csv file   what a browser exported", "Refuses: always.",
    ])
    #expect(read.map(\.tag) == ["", "-a", "-A, -T application", "--from csv file", ""])
    #expect(
      read.map(\.text) == [
        "A sentence that goes on.", "account", "accepted, without effect",
        "what a browser exported", "Refuses: always.",
      ])
    #expect(Explanation.meaning(of: "-T", in: read) == "accepted, without effect")
    #expect(Explanation.meaning(of: "--from", in: read) == "what a browser exported")
    #expect(Explanation.meaning(of: "-b", in: read) == nil)
  }
}
