import Foundation
import KeychainModel
import KeyFormats

/// The parameters of an import or an export, read from the C structure.
struct ImportExportParameters {
  let flags: SecKeyImportExportFlags
  /// The passphrase for keys; nil if the caller gave no passphrase.
  let passphraseSource: PassphraseSource?

  /// Reads the C structure. A nil pointer gives no flags and no passphrase.
  ///
  /// - Parameter stores: Whether the call stores the keys in a keychain.
  /// - Throws: `.parameter` for an unknown version, an unusable passphrase or unusable attributes.
  init(
    _ pointer: UnsafePointer<SecItemImportExportKeyParameters>?, stores: Bool = false
  ) throws(KeychainError) {
    guard let parameters = pointer?.pointee else {
      flags = []
      passphraseSource = nil
      return
    }
    // This code does not check `alertTitle` and `alertPrompt`, because nothing reads them.
    try ArgumentChecks.check(
      parameters.passphrase?.takeUnretainedValue(), parameters.keyUsage?.takeUnretainedValue(),
      parameters.keyAttributes?.takeUnretainedValue())
    guard parameters.version == UInt32(SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION) else {
      throw KeychainError(.parameter, "the parameters are of a version that is not known")
    }
    flags = parameters.flags
    if var passphrase = try Self.bytes(parameters.passphrase) {
      passphraseSource = PassphraseSource(taking: &passphrase)
    } else {
      passphraseSource = nil
    }
    let attributes = parameters.keyAttributes?.takeUnretainedValue() ?? []
    guard stores || !attributes.contains(kSecAttrIsPermanent) else {
      throw KeychainError(.parameter, "there is no keychain to store the keys in")
    }
  }

  private static func bytes(
    _ value: Unmanaged<CFTypeRef>?
  ) throws(KeychainError) -> [UInt8]? {
    guard let value else { return nil }
    switch PropertyValue(value.takeUnretainedValue()) {
    case .string(let text): return Array(text.utf8)
    case .data(let bytes): return bytes
    default: throw KeychainError(.parameter, "the passphrase is neither a string nor data")
    }
  }
}
