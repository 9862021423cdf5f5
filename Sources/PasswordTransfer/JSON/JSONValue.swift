/// A value in JSON text. Strings are stored as UTF-8 bytes, so that a secret is not copied into a
/// `String`.
package enum JSONValue {
  case object(JSONObject)
  case array([JSONValue])
  case string([UInt8])
  /// The number as it is written in the text.
  case number(String)
  case boolean(Bool)
  case null
}
