import Glibc

/// The rules about the name of a preference. A name can be any text. URLs, email addresses, hosts
/// and `*.` before a domain have a special meaning.
enum PreferenceName {
  /// The names under which a preference for `name` may be stored, the closest first (specification:
  /// keys-and-certificates 7.6): the name itself; for a URL, its prefixes that end with a slash, the longest first; the
  /// host; the domains of the host. Hosts are in lower case.
  ///
  /// Two rules protect the user, because a program could otherwise present the identity to a wrong server:
  ///
  /// - If programs parse a URL in different ways, the result contains only the URL itself.
  /// - If programs change the path of a URL before the request, the result contains no prefixes of the URL.
  static func covering(_ name: String) -> [String] {
    let bytes = Array(name.utf8)
    var names = [bytes]
    func append(_ more: [UInt8]) {
      if !names.contains(more) { names.append(more) }
    }
    if bytes.count <= longestTaken {
      let host: ArraySlice<UInt8>
      if let url = Parts(bytes) {
        guard let found = url.host(in: bytes) else { return [name] }
        append(Array(kept(name).utf8))
        for folder in url.folders(of: bytes) { append(folder) }
        host = found
      } else {
        host = bytes[...]
      }
      let small = lowercased(host)
      append(small)
      for domain in domains(of: small) { append(Array("*.".utf8) + domain) }
    }
    return names.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The form in which a name is stored. Hosts, also in URLs, and domains are in lower case, because a look-up
  /// uses lower case.
  static func kept(_ name: String) -> String {
    let bytes = Array(name.utf8)
    if let url = Parts(bytes) {
      let start = lowercased(bytes[..<url.authority.upperBound])
      return String(decoding: start + bytes[url.authority.upperBound...], as: UTF8.self)
    }
    let small = lowercased(bytes)
    let isDomain = small.starts(with: Array("*.".utf8))
    // A single word may be something other than a host, so a single word is not changed.
    let isHost =
      (isDomain || small.contains(UInt8(ascii: ".")))
      && small.dropFirst(isDomain ? 2 : 0).allSatisfy(isOfHost)
    return isHost ? String(decoding: small, as: UTF8.self) : name
  }

  /// The greatest length in bytes of a name whose URL prefixes and domains are looked up. The limit bounds the number
  /// of names to look up.
  private static let longestTaken = 8192
  private static let largestDepth = 64
  /// The longest DNS name, in bytes.
  private static let longestHost = 253

  private static func lowercased(_ bytes: some Collection<UInt8>) -> [UInt8] {
    bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 0x20 : $0 }
  }

  /// The domains above a host: for each dot, the text after the dot. Empty for IP addresses, email addresses and other
  /// texts that are not DNS names. Texts such as `a%2f.b` and `a/x.b` have no domains, because some programs read the
  /// host `a` from such a text. A preference for the domain `b` would then apply to the host `a`.
  private static func domains(of host: [UInt8]) -> [[UInt8]] {
    let last = host.split(separator: UInt8(ascii: ".")).last ?? []
    guard host.allSatisfy(isOfHost), host.count <= longestHost,
      !last.allSatisfy({ (0x30...0x39).contains($0) })
    else { return [] }
    return host.indices.filter { host[$0] == UInt8(ascii: ".") && $0 + 1 < host.count }
      .map { Array(host[($0 + 1)...]) }
  }

  /// Whether a byte may occur in a lower-case host name.
  private static func isOfHost(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The positions of the parts of a URL.
  private struct Parts {
    let authority: Range<Int>
    /// The position of the path in the URL, without query and fragment.
    let path: Range<Int>

    /// Returns nil unless `bytes` is a URL with a host.
    init?(_ bytes: [UInt8]) {
      guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
        bytes[(colon + 1)...].starts(with: Array("//".utf8)),
        bytes[..<colon].allSatisfy({ !Array("/?#@".utf8).contains($0) })
      else { return nil }
      let start = colon + 3
      let end =
        bytes[start...].firstIndex { Array("/?#".utf8).contains($0) } ?? bytes.endIndex
      guard end > start else { return nil }
      authority = start..<end
      let last = bytes[end...].firstIndex { Array("?#".utf8).contains($0) } ?? bytes.endIndex
      path = end..<last
    }

    /// The prefixes of the URL up to each slash of its path, the longest first. Each prefix is returned twice: as
    /// written, and with the host in lower case. Empty when programs may change the path.
    func folders(of bytes: [UInt8]) -> [[UInt8]] {
      guard isPathPlain(in: bytes) else { return [] }
      let start = Array(bytes[..<authority.upperBound])
      var folders: [[UInt8]] = []
      let slashes = path.reversed().filter { bytes[$0] == UInt8(ascii: "/") }
      for slash in slashes.prefix(PreferenceName.largestDepth) {
        let rest = bytes[path.lowerBound...slash]
        folders += [start + rest, PreferenceName.lowercased(start) + rest]
      }
      // A URL without a path has one prefix: the host with a slash.
      if path.isEmpty {
        let slash = UInt8(ascii: "/")
        folders += [start + [slash], PreferenceName.lowercased(start) + [slash]]
      }
      return folders
    }

    /// Whether programs request the path unchanged. Programs resolve `.` and `..`, also with a dot written
    /// as `%2e`. Browsers replace backslashes with slashes and remove line ends.
    private func isPathPlain(in bytes: [UInt8]) -> Bool {
      let path = bytes[self.path]
      guard path.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else {
        return false
      }
      return path.split(separator: UInt8(ascii: "/")).allSatisfy { segment in
        let text = String(decoding: segment, as: UTF8.self).lowercased()
        return !["..", ".", ".%2e", "%2e.", "%2e%2e", "%2e"].contains(text)
      }
    }

    /// The host, without user and port. Nil when programs may disagree about the host, which is possible in these
    /// cases:
    ///
    /// - The authority contains a space, a control character or a backslash. Browsers replace a backslash with a slash.
    /// - The brackets contain no IPv6 address.
    /// - The text after the host is not a port.
    func host(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
      var rest = bytes[authority]
      guard rest.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else {
        return nil
      }
      if let at = rest.lastIndex(of: UInt8(ascii: "@")) { rest = rest[(at + 1)...] }
      let host: ArraySlice<UInt8>
      if rest.first == UInt8(ascii: "[") {
        host = rest.dropFirst().prefix { $0 != UInt8(ascii: "]") }
        guard host.endIndex < rest.endIndex, Self.isAddress(host) else { return nil }
        rest = rest[(host.endIndex + 1)...]
      } else {
        host = rest.prefix { $0 != UInt8(ascii: ":") }
        rest = rest[host.endIndex...]
      }
      guard
        rest.isEmpty
          || rest.first == UInt8(ascii: ":")
            && rest.dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
      else { return nil }
      return host
    }

    /// Whether the text between brackets is an IPv6 address.
    private static func isAddress(_ host: ArraySlice<UInt8>) -> Bool {
      var address = in6_addr()
      return inet_pton(AF_INET6, String(decoding: host, as: UTF8.self), &address) == 1
    }
  }
}
