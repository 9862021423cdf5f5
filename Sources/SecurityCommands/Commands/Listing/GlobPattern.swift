/// A pattern like a shell's pattern for file names. `*` matches any text, `?` matches any character, `[a-z]` matches a
/// character of a set, and `[!a-z]` matches a character that is not in the set. A backslash makes the next character
/// literal. The pattern must match the whole name.
struct GlobPattern {
  private enum Element {
    case anyText
    case anyCharacter
    case character(Unicode.Scalar)
    case set([ClosedRange<Unicode.Scalar>], isNegated: Bool)
  }

  private let elements: [Element]

  init(_ text: String) {
    var elements: [Element] = []
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*": elements.append(.anyText)
      case "?": elements.append(.anyCharacter)
      case "\\": elements.append(.character(rest.popFirst() ?? scalar))
      case "[": elements.append(Self.set(&rest) ?? .character(scalar))
      default: elements.append(.character(scalar))
      }
    }
    self.elements = elements
  }

  /// Reads a set after its opening bracket. Returns nil if the set has no closing bracket. In this case, the opening
  /// bracket is literal.
  private static func set(_ text: inout ArraySlice<Unicode.Scalar>) -> Element? {
    var rest = text
    let isNegated = rest.first == "!" || rest.first == "^"
    if isNegated { rest.removeFirst() }
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    while let first = rest.popFirst() {
      // A closing bracket directly after the opening bracket is a member of the set.
      if first == "]", !ranges.isEmpty {
        text = rest
        return .set(ranges, isNegated: isNegated)
      }
      guard let low = member(first, &rest) else { return nil }
      guard rest.first == "-", let next = rest.dropFirst().first, next != "]" else {
        ranges.append(low...low)
        continue
      }
      rest.removeFirst()
      guard let end = rest.popFirst(), let high = member(end, &rest) else { return nil }
      // A range in descending order contains only its first and its last character.
      if low <= high { ranges.append(low...high) } else { ranges += [low...low, high...high] }
    }
    return nil
  }

  private static func member(
    _ scalar: Unicode.Scalar, _ rest: inout ArraySlice<Unicode.Scalar>
  ) -> Unicode.Scalar? {
    scalar == "\\" ? rest.popFirst() : scalar
  }

  func matches(_ name: String) -> Bool {
    let name = Array(name.unicodeScalars)
    var (position, element) = (0, 0)
    // The last `*` that the loop has reached. `element` is the index of this `*` in the pattern. `end` is the index in
    // the name after the text that this `*` matches. After a mismatch, this `*` matches one more character.
    var star: (element: Int, end: Int)?
    while position < name.count {
      if element < elements.count, case .anyText = elements[element] {
        star = (element, position)
        element += 1
      } else if element < elements.count, matches(name[position], elements[element]) {
        position += 1
        element += 1
      } else if let last = star {
        star = (last.element, last.end + 1)
        position = last.end + 1
        element = last.element + 1
      } else {
        return false
      }
    }
    return elements[element...].allSatisfy { if case .anyText = $0 { true } else { false } }
  }

  private func matches(_ scalar: Unicode.Scalar, _ element: Element) -> Bool {
    switch element {
    case .anyText, .anyCharacter: true
    case .character(let own): scalar == own
    case .set(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
    }
  }
}
