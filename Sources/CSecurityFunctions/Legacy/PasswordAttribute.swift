import Foundation
import Glibc
import Security

/// The formats of password attributes in the older functions. An attribute has a tag of four characters, and its value
/// is a sequence of bytes.
enum PasswordAttribute {
  /// The format of a value.
  enum Form {
    case text
    case bytes
    case number
    case flag
    case date
    /// A number that contains four characters. The highest byte contains the first character.
    case code
    /// Four characters. The first byte in memory contains the first character.
    case characters
  }

  /// The format of each attribute that a password can have. A key of this dictionary is the tag of an attribute.
  private static let forms: [UInt32: Form] = {
    var forms: [UInt32: Form] = [:]
    let names: [(Form, [String])] = [
      (.text, ["desc", "icmt", "labl", "acct", "svce", "sdmn", "srvr", "path"]),
      (.bytes, ["gena"]), (.number, ["crtr", "type", "port"]), (.flag, ["invi", "nega"]),
      (.date, ["cdat", "mdat"]), (.code, ["ptcl"]), (.characters, ["atyp"]),
    ]
    for (form, names) in names {
      for name in names { forms[FourCharacters.code(name)] = form }
    }
    return forms
  }()

  /// The tags of the attributes of each class, in ascending order, as on macOS. No item has a value for `scrp`, `cusi`
  /// or `alis`.
  static let tags: [UInt32: [UInt32]] = {
    let shared = "alis cdat crtr cusi desc icmt invi labl mdat nega scrp type acct"
    return [
      "genp": "\(shared) gena svce", "inet": "\(shared) atyp path port ptcl sdmn srvr",
    ].reduce(into: [:]) { result, entry in
      result[FourCharacters.code(entry.key)] =
        entry.value.split(separator: " ").map { FourCharacters.code(String($0)) }.sorted()
    }
  }()

  /// Returns the format of an attribute; nil if no password can have the attribute.
  static func form(of tag: UInt32) -> Form? { forms[tag] }

  /// Returns whether the items of a class can have an attribute.
  static func isKnown(_ tag: UInt32, in itemClass: UInt32) -> Bool {
    tags[itemClass]?.contains(tag) ?? false
  }

  /// Converts bytes to a value; nil if the bytes are malformed. A protocol or an authentication type of 0 becomes
  /// `NSNull`, because 0 means that the item does not have the attribute.
  static func value(_ bytes: UnsafeRawBufferPointer, _ form: Form) -> NSObject? {
    switch form {
    case .text: return text(bytes) ?? data(bytes)
    case .bytes: return data(bytes)
    case .number: return number(bytes).map(FourCharacters.number)
    case .flag: return number(bytes).map { NSNumber(value: $0 != 0) }
    case .date: return nil
    case .code: return number(bytes).map(FourCharacters.protocolValue)
    case .characters: return number(bytes).map(FourCharacters.authenticationValue)
    }
  }

  /// Returns the value that represents an absent attribute in an item: 0 for the protocol, an empty string for the
  /// authentication type.
  static func nothing(_ form: Form) -> NSObject { form == .code ? NSNumber(value: 0) : NSString() }

  /// Converts a value to bytes in the format `form`.
  static func bytes(of value: Any, _ form: Form) -> [UInt8] {
    switch form {
    case .text, .bytes: PasswordContent.bytes(of: value) ?? []
    case .number, .flag: number(of: value)
    case .date: PasswordDate.bytes(of: value)
    case .code:
      (value as? String).map { littleEndian(FourCharacters.code($0)) } ?? number(of: value)
    case .characters: (value as? String).map { Array($0.utf8) } ?? number(of: value)
    }
  }

  private static func number(of value: Any) -> [UInt8] {
    guard let number = (value as? NSNumber)?.int64Value else { return [] }
    return littleEndian(UInt32(truncatingIfNeeded: number))
  }

  private static func littleEndian(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  private static func number(_ bytes: UnsafeRawBufferPointer) -> UInt32? {
    switch bytes.count {
    case 4: bytes.loadUnaligned(as: UInt32.self)
    case 2: UInt32(bytes.loadUnaligned(as: UInt16.self))
    case 1: UInt32(bytes[0])
    default: nil
    }
  }

  /// Returns a string; nil if the bytes are not UTF-8.
  static func text(_ bytes: UnsafeRawBufferPointer) -> NSString? {
    String(validating: bytes, as: UTF8.self).map { NSString(string: $0) }
  }

  static func data(_ bytes: UnsafeRawBufferPointer) -> NSData {
    NSData(bytes: bytes.baseAddress, length: bytes.count)
  }
}

/// Converts dates to the format of the older functions: `YYYYMMDDhhmmssZ`, followed by a NUL.
enum PasswordDate {
  static func bytes(of value: Any) -> [UInt8] {
    guard let date = value as? Date else { return [] }
    var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return [] }
    var buffer = [CChar](repeating: 0, count: 32)
    let count = strftime(&buffer, buffer.count, "%Y%m%d%H%M%SZ", &parts)
    return buffer.prefix(count + 1).map { UInt8(bitPattern: $0) }
  }
}

/// Functions for numbers that represent four characters.
enum FourCharacters {
  /// Returns the number that contains four characters. The highest byte contains the first character.
  static func code(_ text: String) -> UInt32 {
    text.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Returns a signed 32-bit number with the same bytes as `code`. C programs store a code in a `CFNumber` in this way.
  static func number(_ code: UInt32) -> NSNumber { NSNumber(value: Int32(bitPattern: code)) }

  /// Returns the value of a protocol in the dictionary of an item function. The item function converts the number to
  /// its four characters (compatibility: D18). Returns `NSNull` for 0, which means any protocol.
  static func protocolValue(_ code: UInt32) -> NSObject {
    code == 0 ? NSNull() : number(code)
  }

  /// Returns the value of an authentication type in the dictionary of an item function. The first character of the type
  /// may be in the first byte in memory or in the highest byte of the number.
  static func authenticationValue(_ code: UInt32) -> NSObject {
    // The item functions accept a number for an authentication type, in both byte orders. They do not accept the number
    // of "http" in the wrong byte order, so this function passes "http" as a string.
    if code.byteSwapped == self.code("http") { return NSString("http") }
    return protocolValue(code)
  }
}
