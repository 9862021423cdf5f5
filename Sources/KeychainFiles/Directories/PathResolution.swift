import Glibc
import KeychainModel

/// The components of a path that are still to be opened. The components of symbolic links on the path
/// are included.
struct PathResolution {
  struct Component {
    let name: String
    /// Whether the component comes from the target of a symbolic link.
    let isOfALink: Bool
  }

  private let path: String
  /// The components in reverse order: the next one is the last element.
  private var rest: [Component]
  private var linkCount = 0

  init(_ path: String) {
    self.path = path
    rest = Self.names(in: path).map { Component(name: $0, isOfALink: false) }.reversed()
  }

  /// Whether all components were taken.
  var isAtEnd: Bool { rest.isEmpty }

  mutating func next() -> Component? { rest.popLast() }

  /// Replaces the last taken component with the target of a symbolic link.
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
