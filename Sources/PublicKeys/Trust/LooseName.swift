/// A name without what OpenSSL does not look at when it compares names: case, blanks, types of strings.
struct LooseName: Hashable {
  private let elements: [[UInt8]]

  init(_ name: DistinguishedName) {
    elements = name.elements.map { element in
      guard let text = element.text else { return element.type + [0] + element.value }
      let words = text.lowercased().utf8.split { $0 == 0x20 || (0x09...0x0D).contains($0) }
      return element.type + [0] + words.joined(separator: [0x20])
    }
  }
}
