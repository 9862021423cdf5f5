/// The seed that a line of the comment holds, as `pass` and its like keep it: an `otpauth://` URL.
enum SeedInComment {
  /// The line; nil when there is none.
  static func line(of item: NamedItem) -> [UInt8]? {
    item.bytes(.comment).split(separator: UInt8(ascii: "\n"))
      .last { $0.starts(with: "otpauth://".utf8) }.map(Array.init)
  }
}
