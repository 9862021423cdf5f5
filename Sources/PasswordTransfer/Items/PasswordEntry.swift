import KeychainModel

/// A password as browsers and password managers store it, with an address or a title. The conversion to items is the
/// same for all sources (docs/moving.md).
struct PasswordEntry {
  var title = ""
  var address = ""
  var account = ""
  var realm = ""
  var notes: [String] = []
  var created: Double?
  var secret: [UInt8]

  /// The seed of one-time passwords, unchanged from the source; empty if the entry has no seed.
  var oneTimeSeed: [UInt8] = []

  /// The position of the entry in its source.
  var origin: String

  init(secret: [UInt8], origin: String) {
    self.secret = secret
    self.origin = origin
  }

  /// Whether the entry has any name.
  var isNamed: Bool { !(title.isEmpty && address.isEmpty && account.isEmpty) }

  /// The login, and the item for the seed of its one-time passwords. An entry that contains only a seed gives only the
  /// item for the seed.
  var items: [TransferItem] {
    let login = item
    guard !oneTimeSeed.isEmpty else { return [login] }
    let seed = OneTimePasswordItem.item(beside: login, seed: oneTimeSeed)
    let hasMore = login.attributes[.comment] != nil || !realm.isEmpty
    return secret.isEmpty && !hasMore ? [seed] : [login, seed]
  }

  /// Whether the address contains a password. The password is not imported, because an address becomes a name of an
  /// item, and names are displayed.
  var losesPassword: Bool {
    WebAddress(address)?.hasPassword ?? (WebAddress.withoutPassword(address) != address)
  }

  /// Whether the address names a user other than the user of the entry.
  var losesUser: Bool {
    guard let user = WebAddress(address)?.user else { return false }
    return !user.isEmpty && !account.isEmpty && user != account
  }

  /// The item for the login: an internet password if the entry has an address with a known scheme; otherwise a generic
  /// password.
  var item: TransferItem {
    let web = WebAddress(address)
    var attributes = web.map(internetAttributes) ?? genericAttributes
    if !title.isEmpty { attributes[.label] = .string(title) }
    var notes = notes
    // A generic password has no security domain, so the realm is added to the notes.
    if web == nil, !realm.isEmpty { notes.append("httpRealm: \(realm)") }
    let comment = notes.filter { !$0.isEmpty }.joined(separator: "\n")
    if !comment.isEmpty { attributes[.comment] = .string(comment) }
    if let created { attributes[.creationDate] = .date(created) }
    var item = TransferItem(
      web == nil ? .genericPassword : .internetPassword, attributes: attributes, secret: secret,
      origin: origin)
    item.defaults[.label] = web.map { .string($0.host) } ?? attributes[.service]
    return item
  }

  private func internetAttributes(_ web: WebAddress) -> AttributeSet {
    var attributes = AttributeSet([
      .server: .string(web.host), .account: .string(account.isEmpty ? web.user : account),
      .authenticationType: .string("dflt"),
    ])
    if let code = web.protocolCode { attributes[.protocolName] = .string(code) }
    if let port = web.port { attributes[.port] = .number(Int64(port)) }
    if !web.path.isEmpty { attributes[.path] = .string(web.path) }
    if !realm.isEmpty { attributes[.securityDomain] = .string(realm) }
    return attributes
  }

  private var genericAttributes: AttributeSet {
    let service = address.isEmpty ? title : WebAddress.withoutPassword(address)
    return AttributeSet([.service: .string(service), .account: .string(account)])
  }
}
