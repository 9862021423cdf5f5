import KeychainModel

/// Reads the output of `JSONItemWriter`.
package enum JSONItemReader {
  /// Reads a whole file.
  ///
  /// - Throws: A failure if the text contains anything that `JSONItemWriter` does not write. Nothing is imported after
  ///   a failure.
  package static func read(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) -> Transfer {
    guard case .object(let file) = try JSONParser.parse(bytes),
      text(file["format"]) == "latchkey-passwords"
    else { throw TransferFailure("this is no export of passwords", line: 1) }
    guard case .number("1")? = file["version"] else {
      throw TransferFailure("the export has a version that is not 1", line: file.line)
    }
    try check(file, knows: ["format", "version", "items"])
    guard case .array(let items)? = file["items"] else {
      throw TransferFailure("\"items\" is missing", line: file.line)
    }
    var transfer = Transfer()
    for item in items {
      guard case .object(let object) = item else {
        throw TransferFailure("an item is no object", line: file.line)
      }
      transfer.add(try self.item(object))
    }
    return transfer
  }

  private static func item(_ object: JSONObject) throws(TransferFailure) -> TransferItem {
    try check(object, knows: ["class", "attributes", "secret"])
    guard let itemClass = text(object["class"]).flatMap(ItemClass.init(rawValue:)),
      ItemClass.passwords.contains(itemClass)
    else { throw TransferFailure("the class of the item is unknown", line: object.line) }
    guard case .object(let members)? = object["attributes"] else {
      throw TransferFailure("the item has no attributes", line: object.line)
    }
    let schema = ItemSchema.of(itemClass)
    var attributes = AttributeSet()
    for member in members.members {
      let name = member.name
      guard let key = TransferredAttributes.attribute(spelled: name), let attribute = schema[key] else {
        throw TransferFailure("the attribute \"\(name)\" is unknown", line: members.line)
      }
      guard !TransferredAttributes.isComputed(key) else { continue }
      let given =
        key == .freeAttributes
        ? try map(member.value, line: members.line)
        : try attributeValue(member.value, name, line: members.line)
      attributes.append(
        key, try TransferredAttributes.convert(given, for: attribute, line: members.line))
    }
    let secret = try object["secret"].map { (value) throws(TransferFailure) in
      guard let bytes = bytes(value) else {
        throw TransferFailure("the secret is neither text nor Base64", line: object.line)
      }
      return bytes
    }
    return TransferItem(
      itemClass, attributes: attributes, secret: secret, origin: "line \(object.line)")
  }

  private static func check(
    _ object: JSONObject, knows names: Set<String>
  ) throws(TransferFailure) {
    for member in object.members where !names.contains(member.name) {
      throw TransferFailure("\"\(member.name)\" is unknown here", line: object.line)
    }
  }

  private static func text(_ value: JSONValue?) -> String? {
    if case .string(let bytes)? = value { String(decoding: bytes, as: UTF8.self) } else { nil }
  }

  /// The bytes of a string, or of an object `{"base64": …}`; nil for any other value.
  private static func bytes(_ value: JSONValue) -> [UInt8]? {
    if case .string(let bytes) = value { return bytes }
    guard case .object(let object) = value, object.members.count == 1,
      case .string(let text)? = object["base64"]
    else { return nil }
    return Base64.decode(text)
  }

  /// The value of the free attributes: an object whose members are texts.
  private static func map(_ value: JSONValue, line: Int) throws(TransferFailure) -> AttributeValue {
    guard case .object(let object) = value else {
      throw TransferFailure("the free attributes are no object", line: line)
    }
    var pairs: [FreeAttributes.Pair] = []
    for member in object.members {
      guard let text = text(member.value) else {
        throw TransferFailure("the free attribute \"\(member.name)\" is no text", line: line)
      }
      pairs.append(FreeAttributes.Pair(member.name, text))
    }
    do throws(KeychainError) { return try FreeAttributes(pairs).value } catch {
      throw TransferFailure(error.reason, line: line)
    }
  }

  private static func attributeValue(
    _ value: JSONValue, _ name: String, line: Int
  ) throws(TransferFailure) -> AttributeValue {
    switch value {
    case .string(let bytes): return .string(String(decoding: bytes, as: UTF8.self))
    case .number(let text): if let number = Int64(text) { return .number(number) }
    case .object(let object):
      if let bytes = bytes(value) { return .data(bytes) }
      guard object.members.count == 1 else { break }
      if case .number(let text)? = object["date"], let date = Double(text) { return .date(date) }
      if let bits = text(object["dateBits"]).flatMap({ UInt64($0, radix: 16) }) {
        return .date(Double(bitPattern: bits))
      }
    default: break
    }
    throw TransferFailure("the value of \"\(name)\" has an unknown form", line: line)
  }
}
