/// The result of an operation of gnome-keyring through libsecret.
struct RivalReport: Codable {
  var operation: String
  var count: Int
  var summary: Summary
}
