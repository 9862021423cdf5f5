import KeychainModel

/// The hosts and mailboxes that authorities must not certify (RFC 5280, 4.2.1.10). OpenSSL looks at the names in
/// certificates; a name with a wildcard is no name below `bad.example.org`, and yet stands for that host, and
/// `Anna@example.org` is another mailbox to it than `anna@example.org`, which is the same here.
enum ExcludedNames {
  static func failures(_ chain: [Certificate], _ policies: [TrustPolicy]) -> [TrustFailure] {
    let wanted = policies.compactMap(Wanted.init)
    guard !wanted.isEmpty else { return [] }
    for authority in chain.dropFirst() {
      // What is excluded by what cannot be read nobody knows.
      guard (try? exclude(wanted, authority)) == false else {
        return [TrustFailure(.nameConstraints, at: 0)]
      }
    }
    return []
  }

  /// Whether an authority excludes one of the names.
  ///
  /// - Throws: `.parameter` for constraints that are malformed.
  private static func exclude(
    _ wanted: [Wanted], _ authority: Certificate
  ) throws(KeychainError) -> Bool {
    guard let value = authority.content.value(of: ObjectIdentifier.nameConstraints) else {
      return false
    }
    var reader = DERReader(value[...])
    var constraints = try reader.read(.sequence)
    try reader.end()
    _ = try constraints.readOptional(.explicit0)
    let list = try constraints.readOptional(.explicit1)
    try constraints.end()
    guard var list else { return false }
    var isExcluded = false
    while !list.isAtEnd {
      var subtree = try list.read(.sequence)
      let base = try subtree.readAny()
      // There may be a great many.
      for name in wanted where name.tag.rawValue == base.tag && !isExcluded {
        isExcluded = name.isWithin(base.content.rest)
      }
    }
    return isExcluded
  }

  /// A name that a policy asks for, in small letters.
  private struct Wanted {
    /// The kind of name that it is.
    let tag: DERTag

    private let name: [UInt8]

    /// Nil for a policy that asks for no name, or for an address of the network: OpenSSL compares those.
    init?(_ policy: TrustPolicy) {
      switch policy {
      case .tls(isServer: true, let host?):
        let wanted = WantedHost(host)
        guard wanted.address == nil else { return nil }
        tag = .implicit2
        name = Array(wanted.name.lowercased().utf8)
      case .mail(let address?):
        tag = .implicit1
        name = Array(address.lowercased().utf8)
      default: return nil
      }
    }

    /// - Parameter base: For hosts one of them, for it and those below; for mailboxes one of them, or a host, for
    ///   those on it. With a dot before it for the hosts below alone; empty for all.
    func isWithin(_ base: ArraySlice<UInt8>) -> Bool {
      let (at, dot) = (UInt8(ascii: "@"), UInt8(ascii: "."))
      var base = base
      if tag == .implicit2 {
        // Names in other words: the dot of the root, and a wildcard for what is below.
        if base.last == dot { base = base.dropLast() }
        if base.starts(with: [UInt8(ascii: "*"), dot]) { base = base.dropFirst() }
      }
      guard let first = base.first else { return true }
      let rest = name.count - base.count
      guard rest >= 0, zip(name[rest...], base).allSatisfy({ $0 == Self.small($1) }) else {
        return false
      }
      if tag == .implicit1 {
        if first != at, base.contains(at) { return rest == 0 }
        return first == dot || first == at || rest > 0 && name[rest - 1] == at
      }
      return rest == 0 || first == dot || name[rest - 1] == dot
    }

    private static func small(_ letter: UInt8) -> UInt8 {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) ? letter + 0x20 : letter
    }
  }
}
