import KeychainFiles
import KeychainModel

/// The pages of a database file and its log, read without SQLite. Everything in them may be wrong.
struct DamagedDatabase {
  private let file: RandomAccessFile
  private let logFile: RandomAccessFile?
  private let log: WriteAheadLog?
  let layout: PageLayout

  /// The greatest number that a page may have: of those of the file, and those that the log adds. Somebody may have
  /// written any number into the log, or made the file of holes: who goes through pages asks for `nextPage`.
  let pageCount: Int

  /// How many pages may have content.
  let contentCount: Int

  private let fileCount: Int
  /// The numbers of the pages that are in the log, in order.
  private let logged: [Int]

  /// The size that the database had after its last commit, as far as anything says so.
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
    // The first of equals wins: what the header states, unless another layout shows more.
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
    // File systems that compress say too little.
    contentCount =
      max(file.allocatedByteCount / layout.pageSize, min(inFile, 1 << 20)) + logged.count
    statedPageCount = self.log?.pageCount ?? header.pageNumber(at: 28) ?? 0
  }

  /// The number of the first page with content, from this one on; nil when there is none.
  func nextPage(from number: Int) -> Int? {
    var found = nextLogged(from: number)
    // What lies in the log need not be in the file, and what is there may be a hole.
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

  /// The content of a page; nil when there is none, or not all of it.
  func page(_ number: Int) -> [UInt8]? {
    guard number > 0, number <= pageCount else { return nil }
    if let logFile, let offset = log?.offsets[number] {
      return Self.bytes(of: logFile, at: offset, layout.pageSize)
    }
    return Self.bytes(of: file, at: (number - 1) * layout.pageSize, layout.pageSize)
  }

  /// The page as part of a tree; nil when it cannot be one.
  func treePage(_ number: Int) -> TreePage? {
    page(number).flatMap { TreePage($0, number: number, usable: layout.usable) }
  }

  /// Whether the database begins as every SQLite database does.
  var hasHeader: Bool { header.starts(with: "SQLite format 3\0".utf8) }

  /// The first page of the list of free pages, and their number, as the header states them.
  var freeList: (first: Int, count: Int) {
    (header.pageNumber(at: 32) ?? 0, header.pageNumber(at: 36) ?? 0)
  }

  /// How many pages of a sample are leaves of tables, filled to their end, under this layout. A
  /// page also looks like a larger one, but for its end.
  private func score() -> Int {
    let step = max(1, fileCount / 256)
    var sample = Set(stride(from: 1, through: fileCount, by: step)).union(logged.suffix(256))
    // Where there are holes, those may be all that the others meet.
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
