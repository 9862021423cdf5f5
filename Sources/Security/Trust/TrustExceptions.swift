import Foundation
import AsymmetricKeys
import CertificateTrust
import X509Certificates

/// The failures that a program accepts. For each certificate of a chain, the exceptions contain a digest of the
/// certificate and the names of the failed checks (specification: keys-and-certificates 4.3).
struct TrustExceptions {
  private let entries: [(digest: Data, checks: Set<String>)]

  private static let digestKey = "SHA1Digest"

  /// Makes exceptions for all failures of an evaluation.
  init(_ evaluationResult: TrustEvaluationResult) {
    entries = evaluationResult.chain.enumerated().map { index, certificate in
      (
        Self.digest(of: certificate.certificate),
        Set(evaluationResult.failures.filter { $0.index == index }.map(\.check.rawValue))
      )
    }
  }

  /// Reads exceptions. Returns nil unless `data` has the format of exceptions.
  init?(_ data: Data) {
    guard
      let list = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil),
      let dictionaries = list as? [[String: Any]]
    else { return nil }
    var entries: [(Data, Set<String>)] = []
    for one in dictionaries {
      guard let digest = one[Self.digestKey] as? Data else { return nil }
      entries.append((digest, Set(one.keys.filter { $0 != Self.digestKey })))
    }
    self.entries = entries
  }

  var data: Data? {
    let list = entries.map { entry in
      var one: [String: Any] = [Self.digestKey: entry.digest]
      for check in entry.checks { one[check] = false }
      return one
    }
    return try? PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
  }

  /// Returns whether the exceptions were made for a chain that begins with this leaf.
  func isFor(_ leaf: Certificate) -> Bool { entries.first?.digest == Self.digest(of: leaf) }

  func excepts(_ failure: TrustFailure, _ chain: [Certificate]) -> Bool {
    guard entries.indices.contains(failure.index), chain.indices.contains(failure.index) else {
      return false
    }
    let entry = entries[failure.index]
    return entry.digest == Self.digest(of: chain[failure.index])
      && entry.checks.contains(failure.check.rawValue)
  }

  private static func digest(of certificate: Certificate) -> Data {
    Data((try? HashAlgorithm.sha1.digest(of: certificate.der)) ?? [])
  }
}
