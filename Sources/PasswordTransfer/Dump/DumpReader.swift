import KeychainModel

/// Reads the output of `dump-keychain -d` of macOS and of Latchkey.
package struct DumpReader {
  private var transfer = Transfer()
  private var item: PendingItem?
  private var passedOver = 0
  private var expectation = Expectation.line

  /// An item whose lines are being read.
  private struct PendingItem {
    let line: Int
    var itemClass: ItemClass?
    var isKnownClass = true
    var attributes = AttributeSet()
    var secret: [UInt8]?
  }

  private enum Expectation {
    case line
    case data
    case rawData
    /// The next line belongs to an access list. The lines of an access list end at the data of the item or at the next
    /// item.
    case accessList
  }

  /// Reads a whole dump.
  ///
  /// - Throws: A failure if a line does not have the format of a dump. Nothing is imported after a failure.
  package static func read(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) -> Transfer {
    var reader = DumpReader()
    var rest = bytes[...]
    var number = 1
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      var line = Array(rest[..<end])
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      try reader.read(line, number)
      rest = rest[end...].dropFirst()
      number += 1
    }
    guard reader.expectation != .data else {
      throw TransferFailure("the dump ends before the data", line: number)
    }
    reader.finishItem()
    if reader.passedOver > 0 {
      reader.transfer.addNote(
        counted(
          reader.passedOver, "item that is no password is passed over",
          "items that are no passwords are passed over"))
    }
    return reader.transfer
  }

  private mutating func read(_ line: [UInt8], _ number: Int) throws(TransferFailure) {
    if expectation == .data {
      expectation = .line
      guard item?.isKnownClass == true else { return }
      guard let bytes = DumpValue.bytes(line[...]) else { throw malformed("value", number) }
      item?.secret = bytes
    } else if expectation == .rawData {
      expectation = .line
    } else if line.starts(with: "keychain: ".utf8) {
      finishItem()
      expectation = .line
      item = PendingItem(line: number)
    } else if line.isEmpty || line.starts(with: "security: ".utf8) {
      // Empty lines and error messages are skipped. A dump contains error messages if the user wrote standard output
      // and standard error to the same file.
    } else if item == nil {
      throw malformed("beginning of an item", number)
    } else if line == Array("data:".utf8) {
      expectation = .data
    } else if line == Array("raw data:".utf8) {
      expectation = .rawData
    } else if expectation == .accessList {
      return
    } else {
      try readDescription(line, number)
    }
  }

  private mutating func readDescription(
    _ line: [UInt8], _ number: Int
  ) throws(TransferFailure) {
    if line.starts(with: "class: ".utf8) {
      guard let bytes = DumpValue.bytes(line[7...]) else { throw malformed("class", number) }
      let itemClass = ItemClass(rawValue: String(decoding: bytes, as: UTF8.self))
      let known = itemClass.flatMap { ItemClass.passwords.contains($0) ? $0 : nil }
      item?.itemClass = known
      item?.isKnownClass = known != nil
    } else if line.starts(with: "    ".utf8) {
      try readAttribute(line.dropFirst(4), number)
    } else if line.starts(with: "access: ".utf8) {
      expectation = .accessList
    } else if !line.starts(with: "version: ".utf8), line != Array("attributes:".utf8),
      line != Array("no access control for this item".utf8), item?.isKnownClass == true
    {
      throw malformed("line of a dump", number)
    }
  }

  private mutating func readAttribute(
    _ line: ArraySlice<UInt8>, _ number: Int
  ) throws(TransferFailure) {
    guard let itemClass = item?.itemClass else { return }
    guard let attribute = DumpAttribute(line) else { throw malformed("attribute", number) }
    let schema = ItemSchema.of(itemClass)
    guard let name = attribute.name, let row = schema[name], !TransferredAttributes.isComputed(name),
      let bytes = attribute.value
    else { return }
    guard let value = attribute.attributeValue(bytes, of: row) else {
      throw malformed("value", number)
    }
    item?.attributes[name] = try TransferredAttributes.convert(value, for: row, line: number)
  }

  private mutating func finishItem() {
    guard let item else { return }
    self.item = nil
    let origin = "line \(item.line)"
    guard let itemClass = item.itemClass else {
      if item.isKnownClass {
        transfer.addUnreadable(origin, "the dump does not say what kind of item it is")
      } else {
        passedOver += 1
      }
      return
    }
    guard let secret = item.secret else {
      transfer.addUnreadable(
        origin, "the dump has no secret: it was made without -d, or access was refused")
      return
    }
    transfer.add(
      TransferItem(itemClass, attributes: item.attributes, secret: secret, origin: origin))
  }

  private func malformed(_ part: String, _ line: Int) -> TransferFailure {
    TransferFailure("this is no \(part) as dump-keychain prints it", line: line)
  }
}
