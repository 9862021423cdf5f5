/// A part of a name. The comparison ignores case.
struct NamePattern {
  private let bytes: [UInt8]

  init(_ word: Word) { bytes = Array(word.text.lowercased().utf8) }

  func isContained(in name: String) -> Bool {
    let name = Array(name.lowercased().utf8)
    guard bytes.count <= name.count else { return false }
    return (0...(name.count - bytes.count)).contains {
      name[$0..<($0 + bytes.count)].elementsEqual(bytes)
    }
  }
}
