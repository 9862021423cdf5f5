import KeychainFiles

/// The committed pages in a write-ahead log (SQLite file format, section 4).
///
/// Like SQLite, this type accepts a frame only under three conditions: the salts of the frame equal the salts in the
/// header of the log, the checksum over the frame and all earlier frames is correct, and the transaction of the frame
/// was committed.
struct WriteAheadLog {
  let pageSize: Int
  /// The size of the database after the last commit, in pages.
  private(set) var pageCount = 0
  /// The offset of the latest content of each page in the log file.
  private(set) var offsets: [Int: Int] = [:]

  private static let headerByteCount = 32
  private static let frameHeaderByteCount = 24
  private static let magic = 0x377F_0682

  /// Reads the log. Returns nil when the file is not a log or contains no commit.
  init?(_ file: RandomAccessFile) {
    var header = [UInt8](repeating: 0, count: Self.headerByteCount)
    guard Self.read(file, 0, &header), let magic = header.pageNumber(at: 0),
      magic & ~1 == Self.magic, let pageSize = header.pageNumber(at: 8),
      PageLayout(pageSize: pageSize, reserved: 0) != nil
    else { return nil }
    var sum = Checksum(isBigEndian: magic & 1 == 1)
    sum.add(header[..<24])
    guard sum.matches(header, at: 24) else { return nil }
    self.pageSize = pageSize
    readFrames(of: file, salts: header[16..<24], sum)
    guard pageCount > 0 else { return nil }
  }

  private mutating func readFrames(
    of file: RandomAccessFile, salts: ArraySlice<UInt8>, _ start: Checksum
  ) {
    var sum = start
    var frame = [UInt8](repeating: 0, count: Self.frameHeaderByteCount + pageSize)
    var offset = Self.headerByteCount
    var uncommitted: [(page: Int, offset: Int)] = []
    while Self.read(file, offset, &frame) {
      guard let page = frame.pageNumber(at: 0), let size = frame.pageNumber(at: 4), page > 0,
        frame[8..<16] == salts
      else { return }
      sum.add(frame[..<8])
      sum.add(frame[Self.frameHeaderByteCount...])
      guard sum.matches(frame, at: 16) else { return }
      uncommitted.append((page, offset + Self.frameHeaderByteCount))
      if size > 0 {
        for (page, offset) in uncommitted { offsets[page] = offset }
        uncommitted.removeAll()
        pageCount = size
      }
      offset += frame.count
    }
  }

  private static func read(
    _ file: RandomAccessFile, _ offset: Int, _ buffer: inout [UInt8]
  ) -> Bool {
    buffer.withUnsafeMutableBytes { file.read(at: offset, into: $0) == $0.count }
  }

  /// The running checksum of a log.
  private struct Checksum {
    let isBigEndian: Bool
    private var first: UInt32 = 0
    private var second: UInt32 = 0

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// Adds bytes. The number of bytes must be a multiple of eight.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
      bytes.withUnsafeBytes { bytes in
        for offset in stride(from: 0, through: bytes.count - 8, by: 8) {
          first &+= word(bytes, offset) &+ second
          second &+= word(bytes, offset + 4) &+ first
        }
      }
    }

    private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }

    /// Whether two big-endian words equal the current sums.
    func matches(_ bytes: [UInt8], at offset: Int) -> Bool {
      bytes.pageNumber(at: offset) == Int(first) && bytes.pageNumber(at: offset + 4) == Int(second)
    }
  }
}
