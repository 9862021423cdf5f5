import Glibc

/// What a preference is for: any text; a URL, an address, a host or `*.` before a domain mean more.
enum PreferenceName {
  /// The names under which a preference for a name may be kept, the closest first (keys-and-certificates 7.6):
  /// the name itself; for a URL those that end with a slash and cover it, the longest first; the host; the
  /// domains that it lies in. Hosts are in small letters.
  ///
  /// A URL that programs read in different ways has only its own name, and one whose path is changed before it is
  /// asked for lies in no folder: the identity would be shown to somebody else.
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

  /// The name under which a preference is kept: with the host of a URL, a host and a domain in small letters, as
  /// they are looked for.
  static func kept(_ name: String) -> String {
    let bytes = Array(name.utf8)
    if let url = Parts(bytes) {
      let start = lowercased(bytes[..<url.authority.upperBound])
      return String(decoding: start + bytes[url.authority.upperBound...], as: UTF8.self)
    }
    let small = lowercased(bytes)
    let isDomain = small.starts(with: Array("*.".utf8))
    // A single word need not be a host.
    let isHost =
      (isDomain || small.contains(UInt8(ascii: ".")))
      && small.dropFirst(isDomain ? 2 : 0).allSatisfy(isOfHost)
    return isHost ? String(decoding: small, as: UTF8.self) : name
  }

  /// Longer names are only themselves: what covers them is made one by one.
  private static let longestTaken = 8192
  private static let largestDepth = 64
  /// The most bytes that a name of DNS has.
  private static let longestHost = 253

  private static func lowercased(_ bytes: some Collection<UInt8>) -> [UInt8] {
    bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 0x20 : $0 }
  }

  /// What follows each dot of a host; nothing for an address, of mail or of a network, and for what is no name of
  /// DNS: in `a%2f.b` or `a/x.b` a program may find the host `a`.
  private static func domains(of host: [UInt8]) -> [[UInt8]] {
    let last = host.split(separator: UInt8(ascii: ".")).last ?? []
    guard host.allSatisfy(isOfHost), host.count <= longestHost,
      !last.allSatisfy({ (0x30...0x39).contains($0) })
    else { return [] }
    return host.indices.filter { host[$0] == UInt8(ascii: ".") && $0 + 1 < host.count }
      .map { Array(host[($0 + 1)...]) }
  }

  /// Whether a byte is one of the name of a host, in small letters.
  private static func isOfHost(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Where the parts of a URL lie.
  private struct Parts {
    let authority: Range<Int>
    /// Without the query and the fragment.
    let path: Range<Int>

    /// Nil for what is no URL with a host.
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

    /// The URL up to each slash of its path, the longest first, as it is written and with the host in small
    /// letters. None when there are segments of dots in it.
    func folders(of bytes: [UInt8]) -> [[UInt8]] {
      guard isPathPlain(in: bytes) else { return [] }
      let start = Array(bytes[..<authority.upperBound])
      var folders: [[UInt8]] = []
      let slashes = path.reversed().filter { bytes[$0] == UInt8(ascii: "/") }
      for slash in slashes.prefix(PreferenceName.largestDepth) {
        let rest = bytes[path.lowerBound...slash]
        folders += [start + rest, PreferenceName.lowercased(start) + rest]
      }
      // A URL without a path is the host's own folder.
      if path.isEmpty {
        let slash = UInt8(ascii: "/")
        folders += [start + [slash], PreferenceName.lowercased(start) + [slash]]
      }
      return folders
    }

    /// Whether the path is the one that is asked for: `.` and `..` are resolved before, also where a dot is
    /// written `%2e`, and browsers take a backslash for a slash and leave out line ends.
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

    /// Without a user and a port; nil where nobody knows which host is meant: with a backslash, which browsers take
    /// for a slash, a blank or a line end, brackets around no address, or something behind the host that is no port.
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

    /// Whether it is an address of IPv6.
    private static func isAddress(_ host: ArraySlice<UInt8>) -> Bool {
      var address = in6_addr()
      return inet_pton(AF_INET6, String(decoding: host, as: UTF8.self), &address) == 1
    }
  }
}
