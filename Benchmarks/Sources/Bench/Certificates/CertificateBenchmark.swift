import Foundation
import Security

/// Measures searches for certificates by values that have no index. Each search reads all 10 000 certificates.
enum CertificateBenchmark {
  static let count = 10_000

  /// Fills a separate keychain in the folder of a store, and measures searches in this keychain. The process must not
  /// have used a keychain before.
  static func perform(_ store: StoreFolder, isQuick: Bool) -> [CertificateReport] {
    setenv("LATCHKEY_HOME", store.path + "/certificates", 1)
    let made = MadeCertificate()
    fill(made)
    let host = MadeCertificate.host(42)
    let filters: [(String, [CFString: Any], found: Int)] = [
      ("subject contains", [kSecMatchSubjectContains: host], 1),
      ("valid on a date", [kSecMatchValidOnDate: Date(timeIntervalSinceReferenceDate: 8e8)], count),
      ("issuer", [kSecMatchIssuers: [made.authorityName]], count),
      ("trusted", [kSecMatchTrustedOnly: true], 0),
      ("policy for TLS", [kSecMatchPolicy: SecPolicyCreateSSL(true, host as CFString)], 1),
      ("none", [:], count),
    ]
    return filters.map { name, filter, found in
      var query: [CFString: Any] = [
        kSecClass: kSecClassCertificate, kSecMatchLimit: kSecMatchLimitAll, kSecReturnData: true,
      ]
      query.merge(filter) { $1 }
      let dictionary = query as NSDictionary
      var samples = Samples()
      // The first search reads the pages from the disk, so it is not measured.
      for index in 0...(isQuick ? 7 : 21) {
        var number = 0
        var sample = Samples()
        sample.append { number = search(dictionary) }
        if number != found { fail("\(name): \(number) certificates, not \(found)") }
        if index > 0 { samples = Samples(samples.durations + sample.durations) }
      }
      return CertificateReport(filter: name, found: found, keychain: samples.summary)
    }
  }

  private static func fill(_ made: MadeCertificate) {
    // One call adds all certificates in one transaction.
    let list = (0..<count).map { made.certificate($0) }
    require(SecItemAdd([kSecUseItemList: list] as CFDictionary, nil))
  }

  /// Runs a search, and returns the number of its results.
  private static func search(_ query: NSDictionary) -> Int {
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query, &result)
    if status == errSecItemNotFound { return 0 }
    require(status)
    return (result as? NSArray)?.count ?? -1
  }
}
