import KeyFormats
import Keychain
import KeychainModel
import PasswordTransfer
import X509Certificates

/// Reads certificates from files, and stores them in the keychain. If storing a certificate of a file fails, no
/// certificate of this file is stored.
struct AddCertificates {
  let session: CommandSession
  let arguments: Arguments

  /// The function name that macOS prints in error messages of this command. Scripts search the output for this name.
  private static let context = "SecCertificateAddToKeychain"

  /// Processes all files. If a file fails, the command continues with the next file.
  func run() throws(CommandFailure) {
    guard !arguments.operands.isEmpty else { throw .usage }
    try session.selectKeychainForNewItems(arguments.value("k"), in: "SecKeychainOpen")
    let group = try PasswordKind.generic.accessGroup(in: arguments)
    var warnings: [String] = []
    for file in arguments.operands {
      do throws(CommandFailure) {
        warnings += try add(file, group)
      } catch {
        warnings += error.lines
      }
    }
    guard warnings.isEmpty else { throw CommandFailure(status: 1, warnings) }
  }

  /// Adds the certificates of a file. Returns messages about certificates that are already stored.
  private func add(
    _ file: Word, _ group: AttributeValue?
  ) throws(CommandFailure) -> [String] {
    let certificates = try CertificateFile.read(file)
    var requests: [AddRequest] = []
    for certificate in certificates {
      requests.append(
        try CommandFailure.translating(in: Self.context) { () throws(KeychainError) in
          try AddRequest(certificate, group)
        })
    }
    let batch = BatchRequest(requests, onDuplicate: .skip)
    let progress = session.progress("added")
    defer { progress.end() }
    let outcomes = try session.withKeychain(in: Self.context) { (keychain) throws(KeychainError) in
      try keychain.perform(batch) { progress.show($0, of: requests.count) }
    }
    let known = outcomes.count { $0 == .skipped }
    guard known > 0 else { return [] }
    let place = arguments.value("k")?.text ?? "default keychain"
    let which = outcomes.count == 1 ? "" : "\(known) of \(outcomes.count) certificates "
    return ["\(file.text): \(which)already in \(place)"]
  }
}

extension AddRequest {
  /// Makes a request that adds a certificate. The attributes of the item come from the certificate, and the label is
  /// the subject summary.
  ///
  /// - Throws: An error if the certificate cannot be read.
  init(_ certificate: Certificate, _ group: AttributeValue?) throws(KeychainError) {
    var attributes = try certificate.itemAttributes()
    attributes[.label] = certificate.subjectSummary.map { .string($0) }
    attributes[.accessGroup] = group
    self.init(.certificate, attributes: attributes, secret: certificate.der)
  }
}

extension Command {
  static let addCertificates = Command(
    "add-certificates", "Add certificates.",
    synopsis: "[-k keychain] [--access-group name] file ...",
    details: [
      "The files hold PEM, of any number of certificates, or DER. Those that are there already are",
      "named, and the command ends with 1.",
      "--access-group  access group",
    ],
    options: OptionSyntax(
      "k:", long: [PasswordKind.accessGroupOption], values: ["k": .keychain])
  ) { (arguments, session) throws(CommandFailure) in
    try AddCertificates(session: session, arguments: arguments).run()
  }
}

/// Reads files with certificates in PEM or DER.
enum CertificateFile {
  /// Reads all certificates of a file. The file must contain at least one certificate.
  ///
  /// - Throws: A failure with the status 1 if the file cannot be read, contains no certificate, or contains keys.
  static func read(_ file: Word) throws(CommandFailure) -> [Certificate] {
    let bytes = try bytes(of: file)
    let content: ExternalContent
    do throws(KeychainError) {
      content = try ExternalItemReader(.x509Certificate).read(bytes)
    } catch {
      throw .failed("\(file.text): \(error.reason)")
    }
    var certificates: [Certificate] = []
    for item in content.items {
      guard case .certificate(let certificate) = item else {
        throw .failed("\(file.text): holds keys as well; \"security import\" stores both.")
      }
      certificates.append(certificate)
    }
    guard !certificates.isEmpty else { throw .failed("\(file.text): holds no certificate") }
    return certificates
  }

  /// Reads a file that must contain exactly one certificate.
  static func readOne(_ file: Word) throws(CommandFailure) -> Certificate {
    let certificates = try read(file)
    guard certificates.count == 1 else {
      throw .failed("\(file.text): holds \(certificates.count) certificates, where one is meant")
    }
    return certificates[0]
  }

  /// Reads the bytes of any file.
  static func bytes(of file: Word) throws(CommandFailure) -> [UInt8] {
    do throws(TransferFailure) {
      return try SourceFile.read(file.bytes).withUnsafeBytes { Array($0) }
    } catch {
      throw .failed("\(file.text): \(error.sentence)")
    }
  }
}
