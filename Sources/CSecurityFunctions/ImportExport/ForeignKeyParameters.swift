import Foundation
import Security

/// The structure of parameters as C lays it out.
struct ForeignKeyParameters {
  var version: UInt32
  var flags: UInt32
  var passphrase: UnsafeRawPointer?
  var alertTitle: UnsafeRawPointer?
  var alertPrompt: UnsafeRawPointer?
  var accessRef: UnsafeRawPointer?
  var keyUsage: UnsafeRawPointer?
  var keyAttributes: UnsafeRawPointer?

  /// Calls `body` with the structure as it is in Swift; nil for objects of wrong types.
  static func with<Result>(
    _ pointer: UnsafeRawPointer?,
    _ body: (UnsafePointer<SecItemImportExportKeyParameters>?) -> Result
  ) -> Result? {
    guard let pointer else { return body(nil) }
    let foreign = pointer.load(as: Self.self)
    let passphrase = Incoming.object(foreign.passphrase)
    let attributes = Incoming.array(foreign.keyAttributes)
    guard (foreign.passphrase == nil) == (passphrase == nil),
      (foreign.keyAttributes == nil) == (attributes == nil)
    else { return nil }
    return withExtendedLifetime((passphrase, attributes)) {
      var own = SecItemImportExportKeyParameters()
      own.version = foreign.version
      own.flags = SecKeyImportExportFlags(rawValue: foreign.flags)
      own.passphrase = passphrase.map { .passUnretained($0) }
      own.keyAttributes = attributes.map { .passUnretained($0) }
      return body(&own)
    }
  }
}
