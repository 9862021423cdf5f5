/// How a database is divided: the size of its pages, and the bytes at their ends that are not used.
struct PageLayout: Hashable, Sendable {
  let pageSize: Int
  let reserved: Int

  /// The bytes of a page that hold content.
  var usable: Int { pageSize - reserved }

  /// Nil when SQLite knows no such layout.
  init?(pageSize: Int, reserved: Int) {
    guard Self.sizes.contains(pageSize), (0...255).contains(reserved), pageSize - reserved >= 480
    else { return nil }
    self.pageSize = pageSize
    self.reserved = reserved
  }

  private static let sizes = [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536]

  /// The layout that the first 100 bytes of a database state; nil when they state none.
  init?(header: [UInt8]) {
    guard let size = header.place(at: 16), let reserved = header.number(at: 20, 1) else {
      return nil
    }
    self.init(pageSize: size == 1 ? 65536 : size, reserved: Int(reserved))
  }

  /// The layouts to try on a database that states `stated`, the likeliest first.
  ///
  /// The layout that databases of ours have comes next.
  static func candidates(_ stated: PageLayout?, logPageSize: Int?) -> [PageLayout] {
    let sizes = [logPageSize, 4096].compactMap(\.self) + Self.sizes
    let others = sizes.compactMap { PageLayout(pageSize: $0, reserved: 0) }
    let own = PageLayout(pageSize: 4096, reserved: 8)
    var seen: Set<PageLayout> = []
    return ([stated, own].compactMap(\.self) + others).filter { seen.insert($0).inserted }
  }
}
