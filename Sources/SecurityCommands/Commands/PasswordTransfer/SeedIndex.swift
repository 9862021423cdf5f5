import Keychain
import KeychainModel
import PasswordTransfer

/// The one-time password seeds, indexed by their logins. An export writes each seed in the line of its login.
struct SeedIndex {
  private var seeds: [Key: Item] = [:]

  /// The attributes that a seed shares with its login.
  private struct Key: Hashable {
    let service: [UInt8]
    let account: [UInt8]
    let accessGroup: [UInt8]
    let isSynchronizable: Bool
  }

  /// Reads the list of seeds.
  init(of session: CommandSession, _ attributes: AttributeSet) throws(CommandFailure) {
    var attributes = attributes
    attributes[.type] = OneTimePasswordItem.type
    let query = ItemQuery(.genericPassword, attributes: attributes, isSynchronizable: nil)
    for item in try session.items(query, .attributes) {
      seeds[Self.key(item, NamedItem(item).bytes(.service))] = item
    }
  }

  /// Returns the seed of a login; nil if there is none.
  func seed(of login: TransferItem, _ item: Item) -> Item? {
    seeds.isEmpty
      ? nil : seeds[Self.key(item, Array(OneTimePasswordItem.service(beside: login).utf8))]
  }

  private static func key(_ item: Item, _ service: [UInt8]) -> Key {
    let named = NamedItem(item)
    return Key(
      service: service, account: named.account, accessGroup: named.bytes(.accessGroup),
      isSynchronizable: item.attributes[.synchronizable] == .number(1))
  }
}
