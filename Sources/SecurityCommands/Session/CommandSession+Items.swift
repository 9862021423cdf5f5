import Keychain
import KeychainModel

extension CommandSession {
  /// The function name that macOS prints in the error messages of a search. Clients search these messages for "could
  /// not be found".
  static let searching = "SecKeychainSearchCopyNext"

  /// Returns the item that was created first among the items that a query finds.
  ///
  /// - Throws: A failure with the status of a missing item, and failures for the errors of the keychain.
  func firstItem(_ query: ItemQuery, _ contents: ItemContents) throws(CommandFailure) -> Item {
    let request = SearchRequest(query, contents: contents, limit: 1)
    guard let item = try perform(.search(request), in: Self.searching).first else {
      throw .keychain(KeychainError(.itemNotFound, "no item"), in: Self.searching)
    }
    return item
  }

  /// Returns the item that a command deletes: the item that was created first among the items that a query finds. If
  /// the access control of the item requires a proof, the result has no attributes.
  ///
  /// - Throws: The same failures as `firstItem`.
  func firstItemToDelete(_ query: ItemQuery) throws(CommandFailure) -> Item {
    let request = SearchRequest(query, contents: .attributes, limit: 1, namesGuarded: true)
    guard let item = try perform(.search(request), in: Self.searching).first else {
      throw .keychain(KeychainError(.itemNotFound, "no item"), in: Self.searching)
    }
    return item
  }

  /// Returns all items that a query finds, except for items whose access control requires a proof. Returns an empty
  /// array if the query finds no items.
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

  /// Reads the contents of an item. Returns nil if the item was deleted in the meantime, or if the contents are
  /// damaged, because a search does not return a damaged item.
  func item(_ item: Item, _ contents: ItemContents) throws(CommandFailure) -> Item? {
    do throws(CommandFailure) {
      return try performWithoutProof(
        .search(SearchRequest(item.query, contents: contents, limit: 1, skipsGuarded: true)), of: item,
        in: Self.searching
      ).first
    } catch {
      guard error.isItemNotFound else { throw error }
      return nil
    }
  }

  /// Returns the secret of an item. If the access control of the item requires a proof, the user is asked for the
  /// proof. The caller must wipe the secret.
  func secret(of item: Item) throws(CommandFailure) -> [UInt8] {
    let request = SearchRequest(item.query, contents: .secret, limit: 1)
    guard let found = try perform(.search(request), of: item, in: Self.searching).first else {
      throw .keychain(KeychainError(.itemNotFound, "no item"), in: Self.searching)
    }
    return found.secret ?? []
  }

  /// Prints the attributes of an item.
  ///
  /// - Parameter showsSeeds: Whether to print the seeds of one-time passwords in the comment of the item.
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
      keychainPath: String(decoding: try keychain().location.shownPath, as: UTF8.self),
      location: try allKeychains().location, showsEverything: isVerbose,
      forReader: !toFile && console.isTerminal(.output))
  }
}

extension CommandFailure {
  /// Whether the command failed because no item matched.
  var isItemNotFound: Bool { status == KeychainError.Code.itemNotFound.rawValue }

  /// Whether the command failed because an equal item already exists.
  var isDuplicateItem: Bool { status == KeychainError.Code.duplicateItem.rawValue }
}
