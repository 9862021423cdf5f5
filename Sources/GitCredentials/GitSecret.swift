import Glibc

/// The secret of an item, in the format of git's own helper for macOS. The first line is the password. The lines
/// `password_expiry_utc=…` and `oauth_refresh_token=…` follow, if git gave these attributes.
struct GitSecret: Equatable {
  let password: [UInt8]
  let expiry: Int64?
  let refreshToken: [UInt8]?

  private static let newline = UInt8(ascii: "\n")
  private static let expiryName = "password_expiry_utc="
  private static let refreshTokenName = "oauth_refresh_token="

  init(password: [UInt8], expiry: Int64? = nil, refreshToken: [UInt8]? = nil) {
    self.password = password
    self.expiry = expiry
    self.refreshToken = refreshToken
  }

  /// Returns nil if the secret contains a NUL or a further line of another form. git could use only a part of such a
  /// secret.
  init?(_ bytes: [UInt8]) {
    guard !bytes.contains(0) else { return nil }
    let lines = bytes.split(separator: Self.newline, omittingEmptySubsequences: false)
    var expiry: Int64?
    var refreshToken: [UInt8]?
    for line in lines.dropFirst() {
      if line.starts(with: Self.expiryName.utf8) {
        // Like git, the helper ignores a malformed time.
        expiry = UnixTime.seconds(line.dropFirst(Self.expiryName.utf8.count))
      } else if line.starts(with: Self.refreshTokenName.utf8) {
        refreshToken = Array(line.dropFirst(Self.refreshTokenName.utf8.count))
      } else {
        return nil
      }
    }
    self.init(
      password: lines.first.map(Array.init) ?? [], expiry: expiry, refreshToken: refreshToken)
  }

  var bytes: [UInt8] {
    var bytes = password
    for line in furtherLines { bytes += [Self.newline] + line }
    return bytes
  }

  /// The lines after the password, in the format that git reads and writes.
  var furtherLines: [[UInt8]] {
    var lines: [[UInt8]] = []
    if let expiry { lines.append(Array("\(Self.expiryName)\(expiry)".utf8)) }
    if let line = refreshTokenLine { lines.append(line) }
    return lines
  }

  var refreshTokenLine: [UInt8]? {
    refreshToken.map { Array(Self.refreshTokenName.utf8) + $0 }
  }

  /// Returns whether the password has expired.
  func isExpired(at now: Int64) -> Bool { expiry.map { $0 <= now } ?? false }
}

/// Reads times in git's format.
enum UnixTime {
  /// Parses a number of decimal digits; nil for any other text.
  static func seconds(_ digits: some Collection<UInt8>) -> Int64? {
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int64(String(decoding: digits, as: UTF8.self))
  }

  /// Returns the current time in seconds since 1970-01-01.
  static func now() -> Int64 { Int64(time(nil)) }
}
