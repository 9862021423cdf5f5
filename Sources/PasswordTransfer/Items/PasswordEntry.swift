import KeychainModel

/// A password as browsers and password managers know it: for an address, or for something with a
/// title. One rule makes items of all of them (docs/moving.md).
struct PasswordEntry {
  var title = ""
  var address = ""
  var account = ""
  var realm = ""
  var notes: [String] = []
  var created: Double?
  var secret: [UInt8]

  /// Where the entry stands in its source.
  var origin: String

  init(secret: [UInt8], origin: String) {
    self.secret = secret
    self.origin = origin
  }

  /// Whether anything tells the entry from others.
  var isNamed: Bool { !(title.isEmpty && address.isEmpty && account.isEmpty) }

  /// An internet password when there is an address of a known kind; otherwise a generic one.
  var item: TransferItem {
    let web = WebAddress(address)
    var attributes = web.map(internetAttributes) ?? genericAttributes
    if !title.isEmpty { attributes[.label] = .string(title) }
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
