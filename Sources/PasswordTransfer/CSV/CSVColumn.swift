/// The columns of a password file, with the names that Chrome, Edge, Firefox, Apple's Passwords,
/// Bitwarden, KeePassXC and 1Password use.
enum CSVColumn: CaseIterable {
  case title
  case address
  case account
  case password
  case notes
  case oneTimePassword
  case realm
  case created

  private var names: [String] {
    switch self {
    case .title: ["title", "name"]
    case .address: ["url", "website", "loginuri"]
    case .account: ["username", "login", "user", "loginusername"]
    case .password: ["password", "loginpassword"]
    case .notes: ["notes", "note"]
    case .oneTimePassword: ["otpauth", "logintotp", "totp", "onetimepassword"]
    case .realm: ["httprealm"]
    case .created: ["timecreated"]
    }
  }

  /// The column with a name in the header; nil for other names. Case, spaces, `_` and `-` are
  /// ignored.
  static func named(_ name: [UInt8]) -> CSVColumn? {
    let name = String(decoding: name, as: UTF8.self).lowercased().filter { !" _-".contains($0) }
    return allCases.first { $0.names.contains(name) }
  }
}
