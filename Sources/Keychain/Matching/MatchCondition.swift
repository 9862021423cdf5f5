import KeychainModel
import RowSealing

/// That an attribute of an item must equal a value, as a search compares them.
struct MatchCondition {
  let attribute: Attribute
  // Copies of the name and the number of the attribute: reading them from it would count a reference.
  let name: AttributeName
  let number: UInt8

  /// Whether an item without the attribute meets it.
  let isMetByAbsence: Bool

  /// The form in which values are compared.
  let form: [UInt8]

  /// Whether tags tell it before a row is opened.
  let isTagged: Bool

  init(_ attribute: Attribute, _ value: AttributeValue, isTagged: Bool) {
    self.isTagged = isTagged
    self.attribute = attribute
    name = attribute.name
    number = attribute.number
    form = attribute.comparisonForm(of: value)
    isMetByAbsence = attribute.absentForm == form
  }

  /// Whether the value of an entry is equal.
  func isMet(by entry: MetadataReader.Entry) -> Bool {
    if entry.isTextOrBytes, !attribute.kind.isNumeric {
      return form.withUnsafeBytes {
        Attribute.isComparisonForm($0, ofBytes: entry.content)
      }
    }
    return attribute.comparisonForm(of: entry.value) == form
  }
}
