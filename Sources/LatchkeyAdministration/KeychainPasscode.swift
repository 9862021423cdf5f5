import KeychainCrypto
import KeychainModel

/// A passcode in memory that is kept out of swap and core dumps and overwritten when its last owner
/// lets go. Strings and arrays that it was made from are the caller's to forget.
public struct KeychainPasscode: Sendable {
  let passcode: Passcode

  /// The UTF-8 bytes of a text, not normalised. The tool takes the bytes that a terminal sends, which
  /// for letters with accents may differ: `e` with an accent has two spellings in Unicode.
  ///
  /// - Throws: `AdministrationError` with status -50 (`errSecParam`) for an empty text or more than
  ///   1 MiB, -108 (`errSecAllocate`) without memory.
  public init(_ text: String) throws {
    var text = text
    self = try text.withUTF8 { try KeychainPasscode(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// These bytes.
  ///
  /// - Throws: As `init(_:)`.
  public init(bytes: UnsafeRawBufferPointer) throws {
    passcode = try AdministrationError.translating { () throws(KeychainError) in
      try Passcode(bytes)
    }
  }
}
