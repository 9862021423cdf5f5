import Keychain
import KeychainModel

/// The programs and partitions that a person named for an item, as macOS's tool takes them. They are recorded with the
/// item and shown by `dump-keychain -a`. They restrict nothing, because items have no access lists on Linux.
struct RecordedAccess {
  /// The lines of the record, such as `application: /usr/bin/codesign`.
  private(set) var lines: [String] = []

  init() {}

  /// Reads the record of an item.
  init(of item: Item) {
    guard let text = item.attributes[.accessList]?.text else { return }
    lines = text.split(separator: "\n").map { String($0) }
  }

  /// Reads the options `-A` and `-T`.
  init(_ arguments: Arguments) {
    if arguments.has("A") { add("any application") }
    for application in arguments.values("T") where !application.bytes.isEmpty {
      add("application: \(application.text)")
    }
  }

  private mutating func add(_ line: String) {
    // A line break in a name would make two lines of it.
    let line = line.split(separator: "\n").joined(separator: " ")
    if !lines.contains(line) { lines.append(line) }
  }

  /// Replaces the partitions of the record.
  ///
  /// - Parameter list: The partitions, separated by commas.
  mutating func setPartitions(_ list: Word) {
    lines.removeAll { $0.hasPrefix("partition: ") }
    for partition in list.text.split(separator: ",") { add("partition: \(partition)") }
  }

  /// The value of the attribute; nil for an empty record.
  var value: AttributeValue? { lines.isEmpty ? nil : .string(lines.joined(separator: "\n")) }

  /// The sentence that a command prints when it records access.
  static func notice(_ command: String) -> String {
    "\(command): what was named is recorded and restricts nothing: items have no access lists on Linux."
  }
}
