/// The seed that a line of the comment holds, as `pass` and its like keep it: an `otpauth://` URL.
enum SeedInComment {
  private static let start = Array("otpauth://".utf8)

  /// A comment without the seeds in it, to be printed where the password is not.
  static func masked(_ comment: [UInt8]) -> [UInt8] {
    let newline = UInt8(ascii: "\n")
    return Array(
      comment.split(separator: newline, omittingEmptySubsequences: false)
        .map { $0.starts(with: start) ? start + Array("...".utf8) : Array($0) }
        .joined(separator: CollectionOfOne(newline)))
  }

  /// The line; nil when there is none.
  static func line(of comment: [UInt8]) -> [UInt8]? {
    comment.split(separator: UInt8(ascii: "\n")).last { $0.starts(with: start) }.map(Array.init)
  }
}
