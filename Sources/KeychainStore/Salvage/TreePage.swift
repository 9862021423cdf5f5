/// A page of a b-tree: its header and its cells, with all bounds checked.
struct TreePage {
  enum Kind: UInt8 {
    case indexInterior = 2
    case tableInterior = 5
    case indexLeaf = 10
    case tableLeaf = 13

    var isTable: Bool { self == .tableInterior || self == .tableLeaf }
  }

  /// A cell of a table's leaf page, without its overflow pages.
  struct Cell {
    let rowNumber: Int64
    let byteCount: Int
    /// The part of the payload that is in this page.
    let local: Range<Int>
    /// The offset of the number of the first overflow page; nil without overflow.
    let overflow: Int?
    /// All bytes of the cell.
    let extent: Range<Int>
  }

  let kind: Kind
  let cellCount: Int
  let bytes: [UInt8]
  private let start: Int
  private let usable: Int

  /// Returns nil when the page is not a page of a tree.
  init?(_ bytes: [UInt8], number: Int, usable: Int) {
    // The first page begins with the database header.
    start = number == 1 ? 100 : 0
    guard usable <= bytes.count, let kind = bytes.number(at: start, 1).flatMap({ Kind($0) }),
      let cellCount = bytes.place(at: start + 3)
    else { return nil }
    self.kind = kind
    self.cellCount = cellCount
    self.bytes = bytes
    self.usable = usable
    guard pointerEnd <= usable else { return nil }
  }

  private var pointerStart: Int { start + (kind.isInterior ? 12 : 8) }
  private var pointerEnd: Int { pointerStart + 2 * cellCount }

  /// The offset of a cell; nil when the offset is not after the cell pointers.
  private func cellStart(_ index: Int) -> Int? {
    guard let place = bytes.place(at: pointerStart + 2 * index), place >= pointerEnd,
      place + 4 <= usable
    else { return nil }
    return place
  }

  /// A cell of a table's leaf page; nil when the cell does not fit in the page.
  func tableCell(_ index: Int) -> Cell? {
    guard let cell = cellStart(index), let (count, afterCount) = bytes.variableInteger(at: cell),
      let (number, payload) = bytes.variableInteger(at: afterCount), count >= 0,
      let byteCount = Int(exactly: count), byteCount <= Self.largestPayload
    else { return nil }
    let local = localByteCount(of: byteCount)
    let hasOverflow = local < byteCount
    let end = payload + local + (hasOverflow ? 4 : 0)
    guard end <= usable else { return nil }
    return Cell(
      rowNumber: number, byteCount: byteCount, local: payload..<payload + local,
      overflow: hasOverflow ? payload + local : nil, extent: cell..<max(end, cell + 4))
  }

  /// The child pages of an interior page, in order. Nil represents a damaged cell.
  var children: [Int?] {
    guard kind.isInterior else { return [] }
    let below = (0..<cellCount).map { index in
      cellStart(index).flatMap { bytes.pageNumber(at: $0) }
    }
    return below + [bytes.pageNumber(at: start + 8)]
  }

  /// Whether cells and free blocks fill the content area of a leaf page exactly. This is the only
  /// sign of a damaged cell count that hides cells.
  func isFilled(by cells: [Cell]) -> Bool {
    guard let place = bytes.place(at: start + 5), let scattered = bytes.number(at: start + 7, 1),
      var block = bytes.place(at: start + 1)
    else { return false }
    let content = place == 0 ? 65536 : place
    var filled = Int(scattered) + cells.reduce(0) { $0 + $1.extent.count }
    var last = 0
    while block != 0 {
      guard block > last, let next = bytes.place(at: block), let size = bytes.place(at: block + 2)
      else { return false }
      filled += size
      (last, block) = (block, next)
    }
    return content + filled == usable
  }

  /// The size of the part of a payload that is stored in the leaf page of a table (SQLite file
  /// format, section 1.6).
  private func localByteCount(of byteCount: Int) -> Int {
    let largest = usable - 35
    guard byteCount > largest else { return byteCount }
    let least = (usable - 12) * 32 / 255 - 23
    let local = least + (byteCount - least) % (usable - 4)
    return local <= largest ? local : least
  }

  /// The largest payload in bytes. This size is greater than the payload of any row of the store.
  private static let largestPayload = 1 << 28
}

extension TreePage.Kind {
  fileprivate init?(_ number: Int64) { self.init(rawValue: UInt8(truncatingIfNeeded: number)) }

  var isInterior: Bool { self == .indexInterior || self == .tableInterior }
}
