import Testing

@testable import Keychain

@Suite struct ByteSearchTests {
  /// All texts and all searched bytes of up to seven and four letters from an alphabet of two.
  @Test func findsWhatASimpleSearchFinds() {
    func words(_ largest: Int) -> [[UInt8]] {
      (0...largest).flatMap { length in
        (0..<1 << length).map { bits in (0..<length).map { UInt8(bits >> $0 & 1) } }
      }
    }
    for wanted in words(4) {
      let search = ByteSearch(wanted)
      for text in words(7) {
        let isThere = text.indices.contains { text[$0...].starts(with: wanted) } || wanted.isEmpty
        #expect(search.isContained(text.count) { text[$0] } == isThere, "\(wanted) in \(text)")
      }
    }
  }

  /// A simple comparison at each position would make 10 to the 11th comparisons.
  @Test(.timeLimit(.minutes(1))) func theTimeIsProportionalToTheSizeOfTheText() {
    let text = [UInt8](repeating: 97, count: 1 << 20)
    let search = ByteSearch([UInt8](repeating: 97, count: 100_000) + [98])
    #expect(!search.isContained(text.count) { text[$0] })
  }
}
