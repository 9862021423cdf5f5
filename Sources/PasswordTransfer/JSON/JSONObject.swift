/// An object of JSON text, and the line that it begins on.
struct JSONObject {
  let line: Int
  var members: [Member] = []

  struct Member {
    let name: String
    let value: JSONValue
  }

  subscript(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }
}
