import KeychainModel
import RowSealing
import Vault

extension ItemAddition {
  /// The addition of a copy of a private key that stays in the service. The client does not have the key, so the service
  /// reads it. The copy also stays in the service.
  ///
  /// - Parameters:
  ///   - key: The identifier of the item of the key.
  ///   - attributes: The attributes of the new item. Receives the value that keeps the copy in the service.
  /// - Throws: `.itemNotFound` when the caller cannot find the key; `.parameter` when the new item is not a private key;
  ///   the errors of opening the key.
  func copying(
    _ key: RowIdentifier, _ attributes: inout AttributeSet, _ session: ItemSession
  ) throws(KeychainError) -> ItemAddition {
    attributes[.extractable] = .number(0)
    guard request.itemClass == .key, attributes.retainPrivateKey else {
      throw KeychainError(.parameter, "a copy of a private key is a private key")
    }
    var copy = request
    copy.copiedKey = nil
    copy.secret = nil
    let query = ItemQuery(.key, isSynchronizable: nil, reference: .item(.key, key))
    if let plan = MatchPlan(query, try caller.groupsToSearch(named: nil)) {
      try MatchingRows(plan: plan, session: session).forEach { (row, content) throws(KeychainError) in
        copy.secret = try session.openSecret(of: row, content, .of(.key)).data
        return false
      }
    }
    guard copy.secret != nil else {
      throw KeychainError(.itemNotFound, "the private key is no longer in the keychain")
    }
    return ItemAddition(request: copy, caller: caller, clock: clock)
  }
}
