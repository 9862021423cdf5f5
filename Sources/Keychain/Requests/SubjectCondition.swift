/// A condition on one of the texts in a certificate's subject, such as the common name or the
/// organization.
package struct SubjectCondition: Sendable {
  package enum Place: Sendable {
    case whole
    case start
    case end
    case anywhere
  }

  package let place: Place
  package let text: String

  package init(_ place: Place, _ text: String) {
    self.place = place
    self.text = text
  }
}
