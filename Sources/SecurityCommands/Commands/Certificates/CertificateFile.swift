import KeychainModel
import PasswordTransfer
import KeyFormats
import X509Certificates

/// A file with certificates in PEM or DER.
enum CertificateFile {
  /// Reads all certificates of a file. There must be at least one.
  ///
  /// - Throws: A failure with the status 1 if the file cannot be read, or contains something else.
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

  /// Reads a file that contains exactly one certificate.
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
