import Keychain
import KeychainCrypto
import KeychainModel

/// A keychain whose items have free attributes. No public function stores or searches free attributes yet.
public final class FreeAttributesKeychain {
  /// The kind of search.
  public enum Search: Sendable {
    /// The one item that has a pair.
    case onePair
    /// The one item that has a pair, found by that pair and by a pair that all items have.
    case commonAndOwnPair
    /// The one item that has exactly these pairs.
    case wholeMap
    /// The items with a shared pair: `FreeAttributesKeychain.groupCount` items have it.
    case group
    /// A pair that no item has.
    case miss
  }

  /// The number of items that share a pair.
  public static let groupCount = 100

  private let keychain: LocalKeychain
  private let count: Int
  private let peer = Peer(Caller(accessGroups: ["bench"]))

  /// Makes a keychain in a folder.
  public init(home: String, count: Int) {
    keychain = LocalKeychain(StoreLocation(home: home))
    self.count = count
  }

  /// Stores the items, each with three pairs.
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

  /// Locks the keychain, so that searches return only names.
  public func lock() throws {
    let client = KeychainClient(keychain, as: peer.caller)
    try client.setPasscode(try Array("1234".utf8).withUnsafeBytes { try Passcode($0) })
    try client.lock()
  }

  /// A search that is built before it is measured.
  public struct Query {
    fileprivate let call: Call
  }

  /// - Parameters:
  ///   - index: The index of the item that the search concerns.
  ///   - isLocked: Whether to list locked items. Otherwise the search returns the secrets.
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

  /// Returns the number of results.
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

  /// Returns a text that looks random, so that no index is filled in order.
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
