import KeychainModel

/// Writes passwords as comma-separated values, with the columns of Apple's Passwords.
///
/// The format can represent only text, and only the attributes that have a column.
package enum CSVWriter {
  package static let header = Array("Title,URL,Username,Password,Notes,OTPAuth\n".utf8)

  /// The line for an item. Nil if the secret of the item, or the value of a column, is not text.
  ///
  /// - Parameter seed: The seed of the one-time passwords for the login `item`; nil for no seed. If `item` itself
  ///   contains a seed, the column for the seed contains the secret of the item, and the column for the password is
  ///   empty.
  package static func line(of item: TransferItem, seed: [UInt8]? = nil) -> [UInt8]? {
    if OneTimePasswordItem.isOne(item.itemClass, item.attributes) {
      var login = item
      login.attributes[.type] = nil
      login.secret = []
      if let service = text(item, .service),
        let place = OneTimePasswordItem.names(ofService: service).first
      {
        login.attributes[.service] = .string(place)
      }
      return line(of: login, seed: item.secret ?? [])
    }
    let secret = item.secret ?? []
    guard String(validating: secret, as: UTF8.self) != nil,
      let label = text(item, .label), let account = text(item, .account),
      let comment = text(item, .comment), let address = address(of: item),
      let service = text(item, .service)
    else { return nil }
    guard let given = String(validating: seed ?? [], as: UTF8.self) else { return nil }
    var (notes, oneTimeCode) = split(comment)
    if !given.isEmpty {
      // A seed in the comment that differs from `seed` stays in the comment.
      if oneTimeCode != given { notes = comment }
      oneTimeCode = given
    }
    // An item without an address is identified by its service, so the service is the title.
    let title = label.isEmpty || (address.isEmpty && !service.isEmpty) ? service : label
    let fields =
      [title, address, account].map { Array($0.utf8) }
      + [secret] + [notes, oneTimeCode].map { Array($0.utf8) }
    var line: [UInt8] = []
    for (position, field) in fields.enumerated() {
      if position > 0 { line.append(UInt8(ascii: ",")) }
      append(field, to: &line)
    }
    line.append(UInt8(ascii: "\n"))
    return line
  }

  /// The text of an attribute; empty if the item does not have the attribute, nil if the value is not text.
  private static func text(_ item: TransferItem, _ name: AttributeName) -> String? {
    switch item.attributes[name] {
    case nil: ""
    case .string(let text): text
    case .data(let bytes): String(validating: bytes, as: UTF8.self)
    case .number, .date: nil
    }
  }

  private static func address(of item: TransferItem) -> String? {
    guard item.itemClass == .internetPassword else {
      guard let service = text(item, .service) else { return nil }
      // The importer stores an address with an unknown scheme as the service, so such a service is written as the
      // address.
      return WebAddress.hasScheme(service) ? service : ""
    }
    guard let server = text(item, .server), let path = text(item, .path) else { return nil }
    let port = item.attributes[.port]?.number.flatMap { UInt16(exactly: $0) }
    return WebAddress.text(
      protocolCode: item.attributes[.protocolName]?.text, host: server,
      port: port == 0 ? nil : port, path: path)
  }

  /// Splits a comment into the line with the seed of one-time passwords and the notes without this line.
  private static func split(_ comment: String) -> (notes: String, oneTimeCode: String) {
    var lines = comment.utf8.split(separator: newline, omittingEmptySubsequences: false)
    guard let position = lines.lastIndex(where: { $0.starts(with: "otpauth://".utf8) }) else {
      return (comment, "")
    }
    let code = lines.remove(at: position)
    return (lines.map { String(Substring($0)) }.joined(separator: "\n"), String(Substring(code)))
  }

  private static func append(_ field: [UInt8], to line: inout [UInt8]) {
    let needsQuotes =
      field.contains { special.contains($0) }
      || field.first == UInt8(ascii: " ") || field.last == UInt8(ascii: " ")
    guard needsQuotes else {
      line += field
      return
    }
    line.append(UInt8(ascii: "\""))
    for byte in field {
      if byte == UInt8(ascii: "\"") { line.append(byte) }
      line.append(byte)
    }
    line.append(UInt8(ascii: "\""))
  }

  private static let special = Set(",\"\r\n".utf8)
}

private let newline = UInt8(ascii: "\n")
