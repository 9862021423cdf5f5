import X509Certificates

/// What the constraints of authorities say that OpenSSL does not see (RFC 5280, 4.2.1.10). It looks at the names in
/// certificates; a name with a wildcard is no name below `bad.example.org`, and yet stands for that host, which matters
/// when that host is asked for, and when none is; and `Anna@example.org` is another mailbox to it than `anna@example.org`, which is the same here. Constraints that
/// say nothing, and names that nothing can be compared with, it lets pass.
enum ExcludedNames {
  static func failures(_ chain: [Certificate], _ policies: [TrustPolicy]) -> [TrustFailure] {
    let wanted = policies.compactMap(Wanted.init)
    let asksForAHost = policies.contains { if case .tls(_, _?) = $0 { true } else { false } }
    var failures: Set<TrustFailure> = []
    for (index, authority) in chain.enumerated().dropFirst() {
      do {
        guard let constraints = try NameConstraints(of: authority) else { continue }
        let isExcluded = constraints.excluded.contains { subtree in
          wanted.contains { $0.kind == subtree.kind && $0.isWithin(subtree.base) }
        }
        if isExcluded { failures.insert(TrustFailure(.nameConstraints, at: 0)) }
        for (place, certificate) in chain.prefix(index).enumerated() {
          // An authority may certify another key of its own.
          let isOwn =
            certificate.subject.normalizedContent == certificate.issuer.normalizedContent
          guard place == 0 || !isOwn else { continue }
          let isForAnExcludedHost =
            !asksForAHost && certificate.hostNames.contains(where: constraints.excludesAHost)
          if isForAnExcludedHost || !constraints.isComparable(with: certificate) {
            failures.insert(TrustFailure(.nameConstraints, at: place))
          }
        }
      } catch {
        // What is excluded by what cannot be read nobody knows.
        failures.insert(TrustFailure(.nameConstraints, at: 0))
      }
    }
    return failures.sorted { $0.index < $1.index }
  }

  /// A name that a policy asks for, in small letters.
  private struct Wanted {
    let kind: NameKind

    private let name: [UInt8]

    /// Nil for a policy that asks for no name, or for an address of the network: OpenSSL compares those.
    init?(_ policy: TrustPolicy) {
      switch policy {
      case .tls(isServer: true, let host?):
        let wanted = WantedHost(host)
        guard wanted.address == nil else { return nil }
        kind = .host
        name = Array(wanted.name.lowercased().utf8)
      case .mail(let address?):
        kind = .mailbox
        name = Array(address.lowercased().utf8)
      default: return nil
      }
    }

    /// - Parameter base: For hosts one of them, for it and those below; for mailboxes one of them, or a host, for
    ///   those on it. With a dot before it for the hosts below alone; empty for all.
    func isWithin(_ base: ArraySlice<UInt8>) -> Bool {
      let (at, dot) = (UInt8(ascii: "@"), UInt8(ascii: "."))
      guard let first = base.first else { return true }
      let rest = name.count - base.count
      guard rest >= 0, zip(name[rest...], base).allSatisfy({ $0 == Self.small($1) }) else {
        return false
      }
      if kind == .mailbox {
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
