import CredentialHelpers
import KeychainModel

/// The value of the attribute `url` of a credential. Each part of the URL is the value of another attribute of the
/// credential.
struct GitURL {
  private let scheme: [UInt8]
  private let user: [UInt8]?
  private let password: [UInt8]?
  private let host: [UInt8]
  private let path: [UInt8]?

  /// - Throws: A failure if the URL has no scheme, or if a part contains a newline or a NUL.
  init(_ text: [UInt8]) throws(HelperFailure) {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      text[(colon + 1)...].starts(with: "//".utf8)
    else { throw HelperFailure("the url names no protocol") }
    scheme = Array(text[..<colon])
    let rest = text[(colon + 3)...]
    let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
    var authority = rest[..<end]
    if let at = authority.firstIndex(of: UInt8(ascii: "@")) {
      let parts = authority[..<at].split(
        separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      user = try Self.decoded(parts[0])
      password = parts.count > 1 ? try Self.decoded(parts[1]) : nil
      authority = authority[(at + 1)...]
    } else {
      user = nil
      password = nil
    }
    host = try Self.decoded(authority)
    var path = try Self.decoded(rest[end...].drop { $0 == Self.slash })
    while path.last == Self.slash { path.removeLast() }
    self.path = path.isEmpty ? nil : path
  }

  /// Sets the attributes of a credential to the parts of the URL. The attribute for a missing part does not change.
  func apply(to credential: inout GitCredential) {
    credential.protocolName = scheme
    credential.host = host
    credential.username = user ?? credential.username
    credential.password = password ?? credential.password
    credential.path = path ?? credential.path
  }

  private static let slash = UInt8(ascii: "/")

  /// Decodes percent escapes such as `%41`.
  private static func decoded(_ text: ArraySlice<UInt8>) throws(HelperFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = HexadecimalText.byte(rest.prefix(2)) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    guard !bytes.contains(0), !bytes.contains(UInt8(ascii: "\n")) else {
      throw HelperFailure("the url holds a newline or NUL")
    }
    return bytes
  }
}
