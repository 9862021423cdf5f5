/// Counts the fields that items cannot store, so that no loss is silent.
struct UnmappedCSVFields {
  /// For each column that is not imported: the number of entries with a value in it.
  private var columns: [Int: Int] = [:]
  private var passwords = 0
  private var users = 0

  /// Records a field that is not imported.
  mutating func note(_ field: [UInt8], at column: Int) {
    if !field.isEmpty { columns[column, default: 0] += 1 }
  }

  /// Records the parts of an entry's address that are not imported.
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
