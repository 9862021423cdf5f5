/// One attribute in the attribute catalogue, with all its properties.
///
/// The type is a class because attributes are passed often, and copying an attribute would be slow.
package final class Attribute: Sendable {
  package let name: AttributeName
  package let kind: AttributeKind

  /// The number of the attribute in a sealed row. The number is never reused for another attribute.
  package let number: UInt8

  /// The value that an add stores if the caller gives no value. If nil, the attribute is absent in this case.
  package let defaultValue: AttributeValue?

  package let traits: Traits

  /// The value that represents an absent attribute in comparisons: the default value. If an attribute of the uniqueness
  /// key has no default value, the empty string represents the absent attribute (specification: secitem 2.2).
  package let comparedWhenAbsent: AttributeValue?

  /// The comparison form of `comparedWhenAbsent`; nil if `comparedWhenAbsent` is nil.
  package let absentForm: [UInt8]?

  /// The entitlement that a caller needs to set the attribute in an add.
  package let entitlement: String?

  package struct Traits: OptionSet, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The attribute is part of the uniqueness key. Two items of a class must not have the same uniqueness key.
    package static let unique = Traits(rawValue: 1 << 0)
    /// The attribute is part of the item's digest.
    package static let digested = Traits(rawValue: 1 << 1)
    /// An add that requests attributes returns the attribute.
    package static let returnedByAdd = Traits(rawValue: 1 << 2)
    /// A search that requests attributes returns the attribute.
    package static let returnedBySearch = Traits(rawValue: 1 << 3)
    /// An add stores the caller's value.
    package static let settableByAdd = Traits(rawValue: 1 << 4)
    /// An update stores the caller's value.
    package static let settableByUpdate = Traits(rawValue: 1 << 5)
    /// The attribute is stored with the secret of the item, and only returned together with the secret.
    package static let secret = Traits(rawValue: 1 << 6)
    /// The attribute has its own unsealed column.
    package static let column = Traits(rawValue: 1 << 7)
    /// A search can filter by the attribute.
    package static let searchable = Traits(rawValue: 1 << 8)

    static let ordinary: Traits = [
      .digested, .returnedByAdd, .returnedBySearch, .settableByAdd, .settableByUpdate, .searchable,
    ]
  }

  convenience init(
    _ name: String, _ number: UInt8, _ kind: AttributeKind, _ traits: Traits = .ordinary,
    default defaultValue: AttributeValue? = nil, entitlement: String? = nil
  ) {
    self.init(AttributeName(name), number, kind, traits, defaultValue, entitlement)
  }

  init(
    _ name: AttributeName, _ number: UInt8, _ kind: AttributeKind, _ traits: Traits,
    _ defaultValue: AttributeValue? = nil, _ entitlement: String? = nil
  ) {
    self.name = name
    self.number = number
    self.kind = kind
    self.traits = traits
    self.defaultValue = defaultValue
    self.entitlement = entitlement
    comparedWhenAbsent = defaultValue ?? (traits.contains(.unique) ? .string("") : nil)
    absentForm = comparedWhenAbsent.map { Self.comparisonForm(of: $0, kind) }
  }
}

extension Attribute {
  /// Appends the comparison form of a value. Equal values have equal forms, and different values
  /// have different forms.
  ///
  /// A text and bytes with the same content are equal. If the attribute is not numeric, a number equals its four
  /// little-endian bytes. If the attribute is numeric, the decimal text of an integer equals the integer
  /// (specification: secitem 2.2).
  package func appendComparisonForm(of value: AttributeValue, to bytes: inout [UInt8]) {
    Self.appendComparisonForm(of: value, kind, to: &bytes)
  }

  /// The comparison form of a value. Two values are equal if their comparison forms are equal.
  package func comparisonForm(of value: AttributeValue) -> [UInt8] {
    Self.comparisonForm(of: value, kind)
  }

  private static func comparisonForm(of value: AttributeValue, _ kind: AttributeKind) -> [UInt8] {
    var form: [UInt8] = []
    form.reserveCapacity(9 + value.byteCount)
    appendComparisonForm(of: value, kind, to: &form)
    return form
  }

  private static func appendComparisonForm(
    of value: AttributeValue, _ kind: AttributeKind, to bytes: inout [UInt8]
  ) {
    if kind.isNumeric {
      appendNumeric(value, to: &bytes)
    } else {
      appendBytes(value, to: &bytes)
    }
  }

  /// Whether `form` is the comparison form of the bytes `content`, or of a text with these bytes, in an attribute that
  /// is not numeric.
  package static func isComparisonForm(
    _ form: UnsafeRawBufferPointer, ofBytes content: UnsafeRawBufferPointer
  ) -> Bool {
    form.count == 9 + content.count && form[0] == 0
      && UnsafeRawBufferPointer(rebasing: form[9...]).isIdentical(to: content)
  }

  private static func appendNumeric(_ value: AttributeValue, to bytes: inout [UInt8]) {
    if case .string(let text) = value {
      if let number = integer(text) {
        append(tag: 1, number, to: &bytes)
      } else {
        append(text, to: &bytes)
      }
    } else {
      appendBytes(value, to: &bytes, numberTag: 1)
    }
  }

  private static func appendBytes(
    _ value: AttributeValue, to bytes: inout [UInt8], numberTag: UInt8? = nil
  ) {
    switch value {
    case .string(let text): append(text, to: &bytes)
    case .data(let data): append(data, to: &bytes)
    case .date(let date): append(tag: 2, Int64(bitPattern: (date + 0).bitPattern), to: &bytes)
    case .number(let number):
      if let numberTag {
        append(tag: numberTag, number, to: &bytes)
      } else {
        append(AttributeKind.fourBytes(number), to: &bytes)
      }
    }
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    text.withBytes { append($0, to: &bytes) }
  }

  private static func append(_ content: [UInt8], to bytes: inout [UInt8]) {
    content.withUnsafeBytes { append($0, to: &bytes) }
  }

  private static func append(_ content: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    bytes.append(0)
    withUnsafeBytes(of: UInt64(content.count).littleEndian) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: content)
  }

  private static func append(tag: UInt8, _ number: Int64, to bytes: inout [UInt8]) {
    bytes.append(tag)
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// The integer that a numeric attribute reads from a text; nil if the text is not an integer. The integer may have a
  /// sign, and whitespace may surround it.
  private static func integer(_ text: String) -> Int64? {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    var digits = Substring(text).utf8
    while let first = digits.first, isBlank(first) { digits.removeFirst() }
    while let last = digits.last, isBlank(last) { digits.removeLast() }
    return Int64(Substring(digits))
  }
}
