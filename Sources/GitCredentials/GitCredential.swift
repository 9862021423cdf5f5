import CredentialHelpers

/// Reads the input that a helper receives from git. The input consists of lines `name=value`, up to an empty line or
/// the end (git-credential(1), INPUT/OUTPUT FORMAT).
enum GitCredentialReader {
  /// Reads a credential. As git requires, unknown attributes are ignored, so that the helper works with later versions
  /// of git.
  ///
  /// - Throws: A failure for a line without `=`, for a NUL, and for an invalid value.
  static func read(_ bytes: [UInt8]) throws(HelperFailure) -> GitCredential {
    var credential = GitCredential()
    let lines = bytes.split(separator: newline, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if line.isEmpty { break }
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else {
        throw HelperFailure("line \(index + 1) of the input has no \"=\"")
      }
      guard !line.contains(0) else {
        throw HelperFailure("line \(index + 1) of the input holds a NUL")
      }
      let name = String(decoding: line[..<equals], as: UTF8.self)
      try set(name, Array(line[(equals + 1)...]), in: &credential)
    }
    return credential
  }

  private static func set(
    _ name: String, _ value: [UInt8], in credential: inout GitCredential
  ) throws(HelperFailure) {
    switch name {
    case "protocol": credential.protocolName = value
    case "host": credential.host = value
    case "path": credential.path = value
    case "username": credential.username = value
    case "password": credential.password = value
    case "oauth_refresh_token": credential.refreshToken = value
    case "password_expiry_utc":
      guard let expiry = UnixTime.seconds(value) else {
        throw HelperFailure("password_expiry_utc is no number of seconds since 1970")
      }
      credential.expiry = expiry
    case "url": try GitURL(value).apply(to: &credential)
    default: break
    }
  }
}

private let newline = UInt8(ascii: "\n")

/// The attributes of a credential from git. The values are bytes, because git compares values byte for byte. A value
/// never contains a newline or a NUL.
struct GitCredential: Equatable {
  var protocolName: [UInt8]?
  /// The host, followed by the port if git gives a port.
  var host: [UInt8]?
  var path: [UInt8]?
  var username: [UInt8]?
  var password: [UInt8]?
  /// The attribute `password_expiry_utc`: the expiry time of the password in seconds since 1970-01-01.
  var expiry: Int64?
  /// The attribute `oauth_refresh_token`.
  var refreshToken: [UInt8]?
}
