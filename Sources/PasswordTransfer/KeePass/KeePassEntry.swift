import Glibc
import KeychainModel

/// An entry of a database of KeePass, while it is read.
struct KeePassEntry {
  /// The name of the present string.
  var key = ""
  private(set) var title = ""
  private var address = ""
  private var account = ""
  private var notes = ""
  private var password: [UInt8] = []
  private var seed: [UInt8] = []
  /// The lines for the strings with other names.
  private var lines: [String] = []
  /// The number of protected strings with other names.
  private(set) var protected = 0
  var attachments = 0
  var created: Double?
  private(set) var unreadable: String?

  private var current: (bytes: [UInt8], isProtected: Bool)?

  /// The names of strings with the seed of one-time passwords: KeePassXC's, KeePass's, and that of an older add-on.
  private static let seeds = ["otp", "TimeOtp-Secret-Base32", "TOTP Seed"]

  /// Sets the value of the present string.
  mutating func set(_ bytes: [UInt8], _ attributes: [String: String]) {
    // `Protected` marks an encrypted value. Exported files have values in the clear, and `ProtectInMemory`.
    if attributes["Protected"]?.lowercased() == "true" {
      unreadable = "a value is encrypted; export the database as XML"
    }
    current = (bytes, attributes["ProtectInMemory"]?.lowercased() == "true")
  }

  mutating func endString() {
    defer { (key, current) = ("", nil) }
    guard let (bytes, isProtected) = current else { return }
    let text = { String(decoding: bytes, as: UTF8.self) }
    switch key {
    case "Title": title = text()
    case "URL": address = text()
    case "UserName": account = text()
    case "Notes": notes = text()
    case "Password":
      if text().hasPrefix("{REF:") { unreadable = "the password is a reference to another entry" }
      password = bytes
    case _ where Self.seeds.contains(key): if !bytes.isEmpty { seed = bytes }
    // Comments are shown, so they contain no secrets.
    case _ where isProtected: protected += bytes.isEmpty ? 0 : 1
    default: if !bytes.isEmpty { lines.append("\(key): \(text())") }
    }
  }

  func passwordEntry(origin: String) -> PasswordEntry {
    var entry = PasswordEntry(secret: password, origin: origin)
    entry.title = title
    entry.address = address
    entry.account = account
    entry.notes = [notes] + lines
    entry.oneTimeSeed = seed
    entry.created = created
    return entry
  }
}

/// Counts what is not imported, so that the user learns of every loss.
struct KeePassLosses {
  var deleted = 0
  private var attachments = 0
  private var protected = 0
  private var passwords = 0
  private var users = 0

  mutating func note(_ entry: KeePassEntry, _ password: PasswordEntry) {
    if entry.attachments > 0 { attachments += 1 }
    if entry.protected > 0 { protected += 1 }
    if password.losesPassword { passwords += 1 }
    if password.losesUser { users += 1 }
  }

  var sentences: [String] {
    [
      (deleted, "the recycle bin is not taken over"),
      (attachments, "attachments are not taken over"),
      (protected, "further protected attributes are not taken over"),
      (passwords, "the password within the address is not taken over"),
      (users, "the user within the address, who is not that of the entry, is not taken over"),
    ].filter { $0.0 > 0 }.map { "\($0.1): \($0.0 == 1 ? "1 entry" : "\($0.0) entries")" }
  }
}

/// The dates of KeePass.
enum KeePassTime {
  /// The seconds between 0001-01-01 and 2001-01-01, and between 1970-01-01 and 2001-01-01.
  private static let (secondsFromYear1, secondsFrom1970) = (63_113_904_000.0, 978_307_200.0)

  /// The date in seconds since 2001-01-01 UTC. A file has dates as ISO 8601 in UTC, or as the seconds since the year 1 in
  /// 8 bytes of Base64. Nil for any other text.
  static func date(_ text: String) -> Double? {
    if let bytes = Base64.decode(Array(text.utf8)), bytes.count == 8 {
      let seconds = bytes.enumerated().reduce(UInt64(0)) { $0 | UInt64($1.element) << (8 * UInt64($1.offset)) }
      return seconds < 1 << 40 ? Double(seconds) - secondsFromYear1 : nil
    }
    let parts = text.split(omittingEmptySubsequences: false) { "-:TZ".contains($0) }
    let numbers = parts.prefix(6).compactMap { Int32($0) }
    guard parts.count == 7, parts[6].isEmpty, numbers.count == 6, (1900...9999).contains(numbers[0]) else { return nil }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
    (time.tm_hour, time.tm_min, time.tm_sec) = (numbers[3], numbers[4], numbers[5])
    return Double(timegm(&time)) - secondsFrom1970
  }
}
