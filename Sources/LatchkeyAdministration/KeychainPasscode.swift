import KeychainCrypto
import KeychainModel

/// A passcode. Its memory is excluded from swap and core dumps, and is overwritten when the last reference is
/// released. The caller must wipe the strings and arrays that it was made from.
public struct KeychainPasscode: Sendable {
  let passcode: Passcode

  /// Makes a passcode from the UTF-8 bytes of a text, without normalization. The `security` tool uses the bytes that a
  /// terminal sends. For accented letters these may differ: Unicode has two encodings of an `e` with an accent.
  ///
  /// - Throws: `AdministrationError`. -50 (`errSecParam`) if the text is empty or has more than 1 MiB; -108
  ///   (`errSecAllocate`) if there is not enough memory.
  public init(_ text: String) throws {
    var text = text
    self = try text.withUTF8 { try KeychainPasscode(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Makes a passcode from bytes.
  ///
  /// - Throws: The errors of `init(_:)`.
  public init(bytes: UnsafeRawBufferPointer) throws {
    passcode = try AdministrationError.translating { () throws(KeychainError) in
      try Passcode(bytes)
    }
  }
}
