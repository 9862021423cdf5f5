import Glibc
import KeychainModel

/// The components of a path that are still to be opened, those of the symbolic links on it among them.
struct Way {
  struct Component {
    let name: String
    /// Whether it is of the target of a symbolic link, not of the path itself.
    let isOfALink: Bool
  }

  private let path: String
  /// The next is the last one.
  private var rest: [Component]
  private var linkCount = 0

  init(_ path: String) {
    self.path = path
    rest = Self.names(in: path).map { Component(name: $0, isOfALink: false) }.reversed()
  }

  /// Whether the last component was taken, or there was none.
  var isAtEnd: Bool { rest.isEmpty }

  mutating func next() -> Component? { rest.popLast() }

  /// Puts the target of a symbolic link in place of the component that was taken.
  ///
  /// - Throws: `.notAvailable` after as many links as the kernel follows.
  mutating func follow(_ target: String) throws(KeychainError) {
    linkCount += 1
    guard linkCount <= 40 else { throw systemFailure("open", path, ELOOP, .reading) }
    rest += Self.names(in: target).map { Component(name: $0, isOfALink: true) }.reversed()
  }

  /// The path of an entry of a folder.
  static func path(of name: String, in folder: String) -> String {
    folder == "/" ? "/" + name : "\(folder)/\(name)"
  }

  private static func names(in path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String($0) ?? "" }
  }
}
