/// An object in JSON text, and the number of its first line.
package struct JSONObject {
  let line: Int
  package internal(set) var members: [Member] = []

  package struct Member {
    package let name: String
    package let value: JSONValue
  }

  package subscript(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }
}
