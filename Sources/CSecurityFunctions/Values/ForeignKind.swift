/// What an object of Core Foundation is: the numbers of `lk_kind`.
enum ForeignKind: Int32 {
  case other
  case string
  case number
  case boolean
  case data
  case date
  case array
  case dictionary
  case null
  case accessControl
  case key
  case certificate
  case identity
  case trust
  case policy
  case keychain
  case keychainItem
  case keychainSearch
  case access
  case trustedApplication
  case identitySearch

  /// The first that is a box.
  static let firstBox = accessControl

  /// The number of the box; nil for what is none.
  var box: Int32? {
    rawValue >= Self.firstBox.rawValue ? rawValue - Self.firstBox.rawValue : nil
  }
}
