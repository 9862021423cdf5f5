import Foundation
import Security

/// How the older functions write the attributes of password items: as bytes under four characters.
enum PasswordAttribute {
  /// How a value is written.
  enum Form {
    case text
    case bytes
    case number
    case flag
    case date
    /// Four characters, the first in the highest byte.
    case code
    /// Four characters as they stand in memory.
    case characters
  }

  /// Those that an item can have, by the numbers that their four characters spell.
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

  /// The attributes of either class, in the order in which macOS lists them. Of `scrp`, `cusi` and `alis` no item
  /// has a value here.
  static let tags: [UInt32: [UInt32]] = {
    let shared = "alis cdat crtr cusi desc icmt invi labl mdat nega scrp type acct"
    return [
      "genp": "\(shared) gena svce", "inet": "\(shared) atyp path port ptcl sdmn srvr",
    ].reduce(into: [:]) { result, entry in
      result[FourCharacters.code(entry.key)] =
        entry.value.split(separator: " ").map { FourCharacters.code(String($0)) }.sorted()
    }
  }()

  /// How an attribute is written; nil for one that no password has.
  static func form(of tag: UInt32) -> Form? { forms[tag] }

  /// Whether a class has such an attribute.
  static func isKnown(_ tag: UInt32, in itemClass: UInt32) -> Bool {
    tags[itemClass]?.contains(tag) ?? false
  }

  /// The value that bytes stand for; nil for bytes that are none. A protocol or an authentication type
  /// of 0 is `NSNull`: the item has none.
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

  /// What an item without a protocol or an authentication type has in its place.
  static func nothing(_ form: Form) -> NSObject { form == .code ? NSNumber(value: 0) : NSString() }

  /// The bytes of a value.
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

  /// Text is text where it is UTF-8, and bytes elsewhere.
  static func text(_ bytes: UnsafeRawBufferPointer) -> NSString? {
    String(validating: bytes, as: UTF8.self).map { NSString(string: $0) }
  }

  static func data(_ bytes: UnsafeRawBufferPointer) -> NSData {
    NSData(bytes: bytes.baseAddress, length: bytes.count)
  }
}
