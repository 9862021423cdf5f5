import Keychain
import KeychainModel

/// Prints items in macOS's format. Scripts parse this format.
struct ItemPrinter {
  /// The path of the login keychain.
  let keychainPath: String
  /// The location of the login keychain, which determines the paths of the other keychains.
  var location: StoreLocation?

  /// Whether to print the attributes that macOS items do not have. The printer prints these attributes after the
  /// attributes of macOS.
  let showsEverything: Bool

  /// Whether the output goes to a terminal. At a terminal, text follows the values that macOS prints as digits.
  var forReader = false

  /// Whether to print seeds of one-time passwords that are in the comment. A command prints such seeds only if it also
  /// prints the secret.
  var showsSeeds = false

  /// Returns the lines that describe an item. The lines do not contain the secret.
  func description(of item: Item) -> [UInt8] {
    var output: [UInt8] = []
    output += "keychain: ".utf8
    var path = Array(keychainPath.utf8)
    if let location, let keychain = item.keychain { path = keychain.path.path(in: location) }
    ByteFormat.append(path, to: &output, forReader: forReader)
    output += "\nversion: 512\nclass: ".utf8
    ByteFormat.append(Self.itemClass(of: item), to: &output)
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
    ByteFormat.append(attribute.tag, to: &output)
    output += "<\(attribute.format.rawValue)>=".utf8
    let value = item.attributes[attribute.name]
    if let value, !Self.standsForAbsent(value, attribute.name),
      var bytes = Self.bytes(of: value, attribute.form)
    {
      if attribute.name == .comment, !showsSeeds { bytes = SeedInComment.masked(bytes) }
      ByteFormat.append(
        bytes, to: &output, forReader: forReader && attribute.format == .blob)
    } else {
      output += "<NULL>".utf8
    }
    output += "\n".utf8
  }

  /// Returns whether a value stands for an absent attribute. If an attribute of the uniqueness key is absent, this
  /// keychain stores an empty value, and macOS stores no value.
  private static func standsForAbsent(_ value: AttributeValue, _ name: AttributeName) -> Bool {
    switch name {
    case .authenticationType, .path, .securityDomain, .applicationTag: value == .string("")
    case .applicationLabel, .issuer, .serialNumber: value == .data([])
    default: false
    }
  }

  /// Returns the number that macOS prints for the class of an item. Each key class has its own number.
  private static func itemClass(of item: Item) -> UInt32 {
    if item.itemClass == .certificate { return 0x8000_1000 }
    guard item.itemClass == .key, let keyClass = item.attributes[.keyClass],
      let number = keyTable(keyClass)
    else { return item.itemClass.code.rawValue }
    return number
  }

  /// Returns the number that macOS prints for a key class; nil for a key class that macOS does not have.
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

  /// Returns the bytes of a value to print; nil for a date that the format cannot represent.
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

  /// Returns the DER sequence with the given content.
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

  /// Returns the bytes of a number in big-endian order: four bytes if the number fits into 32 bits, otherwise eight
  /// bytes. macOS cannot store numbers of more than 32 bits.
  private static func bytes(of number: Int64) -> [UInt8] {
    if let narrow = UInt32(exactly: number) ?? Int32(exactly: number).map(UInt32.init(bitPattern:)) {
      return withUnsafeBytes(of: narrow.bigEndian, Array.init)
    }
    return withUnsafeBytes(of: number.bigEndian, Array.init)
  }
}

/// Finds seeds of one-time passwords in comments. `pass` and similar programs store a seed as a line with an
/// `otpauth://` URL.
enum SeedInComment {
  private static let start = Array("otpauth://".utf8)

  /// Returns a comment with dots in place of its seeds. Commands print this form of a comment when they do not print
  /// the password.
  static func masked(_ comment: [UInt8]) -> [UInt8] {
    let newline = UInt8(ascii: "\n")
    return Array(
      comment.split(separator: newline, omittingEmptySubsequences: false)
        .map { $0.starts(with: start) ? start + Array("...".utf8) : Array($0) }
        .joined(separator: CollectionOfOne(newline)))
  }

  /// Returns the last line with a seed; nil if the comment contains no seed.
  static func line(of comment: [UInt8]) -> [UInt8]? {
    comment.split(separator: UInt8(ascii: "\n")).last { $0.starts(with: start) }.map(Array.init)
  }
}
