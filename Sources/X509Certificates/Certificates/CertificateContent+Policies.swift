import AsymmetricKeys
import KeychainModel

extension CertificateContent {
  /// The number of certificate policies and policy mappings (RFC 5280, 4.2.1.4 and 4.2.1.5). For an extension
  /// that is not valid DER, the largest number that its size allows.
  var policyCount: Int {
    [OID.certificatePolicies, OID.policyMappings].reduce(0) {
      $0 + Self.memberCount(value(of: $1) ?? [])
    }
  }

  private static func memberCount(_ sequence: [UInt8]) -> Int {
    var reader = DERReader(sequence[...])
    var count = 0
    do {
      var list = try reader.read(.sequence)
      while !list.isAtEnd {
        _ = try list.readAny()
        count += 1
      }
      return count
    } catch {
      return sequence.count / 5
    }
  }
}
