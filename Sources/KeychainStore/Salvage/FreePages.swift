/// The pages in a database's free list. Their content was deleted.
struct FreePages {
  private(set) var numbers: Set<Int> = []

  /// Whether the list was followed to its end and has the length that the header states.
  private(set) var isWhole = false

  init(of database: DamagedDatabase) {
    let (first, count) = database.freeList
    var trunk = first
    while trunk != 0 {
      guard numbers.insert(trunk).inserted, let page = database.page(trunk),
        let next = page.pageNumber(at: 0), let leafCount = page.pageNumber(at: 4),
        leafCount <= database.layout.usable / 4 - 2
      else { return }
      for index in 0..<leafCount {
        guard let leaf = page.pageNumber(at: 8 + 4 * index), leaf > 1,
          leaf <= database.pageCount, numbers.insert(leaf).inserted
        else { return }
      }
      trunk = next
    }
    isWhole = numbers.count == count && database.hasHeader
  }
}
