/// What a key is used for, by the bits of `SecTrustSettingsKeyUsage`.
struct TrustKeyUsage: OptionSet, Sendable {
  let rawValue: UInt32

  static let signature = TrustKeyUsage(rawValue: 1)
  static let enDecryptData = TrustKeyUsage(rawValue: 2)
  static let enDecryptKey = TrustKeyUsage(rawValue: 4)
  static let signCertificates = TrustKeyUsage(rawValue: 8)
  static let keyExchange = TrustKeyUsage(rawValue: 0x20)
}

extension TrustPolicy {
  /// What the policy lets the key of a leaf be used for.
  var keyUses: TrustKeyUsage {
    switch self {
    case .codeSigning, .timeStamping: .signature
    case .tls: [.signature, .enDecryptKey, .keyExchange]
    case .basic, .mail, .revocation: [.signature, .enDecryptData, .enDecryptKey, .keyExchange]
    }
  }

  /// Whether a setting's string names what the policy is about: the host of TLS, or the address of mail.
  func isNamed(_ text: String) -> Bool {
    switch self {
    case .tls(_, let host?): Self.hostText(host) == Self.hostText(text)
    case .mail(let address?): address.lowercased() == text.lowercased()
    default: false
    }
  }

  /// In small letters, without the dot that may stand at the end.
  private static func hostText(_ host: String) -> String {
    let host = host.lowercased()
    return host.hasSuffix(".") ? String(host.dropLast()) : host
  }
}
