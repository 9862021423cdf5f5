import Foundation
import Security

/// The first members of the C structures `SecItemImportExportKeyParameters` and `SecKeyImportExportParameters`, with
/// the same memory layout. The structures differ only in their last two members, which ``Ending`` describes.
struct CKeyParameters {
  var version: UInt32
  var flags: UInt32
  var passphrase: UnsafeRawPointer?
  var alertTitle: UnsafeRawPointer?
  var alertPrompt: UnsafeRawPointer?
  var accessRef: UnsafeRawPointer?

  /// The meaning of the last two members. The two C structures differ only in these members.
  enum Ending {
    /// The last two members of `SecItemImportExportKeyParameters`, which are two arrays.
    case arrays
    /// The last two members of `SecKeyImportExportParameters`, which are two numbers with the bits of CDSA.
    case bits
  }

  /// The value of `CSSM_KEYATTR_PERMANENT`.
  private static let isPermanent: UInt32 = 1

  /// Converts a C structure to `SecItemImportExportKeyParameters`, and calls `body` with the result. Returns nil if an
  /// object in the C structure has a wrong type.
  static func with<Result>(
    _ pointer: UnsafeRawPointer?, _ ending: Ending = .arrays,
    _ body: (UnsafePointer<SecItemImportExportKeyParameters>?) -> Result
  ) -> Result? {
    guard let pointer else { return body(nil) }
    let foreign = pointer.load(as: Self.self)
    let passphrase = CFInput.object(foreign.passphrase)
    guard (foreign.passphrase == nil) == (passphrase == nil),
      let attributes = attributes(pointer + MemoryLayout<Self>.stride, ending)
    else { return nil }
    return withExtendedLifetime((passphrase, attributes)) {
      var own = SecItemImportExportKeyParameters()
      own.version = foreign.version
      own.flags = SecKeyImportExportFlags(rawValue: foreign.flags)
      own.passphrase = passphrase.map { .passUnretained($0) }
      own.keyAttributes = attributes.count > 0 ? .passUnretained(attributes) : nil
      return body(&own)
    }
  }

  /// Reads the attributes of keys from the last member of a C structure. `end` is the address of the last two members.
  /// Returns nil if `ending` is `arrays` and the last member is not an array.
  private static func attributes(_ end: UnsafeRawPointer, _ ending: Ending) -> NSArray? {
    switch ending {
    case .arrays:
      let array = end.load(
        fromByteOffset: MemoryLayout<UnsafeRawPointer?>.stride, as: UnsafeRawPointer?.self)
      return array == nil ? NSArray() : CFInput.array(array)
    case .bits:
      let bits = end.load(fromByteOffset: MemoryLayout<UInt32>.stride, as: UInt32.self)
      return bits & isPermanent != 0 ? NSArray(object: kSecAttrIsPermanent) : NSArray()
    }
  }
}
