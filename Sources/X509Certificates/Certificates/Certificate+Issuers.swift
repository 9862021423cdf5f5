extension Certificate {
  /// The certificates from which paths may be built upwards from some, nearest first.
  ///
  /// - Parameters:
  ///   - limit: The most that are returned.
  ///   - find: Finds the certificates of a subject, which is normalized. It is called once for each name.
  package static func issuers<Failure: Error>(
    above certificates: [Certificate], atMost limit: Int = .max,
    find: (_ subject: [UInt8]) throws(Failure) -> [Certificate]
  ) throws(Failure) -> [Certificate] {
    var found: [Certificate] = []
    var names = certificates.map(\.issuer.normalizedContent)
    var seen: Set<[UInt8]> = []
    var next = 0
    while next < names.count, found.count < limit {
      let name = names[next]
      next += 1
      guard seen.insert(name).inserted else { continue }
      for issuer in try find(name).prefix(limit - found.count) {
        found.append(issuer)
        names.append(issuer.issuer.normalizedContent)
      }
    }
    return found
  }
}
