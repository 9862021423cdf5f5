import KeychainModel

/// Reads passwords that browsers, password managers and Apple's Passwords have exported as comma-separated values.
package enum CSVReader {
  /// Reads a whole file of comma-separated values.
  ///
  /// - Throws: A failure if any part of the file is malformed. Nothing is imported after a failure.
  package static func read(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) -> Transfer {
    var parser = try CSVParser(bytes)
    guard let header = try parser.next() else {
      throw TransferFailure("there is no header", line: 1)
    }
    let columns = try columns(header)
    var losses = UnmappedCSVFields()
    var transfer = Transfer()
    while let record = try parser.next() {
      guard record.fields.count == columns.count else {
        throw TransferFailure(
          "\(counted(record.fields.count, "field")); the header has \(columns.count)",
          line: record.line)
      }
      let entry = entry(record, columns, &losses)
      if entry.isNamed {
        for item in entry.items { transfer.add(item) }
        losses.note(entry)
      } else {
        transfer.addUnreadable(entry.origin, "no title, no address and no user name")
      }
    }
    for sentence in losses.sentences(header) { transfer.addNote(sentence) }
    return transfer
  }

  private static func columns(
    _ header: CSVParser.Record
  ) throws(TransferFailure) -> [CSVColumn?] {
    let columns = header.fields.map(CSVColumn.named)
    for column in CSVColumn.allCases where columns.count(where: { $0 == column }) > 1 {
      throw TransferFailure("two columns of the header are about the same", line: header.line)
    }
    guard columns.contains(.password) else {
      throw TransferFailure("the header has no column \"password\"", line: header.line)
    }
    guard columns.contains(.title) || columns.contains(.address) else {
      throw TransferFailure(
        "the header has no column \"url\", \"title\" or \"name\"", line: header.line)
    }
    return columns
  }

  private static func entry(
    _ record: CSVParser.Record, _ columns: [CSVColumn?], _ losses: inout UnmappedCSVFields
  ) -> PasswordEntry {
    var entry = PasswordEntry(secret: [], origin: "line \(record.line)")
    for (position, field) in record.fields.enumerated() {
      let text = { String(decoding: field, as: UTF8.self) }
      switch columns[position] {
      case .title: entry.title = text()
      case .address: entry.address = text()
      case .account: entry.account = text()
      case .password: entry.secret = field
      case .notes: entry.notes.append(text())
      case .oneTimePassword: entry.oneTimeSeed = field
      case .realm: entry.realm = text()
      case .created:
        entry.created = Int64(text()).map { Double($0) / 1000 - secondsTo2001 }
        if entry.created == nil { losses.note(field, at: position) }
      case nil: losses.note(field, at: position)
      }
    }
    return entry
  }

  private static let secondsTo2001 = 978_307_200.0
}

/// The columns of a file of passwords. Each column has the names that Chrome, Edge, Firefox, Apple's Passwords,
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

  /// The column for a name in the header; nil if the name is unknown. The function ignores case, spaces, `_` and `-`.
  static func named(_ name: [UInt8]) -> CSVColumn? {
    let name = String(decoding: name, as: UTF8.self).lowercased().filter { !" _-".contains($0) }
    return allCases.first { $0.names.contains(name) }
  }
}

/// Counts the fields that items cannot store, so that the user learns of every loss.
struct UnmappedCSVFields {
  /// Maps the position of a column that is not imported to the number of entries with a value in this column.
  private var columns: [Int: Int] = [:]
  private var passwords = 0
  private var users = 0

  /// Records a field that is not imported.
  mutating func note(_ field: [UInt8], at column: Int) {
    if !field.isEmpty { columns[column, default: 0] += 1 }
  }

  /// Records which parts of an entry's address are not imported.
  mutating func note(_ entry: PasswordEntry) {
    if entry.losesPassword { passwords += 1 }
    if entry.losesUser { users += 1 }
  }

  func sentences(_ header: CSVParser.Record) -> [String] {
    var sentences = columns.sorted { $0.key < $1.key }.map { column, count in
      let name = String(decoding: header.fields[column], as: UTF8.self)
      return "the column \"\(name)\" is not taken over: \(Self.entries(count))"
    }
    if passwords > 0 {
      sentences.append(
        "the password within the address is not taken over: \(Self.entries(passwords))")
    }
    if users > 0 {
      sentences.append(
        "the user within the address, who is not that of the entry, is not taken over: "
          + Self.entries(users))
    }
    return sentences
  }

  private static func entries(_ count: Int) -> String {
    count == 1 ? "1 entry" : "\(count) entries"
  }
}
