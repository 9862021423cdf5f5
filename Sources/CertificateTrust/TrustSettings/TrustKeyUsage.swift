/// The uses of a key, as the bits of `SecTrustSettingsKeyUsage`.
struct TrustKeyUsage: OptionSet, Sendable {
  let rawValue: UInt32

  static let signature = TrustKeyUsage(rawValue: 1)
  static let enDecryptData = TrustKeyUsage(rawValue: 2)
  static let enDecryptKey = TrustKeyUsage(rawValue: 4)
  static let signCertificates = TrustKeyUsage(rawValue: 8)
  static let keyExchange = TrustKeyUsage(rawValue: 0x20)
}

extension TrustPolicy {
  /// The uses of a leaf's key under the policy.
  var keyUses: TrustKeyUsage {
    switch self {
    case .codeSigning, .timeStamping: .signature
    case .tls: [.signature, .enDecryptKey, .keyExchange]
    case .basic, .mail, .revocation: [.signature, .enDecryptData, .enDecryptKey, .keyExchange]
    }
  }

  /// Whether the string in a setting equals the host (TLS) or the address (mail) of the policy.
  func isNamed(_ text: String) -> Bool {
    switch self {
    case .tls(_, let host?): Self.hostText(host) == Self.hostText(text)
    case .mail(let address?): address.lowercased() == text.lowercased()
    default: false
    }
  }

  /// A host in lower case, without a dot at its end.
  private static func hostText(_ host: String) -> String {
    let host = host.lowercased()
    return host.hasSuffix(".") ? String(host.dropLast()) : host
  }
}
