import AsymmetricKeys
import KeychainModel
import X509Certificates

/// The kinds of names in certificates. The raw values are the DER tags (RFC 5280, 4.2.1.6).
enum NameKind: UInt8 {
  case other = 0xA0
  case mailbox = 0x81
  case host = 0x82
  case x400 = 0xA3
  case directory = 0xA4
  case ediParty = 0xA5
  case address = 0x86
  case network = 0x87
  case registered = 0x88

  private static let (dot, at) = (UInt8(ascii: "."), UInt8(ascii: "@"))

  /// Whether `content` is a valid base of a name constraint. As in OpenSSL, a leading dot of a host name excludes the
  /// host itself: `.example.org` means only the hosts below `example.org`. An empty base means all names of the kind.
  func isBase(_ content: DERReader) -> Bool {
    let base = content.rest
    switch self {
    case .host, .address: return base.isEmpty || Self.isDomain(base)
    case .mailbox:
      guard let place = base.lastIndex(of: Self.at) else {
        return base.isEmpty || Self.isDomain(base)
      }
      return Self.isHost(base[(place + 1)...])
        && (place == base.startIndex || Self.isLocalPart(base[..<place]))
    case .network:
      guard base.count == 8 || base.count == 32, !Self.isMapped(base) else { return false }
      return Self.isMask(base.suffix(base.count / 2))
    case .directory: return (try? DistinguishedName(der: Array(base))) != nil
    case .other, .x400, .ediParty, .registered: return true
    }
  }

  /// Whether `name` has a form that can be compared with name constraints.
  func isName(_ name: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .host: return Self.isHost(name, allowsWildcard: true)
    case .mailbox:
      guard let place = name.lastIndex(of: Self.at) else { return false }
      return Self.isLocalPart(name[..<place]) && Self.isHost(name[(place + 1)...])
    case .address:
      return Self.host(ofAddress: name).map { Self.isHost($0) && !Self.isNumber($0) } ?? false
    case .network: return name.count == 4 || name.count == 16 && !Self.isMapped(name)
    // OpenSSL compares directory names itself. For the kinds `other`, `x400`, `ediParty` and `registered`, OpenSSL
    // rejects every certificate to which a constraint of the kind applies.
    case .directory, .other, .x400, .ediParty, .registered: return true
    }
  }

  /// Whether `bytes` are a host name, or a dot followed by a host name.
  private static func isDomain(_ bytes: ArraySlice<UInt8>) -> Bool {
    isHost(bytes.first == dot ? bytes.dropFirst() : bytes)
  }

  /// Whether `bytes` are a host name: labels of letters, digits, hyphens and underscores.
  ///
  /// - Parameter allowsWildcard: Whether the first label may contain wildcards, if there are several labels.
  private static func isHost(_ bytes: ArraySlice<UInt8>, allowsWildcard: Bool = false) -> Bool {
    guard bytes.count <= 253 else { return false }
    let labels = bytes.split(separator: dot, omittingEmptySubsequences: false)
    for (place, label) in labels.enumerated() {
      guard (1...63).contains(label.count) else { return false }
      for byte in label {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          break
        case UInt8(ascii: "*") where allowsWildcard && place == 0 && labels.count > 1: break
        default: return false
        }
      }
    }
    return true
  }

  /// Whether `bytes` are a valid local part of a mail address. Quotation marks are allowed only around the whole local
  /// part. A quoted local part may contain another `@`.
  private static func isLocalPart(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard !bytes.isEmpty, bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return false }
    let quote = UInt8(ascii: "\"")
    let isQuoted = bytes.count > 2 && bytes.first == quote && bytes.last == quote
    return isQuoted || !bytes.contains { $0 == at || $0 == 0x20 || $0 == quote }
  }

  /// The host of an absolute URI, as OpenSSL extracts the host. Returns nil for a URI without a host. Also returns nil
  /// for a URI with a user name, because OpenSSL treats the user name as the host.
  private static func host(ofAddress uri: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let (colon, slash) = (UInt8(ascii: ":"), UInt8(ascii: "/"))
    guard let end = uri.firstIndex(of: colon), uri[end...].starts(with: [colon, slash, slash])
    else { return nil }
    let rest = uri[(end + 3)...]
    let authority = rest.prefix { !Array("/?#".utf8).contains($0) }
    guard !authority.contains(at) else { return nil }
    return rest[..<(rest.firstIndex(of: colon) ?? rest.firstIndex(of: slash) ?? rest.endIndex)]
  }

  /// Whether the last label of a host is a number. Such a host is an IPv4 address.
  private static func isNumber(_ host: ArraySlice<UInt8>) -> Bool {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return host.split(separator: dot).last.map { $0.allSatisfy(digits.contains) } ?? false
  }

  /// Whether `bytes` begin with an IPv4 address in IPv6 form (`::ffff:192.0.2.1`). OpenSSL does not find such an
  /// address in any IPv4 network.
  private static func isMapped(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count >= 16 && bytes.prefix(10).allSatisfy { $0 == 0 }
      && bytes.dropFirst(10).prefix(2).allSatisfy { $0 == 0xFF }
  }

  /// Whether `bytes` are a network mask: one bits followed by zero bits.
  private static func isMask(_ bytes: ArraySlice<UInt8>) -> Bool {
    let rest = bytes.drop { $0 == 0xFF }
    guard let first = rest.first else { return true }
    return (~first & (~first &+ 1)) == 0 && rest.dropFirst().allSatisfy { $0 == 0 }
  }
}
