import Keychain
import KeychainModel

extension Session {
  /// The name in error lines of a search; clients look for its "could not be found".
  static let searching = "SecKeychainSearchCopyNext"

  /// The first item, in the order of creation, that a query finds.
  ///
  /// - Throws: The status for an item that is not there, and whatever the keychain says.
  func firstItem(_ query: ItemQuery, _ contents: ItemContents) throws(CommandFailure) -> Item {
    let request = SearchRequest(query, contents: contents, limit: 1)
    guard let item = try perform(.search(request), in: Self.searching).first else {
      throw .keychain(KeychainError(.itemNotFound, "no item"), in: Self.searching)
    }
    return item
  }

  /// The first item that a query finds, to be deleted: one whose access control asks for a proof comes
  /// without attributes.
  ///
  /// - Throws: As `firstItem`.
  func firstItemToDelete(_ query: ItemQuery) throws(CommandFailure) -> Item {
    let request = SearchRequest(query, contents: .attributes, limit: 1, namesGuarded: true)
    guard let item = try perform(.search(request), in: Self.searching).first else {
      throw .keychain(KeychainError(.itemNotFound, "no item"), in: Self.searching)
    }
    return item
  }

  /// Every item that a query finds, apart from those whose access control asks for a proof; none is no
  /// failure.
  func items(_ query: ItemQuery, _ contents: ItemContents) throws(CommandFailure) -> [Item] {
    do throws(CommandFailure) {
      return try performWithoutProof(
        .search(SearchRequest(query, contents: contents, limit: nil, skipsGuarded: true)),
        in: Self.searching)
    } catch {
      guard error.isItemNotFound else { throw error }
      return []
    }
  }

  /// An item with its contents; nil when it was deleted meanwhile, or when the contents are damaged:
  /// a search passes over what it cannot read.
  func item(_ item: Item, _ contents: ItemContents) throws(CommandFailure) -> Item? {
    let query = ItemQuery(
      item.itemClass, isSynchronizable: nil, reference: .item(item.itemClass, item.identifier))
    return try items(query, contents).first
  }

  /// The secret of an item; a person is asked for what its access control wants. To be wiped by the caller.
  func secret(of item: Item) throws(CommandFailure) -> [UInt8] {
    let query = ItemQuery(
      item.itemClass, isSynchronizable: nil, reference: .item(item.itemClass, item.identifier))
    return try firstItem(query, .secret).secret ?? []
  }

  /// Prints the attributes of an item.
  ///
  /// - Parameter showsSeeds: Whether seeds of one-time passwords in its comment are printed.
  func print(_ item: Item, showsSeeds: Bool = false) throws(CommandFailure) {
    var printer = try itemPrinter()
    printer.showsSeeds = showsSeeds
    console.write(printer.description(of: item))
  }

  /// What prints items of this session's keychain.
  ///
  /// - Parameter toFile: Whether what is printed goes into a file, and not to standard output.
  func itemPrinter(toFile: Bool = false) throws(CommandFailure) -> ItemPrinter {
    ItemPrinter(
      keychainPath: try keychain().location.databasePath, showsEverything: isVerbose,
      forReader: !toFile && console.isTerminal(.output))
  }
}

extension CommandFailure {
  /// Whether the keychain answered that no item matches.
  var isItemNotFound: Bool { status == KeychainError.Code.itemNotFound.rawValue }

  /// Whether the keychain answered that there is an equal item already.
  var isDuplicateItem: Bool { status == KeychainError.Code.duplicateItem.rawValue }
}
