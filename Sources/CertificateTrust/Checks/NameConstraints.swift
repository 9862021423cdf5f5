import AsymmetricKeys
import X509Certificates
import KeychainModel

/// The name constraints of an authority, as written in its certificate: the names that the authority may certify
/// (`permitted`) and the names that it must not certify (`excluded`) (RFC 5280, 4.2.1.10).
struct NameConstraints {
  /// A set of names of one kind, which a base defines. A host name or a mail address is in the set if the name ends
  /// with the base. A name of another kind is in the set if it begins with the base.
  struct Subtree {
    let kind: NameKind
    /// The content octets of the base.
    let base: ArraySlice<UInt8>
  }

  let permitted: [Subtree]
  let excluded: [Subtree]

  /// The kinds of names to which a constraint applies.
  let kinds: Set<NameKind>

  /// Reads the name constraints of an authority. Returns nil when the authority has no name constraints.
  ///
  /// - Throws: `.parameter` for empty or malformed constraints, and for a constraint whose base is not a valid name.
  init?(of authority: Certificate) throws(KeychainError) {
    guard let value = authority.content.value(of: OID.nameConstraints) else {
      return nil
    }
    var reader = DERReader(value[...])
    var constraints = try reader.read(.sequence)
    try reader.end()
    guard !constraints.isAtEnd else { throw DERReader.malformed }
    permitted = try Self.subtrees(constraints.readOptional(.explicit0))
    excluded = try Self.subtrees(constraints.readOptional(.explicit1))
    try constraints.end()
    kinds = Set((permitted + excluded).map(\.kind))
  }

  /// Reads a list of subtrees.
  ///
  /// - Parameter list: The list, which must contain at least one subtree; nil when the list is absent.
  private static func subtrees(_ list: DERReader?) throws(KeychainError) -> [Subtree] {
    guard var list else { return [] }
    guard !list.isAtEnd else { throw DERReader.malformed }
    var subtrees: [Subtree] = []
    while !list.isAtEnd {
      var subtree = try list.read(.sequence)
      let base = try subtree.readAny()
      guard let kind = NameKind(rawValue: base.tag), kind.isBase(base.content) else {
        throw DERReader.malformed
      }
      // The minimum distance between a name and the base must be 0. A maximum distance is not permitted.
      if let minimum = try subtree.readOptional(.implicit0), !minimum.rest.elementsEqual([0]) {
        throw DERReader.malformed
      }
      try subtree.end()
      subtrees.append(Subtree(kind: kind, base: base.content.rest))
    }
    return subtrees
  }

  /// Whether a name with a wildcard matches an excluded host, as `*.example.org` matches `bad.example.org`. OpenSSL
  /// itself compares the part of the name after the wildcard with the constraints.
  func excludesAHost(of name: String) -> Bool {
    guard name.utf8.starts(with: "*.".utf8) else { return false }
    let end = name.utf8.dropFirst()
    return excluded.contains { subtree in
      guard subtree.kind == .host, let dot = subtree.base.firstIndex(of: UInt8(ascii: ".")),
        dot > subtree.base.startIndex
      else { return false }
      return subtree.base[dot...].map(Self.small) == end.map(Self.small)
    }
  }

  private static func small(_ letter: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) ? letter + 0x20 : letter
  }

  /// Whether all names of a certificate can be compared with the constraints. OpenSSL compares the ends of names
  /// without checking the form of the names. For example, in OpenSSL a constraint on `example.org` does not match the
  /// host `www.example.org.`.
  func isComparable(with certificate: Certificate) -> Bool {
    if let value = certificate.content.value(of: OID.subjectAlternativeName) {
      var reader = DERReader(value[...])
      guard var names = try? reader.read(.sequence), reader.isAtEnd else { return false }
      while !names.isAtEnd {
        guard let name = try? names.readAny(), let kind = NameKind(rawValue: name.tag) else {
          return false
        }
        if kinds.contains(kind), !isComparable(kind, name.content.rest) { return false }
      }
    }
    guard kinds.contains(.mailbox) else { return true }
    return certificate.subject.elements.allSatisfy {
      $0.type != OID.emailAddress || isComparable(.mailbox, $0.value[...])
    }
  }

  /// Whether a name is valid for its kind. Also returns false when an empty base excludes all names of the kind,
  /// because OpenSSL applies an empty base only to host names.
  private func isComparable(_ kind: NameKind, _ name: ArraySlice<UInt8>) -> Bool {
    kind.isName(name) && !excluded.contains { $0.kind == kind && $0.base.isEmpty }
  }
}
