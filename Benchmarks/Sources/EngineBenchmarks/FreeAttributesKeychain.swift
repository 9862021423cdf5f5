import Keychain
import KeychainCrypto
import KeychainModel

/// A keychain whose items have free attributes: pairs of a name and a value that a program defines. No public function
/// supports free attributes.
public final class FreeAttributesKeychain {
  /// The kinds of search by free attributes.
  public enum Search: Sendable {
    /// Finds an item by a free attribute that only this item has.
    case onePair
    /// Finds an item by two free attributes: an attribute that only this item has, and an attribute that all items
    /// have.
    case commonAndOwnPair
    /// Finds the only item that has exactly the three free attributes of the search.
    case wholeMap
    /// Finds the items that have one free attribute in common. Their number is `FreeAttributesKeychain.groupCount`.
    case group
    /// Searches for a free attribute that no item has.
    case miss
  }

  /// The number of items that have one free attribute in common.
  public static let groupCount = 100

  private let keychain: LocalKeychain
  private let count: Int
  private let peer = Peer(Caller(accessGroups: ["bench"]))

  /// Creates a keychain in a folder.
  ///
  /// - Parameter count: The number of items that `fill` adds.
  public init(home: String, count: Int) {
    keychain = LocalKeychain(StoreLocation(home: home))
    self.count = count
  }

  /// Adds the items. Each item has three free attributes.
  public func fill() throws {
    let client = KeychainClient(keychain, as: peer.caller)
    for start in stride(from: 0, to: count, by: 10_000) {
      let additions = try (start..<min(start + 10_000, count)).map { index in
        AddRequest(
          .genericPassword,
          attributes: AttributeSet([
            .service: .string("service"), .label: .string("label \(index)"), .accessGroup: .string("bench"),
            .freeAttributes: try pairs(of: index).value,
          ]), secret: [UInt8](repeating: 42, count: 32))
      }
      _ = try client.perform(BatchRequest(additions, onDuplicate: .skip))
    }
  }

  /// Sets a passcode and locks the keychain, so that searches return only names.
  public func lock() throws {
    let client = KeychainClient(keychain, as: peer.caller)
    try client.setPasscode(try Array("1234".utf8).withUnsafeBytes { try Passcode($0) })
    try client.lock()
  }

  /// A search that is built before the measurement.
  public struct Query {
    fileprivate let call: Call
  }

  /// Builds a search.
  ///
  /// - Parameters:
  ///   - index: The index of the item whose free attributes the search uses.
  ///   - isLocked: Whether the search returns the names of locked items. Otherwise, the search returns secrets.
  public func query(_ search: Search, _ index: Int, isLocked: Bool) throws -> Query {
    var query = ItemQuery(.genericPassword, isSynchronizable: nil)
    let all = try pairs(of: index)
    switch search {
    case .onePair: query.freeAttributes = try FreeAttributes(["item": Self.text(index)])
    case .commonAndOwnPair:
      query.freeAttributes = try FreeAttributes([
        "xdg:schema": Self.schema, "item": Self.text(index),
      ])
    case .wholeMap: query.attributes[.freeAttributes] = all.value
    case .group: query.freeAttributes = try FreeAttributes(["group": Self.text(index % (count / Self.groupCount))])
    case .miss: query.freeAttributes = try FreeAttributes(["item": Self.text(count + index)])
    }
    var request = SearchRequest(
      query, contents: isLocked ? [.attributes] : [.attributes, .secret], limit: nil)
    request.listsLocked = isLocked
    return Query(call: Call(.items(.search(request), proof: nil)))
  }

  /// Runs a search, and returns the number of its results.
  public func run(_ query: Query) throws -> Int {
    do throws(KeychainError) {
      guard case .items(let items) = try keychain.send(query.call, from: peer) else { return -1 }
      return items.count
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return 0
    }
  }

  private static let schema = "org.freedesktop.Secret.Generic"

  /// Returns a text that looks random, so that items are not added in the order of an index.
  private static func text(_ index: Int) -> String {
    let mixed = (UInt64(index) &+ 1) &* 0x9E37_79B9_7F4A_7C15
    return String(mixed ^ (mixed >> 31), radix: 16)
  }

  private func pairs(of index: Int) throws -> FreeAttributes {
    try FreeAttributes([
      "xdg:schema": Self.schema, "item": Self.text(index),
      "group": Self.text(index % (count / Self.groupCount)),
    ])
  }
}
