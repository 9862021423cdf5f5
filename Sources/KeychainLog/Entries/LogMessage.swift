package import KeychainModel

/// The text of an entry. It consists of literals in the source of this package, numbers, and names
/// of enumeration cases.
///
/// It accepts no other string, so it cannot contain a value of an item. It can only be created from
/// a literal, and can only interpolate the types below.
package struct LogMessage: Sendable, ExpressibleByStringInterpolation {
  let text: String

  package init(stringLiteral value: StaticString) { text = value.description }

  package init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: StaticString) { text += literal.description }

    package mutating func appendInterpolation(_ name: StaticString) { text += name.description }

    package mutating func appendInterpolation(_ number: some FixedWidthInteger) {
      text += String(number)
    }

    package mutating func appendInterpolation(_ itemClass: ItemClass) {
      text += itemClass.rawValue
    }
  }
}
