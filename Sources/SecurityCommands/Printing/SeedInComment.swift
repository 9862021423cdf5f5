/// Finds one-time password seeds in comments: a line with an `otpauth://` URL, as `pass` and similar programs store
/// it.
enum SeedInComment {
  private static let start = Array("otpauth://".utf8)

  /// Returns a comment without its seeds, for output that does not contain the password.
  static func masked(_ comment: [UInt8]) -> [UInt8] {
    let newline = UInt8(ascii: "\n")
    return Array(
      comment.split(separator: newline, omittingEmptySubsequences: false)
        .map { $0.starts(with: start) ? start + Array("...".utf8) : Array($0) }
        .joined(separator: CollectionOfOne(newline)))
  }

  /// Returns the line with the seed; nil if there is none.
  static func line(of comment: [UInt8]) -> [UInt8]? {
    comment.split(separator: UInt8(ascii: "\n")).last { $0.starts(with: start) }.map(Array.init)
  }
}
