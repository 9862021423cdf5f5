/// Reads the records of SQLite's tables (file format, section 2.1).
enum RecordDecoding {
  /// The values of a record; nil unless the record is complete.
  static func values(of record: [UInt8]) -> [SQLValue]? {
    guard let (headerSize, start) = record.variableInteger(at: 0),
      let headerEnd = Int(exactly: headerSize), headerEnd >= start, headerEnd <= record.count
    else { return nil }
    var values: [SQLValue] = []
    var position = start
    var content = headerEnd
    while position < headerEnd {
      guard values.count < largestColumnCount,
        let (type, next) = record.variableInteger(at: position), next <= headerEnd,
        let (value, byteCount) = value(of: type, in: record, at: content)
      else { return nil }
      values.append(value)
      position = next
      content += byteCount
    }
    return content == record.count ? values : nil
  }

  /// The largest number of columns in a record. This number is much greater than the number of columns in any table of
  /// the store.
  private static let largestColumnCount = 256

  private static func value(
    of type: Int64, in record: [UInt8], at offset: Int
  ) -> (SQLValue, byteCount: Int)? {
    switch type {
    case 0: return (.null, 0)
    case 1...6:
      let byteCount = [1, 2, 3, 4, 6, 8][Int(type) - 1]
      return integer(record, offset, byteCount).map { (.integer($0), byteCount) }
    case 7:
      return integer(record, offset, 8).map {
        (.real(Double(bitPattern: UInt64(bitPattern: $0))), 8)
      }
    case 8: return (.integer(0), 0)
    case 9: return (.integer(1), 0)
    case 12...:
      guard let byteCount = Int(exactly: (type - 12) / 2), byteCount <= record.count - offset
      else { return nil }
      let bytes = Array(record[offset..<offset + byteCount])
      return (type % 2 == 0 ? .blob(bytes) : .text(bytes), byteCount)
    default: return nil
    }
  }

  /// A signed number.
  private static func integer(_ record: [UInt8], _ offset: Int, _ byteCount: Int) -> Int64? {
    record.number(at: offset, byteCount).map { number in
      let unused = Int64(64 - 8 * byteCount)
      return (number << unused) >> unused
    }
  }
}
