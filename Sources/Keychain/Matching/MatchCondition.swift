import KeychainModel
import RowSealing

/// A condition that an attribute of an item equals a value, in the comparison of a search.
struct MatchCondition {
  let attribute: Attribute
  // Copies of the attribute's name and number. Reading them from the attribute would cost a retain.
  let name: AttributeName
  let number: UInt8

  /// Whether an item without the attribute meets the condition.
  let isMetByAbsence: Bool

  /// The normalized form of the value, which is compared.
  let form: [UInt8]

  /// Whether a tag decides about the condition before the row is opened.
  let isTagged: Bool

  init(_ attribute: Attribute, _ value: AttributeValue, isTagged: Bool) {
    self.isTagged = isTagged
    self.attribute = attribute
    name = attribute.name
    number = attribute.number
    form = attribute.comparisonForm(of: value)
    isMetByAbsence = attribute.absentForm == form
  }

  /// Whether the value of an entry meets the condition.
  func isMet(by entry: MetadataReader.Entry) -> Bool {
    if entry.isTextOrBytes, !attribute.kind.isNumeric {
      return form.withUnsafeBytes {
        Attribute.isComparisonForm($0, ofBytes: entry.content)
      }
    }
    return attribute.comparisonForm(of: entry.value) == form
  }
}
