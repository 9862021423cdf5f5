import KeyFormats

/// The names of formats and types that the commands `import` and `export` accept.
enum KeyFormatName {
  /// The formats that `import -f` accepts.
  static let imported = [
    "openssl", "openssh1", "openssh2", "bsafe", "raw", "pkcs7", "pkcs8", "pkcs12", "netscape",
    "x509", "pemseq",
  ]

  /// The formats that `export -f` accepts.
  static let exported = [
    "openssl", "openssh2", "bsafe", "pkcs7", "pkcs8", "pkcs12", "x509", "pemseq",
  ]

  /// The types that `import -t` accepts.
  static let importedTypes = ["pub", "priv", "session", "cert", "agg"]

  /// - Throws: A failure with the usage status for an unknown name.
  static func format(_ arguments: Arguments) throws(CommandFailure) -> ExternalFormat {
    guard let word = arguments.value("f") else { return .unknown }
    return switch word.text {
    case "openssl": .openSSL
    case "openssh1": .ssh1
    case "openssh2": .ssh2
    case "bsafe": .bsafe
    case "raw": .rawKey
    case "pkcs7": .pkcs7
    case "pkcs8": .wrappedPKCS8
    case "pkcs12": .pkcs12
    case "netscape": .netscapeCertificateSequence
    case "x509": .x509Certificate
    case "pemseq": .pemSequence
    default: throw .usage("-f: \"\(word.text)\" is no format")
    }
  }

  /// - Throws: A failure with the usage status for an unknown name.
  static func importedType(_ arguments: Arguments) throws(CommandFailure) -> ExternalItemType {
    guard let word = arguments.value("t") else { return .unknown }
    return switch word.text {
    case "pub": .publicKey
    case "priv": .privateKey
    case "session": .sessionKey
    case "cert": .certificate
    case "agg": .aggregate
    default: throw .usage("-t: \"\(word.text)\" is not pub, priv, session, cert or agg")
    }
  }
}
