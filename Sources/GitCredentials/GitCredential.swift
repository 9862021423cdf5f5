/// The attributes of a credential from git. The values are bytes, which git compares without conversion. No value
/// contains a newline or NUL.
struct GitCredential: Equatable {
  var protocolName: [UInt8]?
  /// The host, with the port if one was given.
  var host: [UInt8]?
  var path: [UInt8]?
  var username: [UInt8]?
  var password: [UInt8]?
  /// `password_expiry_utc`: seconds since 1970-01-01.
  var expiry: Int64?
  /// `oauth_refresh_token`.
  var refreshToken: [UInt8]?
}
