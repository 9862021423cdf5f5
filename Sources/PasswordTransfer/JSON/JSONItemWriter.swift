import KeychainModel

/// Writes complete items as JSON: every attribute with its type, and every byte of the secrets.
package enum JSONItemWriter {
  package static let beginning = Array(
    "{\n  \"format\": \"latchkey-passwords\",\n  \"version\": 1,\n  \"items\": [".utf8)
  package static let ending = Array("\n  ]\n}\n".utf8)

  /// The text of an item. A comma precedes the text if the item is not the first item.
  package static func text(of item: TransferItem, isFirst: Bool) -> [UInt8] {
    var text = Array("\(isFirst ? "" : ",")\n    {\n      \"class\": ".utf8)
    JSONText.append(item.itemClass.rawValue.utf8, to: &text)
    text += ",\n      \"attributes\": {".utf8
    var separator = ""
    for (name, value) in item.attributes.entries where !TransferredAttributes.isComputed(name) {
      text += "\(separator)\n        ".utf8
      JSONText.append(TransferredAttributes.spelling(of: name).utf8, to: &text)
      text += ": ".utf8
      if name == .freeAttributes, let map = FreeAttributes(value) {
        append(map, to: &text)
      } else {
        append(value, to: &text)
      }
      separator = ","
    }
    text += "\n      }".utf8
    if let secret = item.secret {
      text += ",\n      \"secret\": ".utf8
      if String(validating: secret, as: UTF8.self) != nil {
        JSONText.append(secret, to: &text)
      } else {
        appendBase64(secret, to: &text)
      }
    }
    text += "\n    }".utf8
    return text
  }

  private static func append(_ map: FreeAttributes, to text: inout [UInt8]) {
    text += "{".utf8
    var separator = " "
    for pair in map.pairs {
      text += separator.utf8
      JSONText.append(pair.name.utf8, to: &text)
      text += ": ".utf8
      JSONText.append(pair.value.utf8, to: &text)
      separator = ", "
    }
    text += " }".utf8
  }

  private static func append(_ value: AttributeValue, to text: inout [UInt8]) {
    switch value {
    case .string(let string): JSONText.append(string.utf8, to: &text)
    case .data(let bytes): appendBase64(bytes, to: &text)
    case .number(let number): text += "\(number)".utf8
    case .date(let date):
      if date.isFinite {
        text += "{ \"date\": \(date) }".utf8
      } else {
        text += "{ \"dateBits\": \"\(String(date.bitPattern, radix: 16))\" }".utf8
      }
    }
  }

  private static func appendBase64(_ bytes: [UInt8], to text: inout [UInt8]) {
    text += "{ \"base64\": \"".utf8
    text += Base64.encode(bytes)
    text += "\" }".utf8
  }
}

/// Writes strings in the syntax of JSON.
package enum JSONText {
  /// Appends a string in quotation marks.
  ///
  /// - Parameter string: The string in UTF-8.
  package static func append(_ string: some Sequence<UInt8>, to text: inout [UInt8]) {
    text.append(quote)
    for byte in string {
      switch byte {
      case quote, UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
      case 0x0A: text += "\\n".utf8
      case 0..<0x20, 0x7F:
        text += "\\u00".utf8
        text += HexadecimalText.lowercase([byte])
      default: text.append(byte)
      }
    }
    text.append(quote)
  }

  private static let quote = UInt8(ascii: "\"")
}
