/// A value of JSON text. Strings are their UTF-8 bytes: a secret is not copied into a `String`.
package enum JSONValue {
  case object(JSONObject)
  case array([JSONValue])
  case string([UInt8])
  /// As it is spelled.
  case number(String)
  case boolean(Bool)
  case null
}
