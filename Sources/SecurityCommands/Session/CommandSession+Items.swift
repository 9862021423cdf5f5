import Keychain
import KeychainModel

extension CommandSession {
  /// The function name in error messages of a search. Clients search for "could not be found" in these messages.
  static let searching = "SecKeychainSearchCopyNext"

  /// Returns the first item that a query finds, in the order of creation.
  ///
  /// - Throws: The status of a missing item, and the errors of the keychain.
  func firstItem(_ query: ItemQuery, _ contents: ItemContents) throws(CommandFailure) -> Item {
    let request = SearchRequest(query, contents: contents, limit: 1)
    guard let item = try perform(.search(request), in: Self.searching).first else {
      throw .keychain(KeychainError(.itemNotFound, "no item"), in: Self.searching)
    }
    return item
  }

  /// Returns the first item that a query finds, in order to delete it. An item whose access control requires a proof
  /// is returned without attributes.
  ///
  /// - Throws: The failures of `firstItem`.
  func firstItemToDelete(_ query: ItemQuery) throws(CommandFailure) -> Item {
    let request = SearchRequest(query, contents: .attributes, limit: 1, namesGuarded: true)
    guard let item = try perform(.search(request), in: Self.searching).first else {
      throw .keychain(KeychainError(.itemNotFound, "no item"), in: Self.searching)
    }
    return item
  }

  /// Returns every item that a query finds, except for items whose access control requires a proof. If there are none,
  /// the result is empty.
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

  /// Returns an item with its contents. Returns nil if it was deleted in the meantime, or if the contents are damaged:
  /// a search omits damaged items.
  func item(_ item: Item, _ contents: ItemContents) throws(CommandFailure) -> Item? {
    let query = ItemQuery(
      item.itemClass, isSynchronizable: nil, reference: .item(item.itemClass, item.identifier))
    return try items(query, contents).first
  }

  /// Returns the secret of an item. If its access control requires a proof, the user is asked for it. The caller must
  /// wipe the secret.
  func secret(of item: Item) throws(CommandFailure) -> [UInt8] {
    let query = ItemQuery(
      item.itemClass, isSynchronizable: nil, reference: .item(item.itemClass, item.identifier))
    return try firstItem(query, .secret).secret ?? []
  }

  /// Prints the attributes of an item.
  ///
  /// - Parameter showsSeeds: Whether to print one-time password seeds in its comment.
  func print(_ item: Item, showsSeeds: Bool = false) throws(CommandFailure) {
    var printer = try itemPrinter()
    printer.showsSeeds = showsSeeds
    console.write(printer.description(of: item))
  }

  /// Makes a printer for the items of this session's keychain.
  ///
  /// - Parameter toFile: Whether the output goes to a file instead of standard output.
  func itemPrinter(toFile: Bool = false) throws(CommandFailure) -> ItemPrinter {
    ItemPrinter(
      keychainPath: try keychain().location.databasePath, showsEverything: isVerbose,
      forReader: !toFile && console.isTerminal(.output))
  }
}

extension CommandFailure {
  /// Whether no item matched.
  var isItemNotFound: Bool { status == KeychainError.Code.itemNotFound.rawValue }

  /// Whether an equal item already exists.
  var isDuplicateItem: Bool { status == KeychainError.Code.duplicateItem.rawValue }
}
