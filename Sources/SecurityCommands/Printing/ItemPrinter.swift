import Keychain
import KeychainModel

/// Prints items the way macOS prints them, which scripts read.
struct ItemPrinter {
  let keychainPath: String

  /// Whether attributes that macOS items do not have follow those that they do.
  let showsEverything: Bool

  /// Whether a person reads it: text that macOS prints in digits then follows them.
  var forReader = false

  /// Whether seeds of one-time passwords in a comment are printed: where the secret is, too.
  var showsSeeds = false

  /// The lines that describe an item, without its secret.
  func description(of item: Item) -> [UInt8] {
    var output: [UInt8] = []
    output += "keychain: ".utf8
    ByteRule.append(keychainPath.utf8, to: &output, forReader: forReader)
    output += "\nversion: 512\nclass: ".utf8
    ByteRule.append(Self.itemClass(of: item), to: &output)
    output += "\nattributes:\n".utf8
    for attribute in attributes(of: item) {
      append(attribute, of: item, to: &output)
    }
    return output
  }

  private func attributes(of item: Item) -> [PrintedAttribute] {
    let known = PrintedAttribute.all(of: item.itemClass)
    guard showsEverything else { return known }
    let further = item.attributes.entries
      .filter { entry in !known.contains { $0.name == entry.name } }
      .map { PrintedAttribute($0.name, Self.format(of: $0.value)) }
    return known + further.sorted { $0.tag < $1.tag }
  }

  private func append(_ attribute: PrintedAttribute, of item: Item, to output: inout [UInt8]) {
    output += "    ".utf8
    ByteRule.append(attribute.tag, to: &output)
    output += "<\(attribute.format.rawValue)>=".utf8
    let value = item.attributes[attribute.name]
    if let value, !Self.standsForAbsent(value, attribute.name),
      var bytes = Self.bytes(of: value, attribute.form)
    {
      if attribute.name == .comment, !showsSeeds { bytes = SeedInComment.masked(bytes) }
      ByteRule.append(
        bytes, to: &output, forReader: forReader && attribute.format == .blob)
    } else {
      output += "<NULL>".utf8
    }
    output += "\n".utf8
  }

  /// Whether macOS would have no value there. The keychain stores an empty one in its place,
  /// because what makes an item unique may not be absent.
  private static func standsForAbsent(_ value: AttributeValue, _ name: AttributeName) -> Bool {
    switch name {
    case .authenticationType, .path, .securityDomain, .applicationTag: value == .string("")
    case .applicationLabel, .issuer, .serialNumber: value == .data([])
    default: false
    }
  }

  /// The class as macOS numbers it: each class of keys is one by itself.
  private static func itemClass(of item: Item) -> UInt32 {
    if item.itemClass == .certificate { return 0x8000_1000 }
    guard item.itemClass == .key, let keyClass = item.attributes[.keyClass],
      let number = keyTable(keyClass)
    else { return item.itemClass.code.rawValue }
    return number
  }

  /// The number of the table of a key class; nil for one that macOS does not have.
  private static func keyTable(_ keyClass: AttributeValue) -> UInt32? {
    switch keyClass {
    case .number(0): 0x0F
    case .number(1): 0x10
    case .number(2): 0x11
    default: nil
    }
  }

  private static func format(of value: AttributeValue) -> PrintedAttribute.Format {
    switch value {
    case .string, .data: .blob
    case .number: .sint32
    case .date: .timedate
    }
  }

  /// The bytes that the rules print; nil for a date that the format has no room for.
  private static func bytes(
    of value: AttributeValue, _ form: PrintedAttribute.Form
  ) -> [UInt8]? {
    switch (form, value) {
    case (.keyClass, _): bytes(of: keyTable(value).map { .number(Int64($0)) } ?? value)
    case (.day, .date(0)): Array(repeating: 0, count: 8)
    case (.day, .date(let date)):
      UTCTime(sinceReference: date).map { Array($0.compact.utf8.prefix(8)) }
    case (.sequence, .data(let content)): sequence(content)
    default: bytes(of: value)
    }
  }

  /// An element of DER: a sequence around this content.
  private static func sequence(_ content: [UInt8]) -> [UInt8] {
    guard content.count >= 0x80 else { return [0x30, UInt8(content.count)] + content }
    let length = withUnsafeBytes(of: UInt32(content.count).bigEndian, Array.init).drop { $0 == 0 }
    return [0x30, 0x80 | UInt8(length.count)] + length + content
  }

  private static func bytes(of value: AttributeValue) -> [UInt8]? {
    switch value {
    case .string(let text): Array(text.utf8)
    case .data(let bytes): bytes
    case .number(let number): bytes(of: number)
    case .date(let date): UTCTime(sinceReference: date).map { Array($0.compact.utf8) + [0] }
    }
  }

  /// Four bytes, the highest first; eight when the number does not fit, which macOS cannot store.
  private static func bytes(of number: Int64) -> [UInt8] {
    if let narrow = UInt32(exactly: number) ?? Int32(exactly: number).map(UInt32.init(bitPattern:)) {
      return withUnsafeBytes(of: narrow.bigEndian, Array.init)
    }
    return withUnsafeBytes(of: number.bigEndian, Array.init)
  }
}
