/// A system call that changed a file or a name, or synchronized the disk. `lk_faulty_calls_record` recorded it.
enum RecordedCall {
  /// The inode number of a file.
  typealias FileNumber = UInt64

  case write(FileNumber, offset: Int, [UInt8])
  case size(FileNumber, Int)
  case make(FileNumber)
  case link(FileNumber, path: String)
  case rename(from: String, to: String)
  case unlink(path: String)
  case synchronize(FileNumber)
  case synchronizeFolder(path: String)
  case synchronizeEverything
  case makeFolder(path: String)
  /// A number that `lk_faulty_calls_mark` recorded. All operations on the keychain before the mark have returned.
  case mark(Int)

  enum Synchronization: String { case files, folders }

  /// Whether the call synchronizes a file or a folder. The value is nil for any other call, also for a call that
  /// synchronizes the whole file system.
  var synchronization: Synchronization? {
    switch self {
    case .synchronize: .files
    case .synchronizeFolder: .folders
    default: nil
    }
  }

  struct Malformed: Error { let line: String }

  static func parse(_ bytes: [UInt8]) throws -> [RecordedCall] {
    var calls: [RecordedCall] = []
    var rest = bytes[...]
    func line() -> String {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      defer { rest = rest[min(end + 1, rest.endIndex)...] }
      return String(decoding: rest[..<end], as: UTF8.self)
    }
    while !rest.isEmpty {
      let text = line()
      let words = text.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2 else { throw Malformed(line: text) }
      let numbers = words[1].split(separator: " ").map { UInt64($0) ?? 0 }
      switch words[0] {
      case "write" where numbers.count == 3:
        let content = rest.prefix(Int(numbers[2]))
        rest = rest[content.endIndex...]
        calls.append(.write(numbers[0], offset: Int(numbers[1]), Array(content)))
      case "size" where numbers.count == 2: calls.append(.size(numbers[0], Int(numbers[1])))
      case "make": calls.append(.make(numbers[0]))
      case "link" where numbers.count == 2:
        let path = words[1].drop { $0 != " " }.dropFirst()
        calls.append(.link(numbers[0], path: String(path)))
      case "rename": calls.append(.rename(from: words[1], to: line()))
      case "unlink": calls.append(.unlink(path: words[1]))
      case "sync": calls.append(.synchronize(numbers[0]))
      case "folder": calls.append(.synchronizeFolder(path: words[1]))
      case "mkdir": calls.append(.makeFolder(path: words[1]))
      case "mark": calls.append(.mark(Int(words[1]) ?? 0))
      case "everything": calls.append(.synchronizeEverything)
      default: throw Malformed(line: text)
      }
    }
    return calls
  }
}
