import KeychainFiles
import KeychainModel

/// The pages of a database file and its log, read without SQLite. Any byte of the pages may be wrong.
struct DamagedDatabase {
  private let file: RandomAccessFile
  private let logFile: RandomAccessFile?
  private let log: WriteAheadLog?
  let layout: PageLayout

  /// The greatest page number, in the file or in the log. This number may be far greater than the number of pages with
  /// content, because the log may contain any number and the file may consist of holes. So code that visits all pages
  /// uses `nextPage`.
  let pageCount: Int

  /// The largest possible number of pages with content.
  let contentCount: Int

  private let fileCount: Int
  /// The numbers of the pages in the log, in order.
  private let logged: [Int]

  /// The size of the database in pages after its last commit, according to the log or the header; 0 when neither states
  /// the size.
  let statedPageCount: Int

  private let header: [UInt8]

  init(_ file: RandomAccessFile, log logFile: RandomAccessFile?) {
    let log = logFile.flatMap { WriteAheadLog($0) }
    var header = [UInt8](repeating: 0, count: 100)
    _ = header.withUnsafeMutableBytes { file.read(at: 0, into: $0) }
    let logged = log?.offsets[1].flatMap { offset in
      logFile.flatMap { Self.bytes(of: $0, at: offset, 100) }
    }
    self.init(file, logFile, log, header: logged ?? header)
  }

  private init(
    _ file: RandomAccessFile, _ logFile: RandomAccessFile?, _ log: WriteAheadLog?, header: [UInt8]
  ) {
    let stated = PageLayout(header: header)
    let candidates = PageLayout.candidates(stated, logPageSize: log?.pageSize)
    let layouts = candidates.map { Self(file, logFile, log, header: header, $0) }
    // With equal scores, the first layout is chosen: the layout in the header, if the header states a layout.
    var best = layouts[0]
    var bestScore = -1
    for database in layouts {
      let score = database.score()
      if score > bestScore { (best, bestScore) = (database, score) }
    }
    self = best
  }

  private init(
    _ file: RandomAccessFile, _ logFile: RandomAccessFile?, _ log: WriteAheadLog?,
    header: [UInt8], _ layout: PageLayout
  ) {
    self.file = file
    self.logFile = logFile
    self.log = log?.pageSize == layout.pageSize ? log : nil
    self.header = header
    self.layout = layout
    let inFile =
      file.byteCount / layout.pageSize + (file.byteCount % layout.pageSize == 0 ? 0 : 1)
    logged = self.log?.offsets.keys.sorted() ?? []
    fileCount = inFile
    pageCount = max(inFile, logged.last ?? 0)
    // The allocated size alone is not sufficient, because a file system with compression reports a size that is too
    // small.
    contentCount =
      max(file.allocatedByteCount / layout.pageSize, min(inFile, 1 << 20)) + logged.count
    statedPageCount = self.log?.pageCount ?? header.pageNumber(at: 28) ?? 0
  }

  /// The number of the first page with content, from `number` on; nil when there is no such page.
  func nextPage(from number: Int) -> Int? {
    var found = nextLogged(from: number)
    // A page in the log need not be in the file, and the file may have a hole at the place of the page.
    if number <= fileCount, found != number,
      let offset = file.nextContent(from: (number - 1) * layout.pageSize)
    {
      found = min(found ?? .max, max(number, offset / layout.pageSize + 1))
    }
    return found
  }

  private func nextLogged(from number: Int) -> Int? {
    var range = logged.indices
    while let middle = range.isEmpty ? nil : (range.lowerBound + range.upperBound) / 2 {
      range = logged[middle] < number ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound < logged.count ? logged[range.lowerBound] : nil
  }

  /// The content of a page; nil when the page is missing or incomplete.
  func page(_ number: Int) -> [UInt8]? {
    guard number > 0, number <= pageCount else { return nil }
    if let logFile, let offset = log?.offsets[number] {
      return Self.bytes(of: logFile, at: offset, layout.pageSize)
    }
    return Self.bytes(of: file, at: (number - 1) * layout.pageSize, layout.pageSize)
  }

  /// A page, parsed as a page of a b-tree; nil when the page cannot be a page of a b-tree.
  func treePage(_ number: Int) -> TreePage? {
    page(number).flatMap { TreePage($0, number: number, usable: layout.usable) }
  }

  /// Whether the file begins like every SQLite database.
  var hasHeader: Bool { header.starts(with: "SQLite format 3\0".utf8) }

  /// The first page of the free list, and the number of free pages, according to the header.
  var freeList: (first: Int, count: Int) {
    (header.pageNumber(at: 32) ?? 0, header.pageNumber(at: 36) ?? 0)
  }

  /// The number of pages in a sample that look like leaf pages of tables under this layout. The content of a counted
  /// page reaches the end of the page. A page whose content ends earlier may be a part of a larger page.
  private func score() -> Int {
    let step = max(1, fileCount / 256)
    var sample = Set(stride(from: 1, through: fileCount, by: step)).union(logged.suffix(256))
    // In a file with holes, the evenly spaced pages may all be holes, so the first pages with
    // content are added.
    var last = 0
    for _ in 0..<64 {
      guard let number = nextPage(from: last + 1) else { break }
      sample.insert(number)
      last = number
    }
    return sample.count { number in
      guard let page = treePage(number), page.kind == .tableLeaf, page.cellCount > 0 else {
        return false
      }
      let cells = (0..<page.cellCount).compactMap { page.tableCell($0) }
      return cells.count == page.cellCount && page.isFilled(by: cells)
    }
  }

  private static func bytes(of file: RandomAccessFile, at offset: Int, _ count: Int) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      used = file.read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
    return bytes.count == count ? bytes : nil
  }
}
