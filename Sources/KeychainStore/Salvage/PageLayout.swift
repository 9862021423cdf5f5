/// The layout of a database: the size of its pages, and the number of unused bytes at the end of
/// each page.
struct PageLayout: Hashable, Sendable {
  let pageSize: Int
  let reserved: Int

  /// The number of bytes in a page for content.
  var usable: Int { pageSize - reserved }

  /// Returns nil when SQLite does not support the layout.
  init?(pageSize: Int, reserved: Int) {
    guard Self.sizes.contains(pageSize), (0...255).contains(reserved), pageSize - reserved >= 480
    else { return nil }
    self.pageSize = pageSize
    self.reserved = reserved
  }

  private static let sizes = [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536]

  /// The layout in the first 100 bytes of a database; nil when these bytes contain no valid layout.
  init?(header: [UInt8]) {
    guard let size = header.place(at: 16), let reserved = header.number(at: 20, 1) else {
      return nil
    }
    self.init(pageSize: size == 1 ? 65536 : size, reserved: Int(reserved))
  }

  /// The layouts to try on a database, the most probable layout first. The first layout is `stated`, from the header of
  /// the database. The next layout is the layout of databases that this package creates.
  static func candidates(_ stated: PageLayout?, logPageSize: Int?) -> [PageLayout] {
    let sizes = [logPageSize, 4096].compactMap(\.self) + Self.sizes
    let others = sizes.compactMap { PageLayout(pageSize: $0, reserved: 0) }
    let own = PageLayout(pageSize: 4096, reserved: 8)
    var seen: Set<PageLayout> = []
    return ([stated, own].compactMap(\.self) + others).filter { seen.insert($0).inserted }
  }
}

/// Reads numbers from bytes that may be damaged. Each function returns nil when the number is not completely inside the
/// array.
extension [UInt8] {
  /// A number, encoded in one to eight big-endian bytes.
  func number(at offset: Int, _ byteCount: Int) -> Int64? {
    guard offset >= 0, byteCount >= 0, byteCount <= 8, count - byteCount >= offset else {
      return nil
    }
    return self[offset..<offset + byteCount].reduce(0) { $0 << 8 | Int64($1) }
  }

  /// A page number, encoded in four big-endian bytes.
  func pageNumber(at offset: Int) -> Int? { number(at: offset, 4).map { Int($0) } }

  /// An offset in a page, encoded in two big-endian bytes.
  func place(at offset: Int) -> Int? { number(at: offset, 2).map { Int($0) } }

  /// A variable-length integer of SQLite, and the offset after the integer. The integer has up to eight bytes with
  /// seven bits each, the highest bits first. A ninth byte has eight bits.
  func variableInteger(at offset: Int) -> (value: Int64, end: Int)? {
    var value: UInt64 = 0
    for index in 0..<9 {
      let position = offset + index
      guard indices.contains(position) else { return nil }
      let byte = self[position]
      if index == 8 { return (Int64(bitPattern: value << 8 | UInt64(byte)), position + 1) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return (Int64(bitPattern: value), position + 1) }
    }
    return nil
  }
}

/// The pages in the free list of a database. The content of these pages was deleted.
struct FreePages {
  private(set) var numbers: Set<Int> = []

  /// Whether the list was followed to its end and has the length that the header states.
  private(set) var isWhole = false

  init(of database: DamagedDatabase) {
    let (first, count) = database.freeList
    var trunk = first
    while trunk != 0 {
      guard numbers.insert(trunk).inserted, let page = database.page(trunk),
        let next = page.pageNumber(at: 0), let leafCount = page.pageNumber(at: 4),
        leafCount <= database.layout.usable / 4 - 2
      else { return }
      for index in 0..<leafCount {
        guard let leaf = page.pageNumber(at: 8 + 4 * index), leaf > 1,
          leaf <= database.pageCount, numbers.insert(leaf).inserted
        else { return }
      }
      trunk = next
    }
    isWhole = numbers.count == count && database.hasHeader
  }
}
