/// An object of JSON text, and the line that it begins on.
package struct JSONObject {
  let line: Int
  package internal(set) var members: [Member] = []

  package struct Member {
    package let name: String
    package let value: JSONValue
  }

  package subscript(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }
}
