/// What git tells about a credential, attribute by attribute. Values are bytes that git compares as they
/// are; none holds a newline or NUL.
struct GitCredential: Equatable {
  var protocolName: [UInt8]?
  /// With the port, if one was given.
  var host: [UInt8]?
  var path: [UInt8]?
  var username: [UInt8]?
  var password: [UInt8]?
  /// `password_expiry_utc`: seconds since 1970.
  var expiry: Int64?
  /// `oauth_refresh_token`
  var refreshToken: [UInt8]?
}
