import Foundation
import FuzzSupport

@testable import KeychainModel
@testable import PasswordTransfer

/// Reads the bytes as passwords from a source: JSON, comma-separated values, a dump, an entry of `pass`, a KeePass file in
/// XML, or a map of KWallet.
///
/// The first byte selects the source. The other bytes are its content. The content of an entry of `pass` begins with
/// the length of its name.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var source = ByteSource(start, count)
  let reader = source.number(below: 6)
  guard reader != 3 else {
    readPassEntry(&source)
    return 0
  }
  let bytes = [UInt8](source.all())
  guard reader != 5 else {
    readMap(bytes)
    return 0
  }
  let transfer = bytes.withUnsafeBytes { bytes in
    switch reader {
    case 0: try? JSONItemReader.read(bytes)
    case 1: try? CSVReader.read(bytes)
    case 2: try? DumpReader.read(bytes)
    default: try? KeePassReader.read(bytes)
    }
  }
  for item in transfer?.items ?? [] { check(item) }
  return 0
}

/// Qt needs at least eight bytes for an entry, and two for a character.
private func readMap(_ bytes: [UInt8]) {
  guard let entries = QtMap.read(bytes) else { return }
  precondition(entries.count <= bytes.count / 8, "the map has more entries than its bytes can hold")
  let characterCount = entries.reduce(0) { $0 + $1.key.utf16.count + $1.value.utf16.count }
  precondition(4 + 8 * entries.count + 2 * characterCount == bytes.count || bytes.contains(0xFF), "characters are lost")
}

private func readPassEntry(_ source: inout ByteSource) {
  let name = [UInt8](source.data())
  let content = [UInt8](source.all())
  let entry = PassEntry(name: name, content: content)
  // The secret of the entry is the first line or the whole content. No other line of the content may be lost.
  precondition(content.starts(with: entry.secret))
  precondition(entry.isWhole ? entry.rest.isEmpty : !entry.secret.contains(0x0A))
  precondition(entry.secret.count + entry.rest.count + 3 >= content.count)
  check(entry.item)
}

/// Writing the item as JSON and reading it again must give the same item.
private func check(_ item: TransferItem) {
  let written = JSONItemWriter.text(of: item, isFirst: true)
  let file = JSONItemWriter.beginning + written + JSONItemWriter.ending
  guard let again = file.withUnsafeBytes({ try? JSONItemReader.read($0) }) else {
    preconditionFailure("an export cannot be read")
  }
  precondition(again.items.count == 1 && again.unreadable.isEmpty)
  precondition(again.items[0].itemClass == item.itemClass)
  precondition(again.items[0].attributes == item.attributes)
  precondition(again.items[0].secret == item.secret)
  precondition(JSONItemWriter.text(of: again.items[0], isFirst: true) == written)
  checkValues(of: item)
}

/// Writing the item as comma-separated values must give one record with the same secret. If the record contains the
/// seed of a one-time password, reading the record gives a second item.
private func checkValues(of item: TransferItem) {
  guard let line = CSVWriter.line(of: item) else { return }
  let file = CSVWriter.header + line
  guard let again = file.withUnsafeBytes({ try? CSVReader.read($0) }) else {
    preconditionFailure("comma-separated values cannot be read")
  }
  precondition((1...2).contains(again.items.count + again.unreadable.count))
  let secret = item.secret ?? []
  precondition(
    again.items.isEmpty || secret.isEmpty || again.items.contains { $0.secret == secret })
}
