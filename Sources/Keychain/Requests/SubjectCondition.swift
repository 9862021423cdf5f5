/// What one of the texts of a certificate's subject must be like: its common name, its organization …
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
