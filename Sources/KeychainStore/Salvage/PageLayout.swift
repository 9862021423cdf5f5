/// The layout of a database: the size of its pages, and the number of unused bytes at the end of
/// each page.
struct PageLayout: Hashable, Sendable {
  let pageSize: Int
  let reserved: Int

  /// The number of bytes in a page for content.
  var usable: Int { pageSize - reserved }

  /// Returns nil when SQLite does not support the layout.
  init?(pageSize: Int, reserved: Int) {
    guard Self.sizes.contains(pageSize), (0...255).contains(reserved), pageSize - reserved >= 480
    else { return nil }
    self.pageSize = pageSize
    self.reserved = reserved
  }

  private static let sizes = [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536]

  /// The layout in the first 100 bytes of a database; nil when they contain no valid layout.
  init?(header: [UInt8]) {
    guard let size = header.place(at: 16), let reserved = header.number(at: 20, 1) else {
      return nil
    }
    self.init(pageSize: size == 1 ? 65536 : size, reserved: Int(reserved))
  }

  /// The layouts to try on a database, the most probable first. First comes `stated`, from the
  /// database's header. Then comes the layout of databases that this package creates.
  static func candidates(_ stated: PageLayout?, logPageSize: Int?) -> [PageLayout] {
    let sizes = [logPageSize, 4096].compactMap(\.self) + Self.sizes
    let others = sizes.compactMap { PageLayout(pageSize: $0, reserved: 0) }
    let own = PageLayout(pageSize: 4096, reserved: 8)
    var seen: Set<PageLayout> = []
    return ([stated, own].compactMap(\.self) + others).filter { seen.insert($0).inserted }
  }
}
