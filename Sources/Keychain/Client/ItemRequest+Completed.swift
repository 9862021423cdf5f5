import KeychainModel

extension ItemRequest {
  /// The items of a reply, with the private keys that the service did not return because they stay in the service. An
  /// add contains these keys, so the client has them already. Other items stay unchanged.
  func completed(_ items: [Item]) -> [Item] {
    guard items.contains(where: { $0.privateKey != nil }) else { return items }
    let keys: [[UInt8]?]
    switch self {
    case .add(let request): keys = [request.secret]
    case .addAll(let requests, _): keys = requests.map(\.secret)
    case .addIdentities(let requests): keys = requests.map(\.key.secret)
    case .search, .update, .delete: return items
    }
    guard keys.count == items.count else { return items }
    return zip(items, keys).map { item, key in
      guard item.privateKey != nil, let key else { return item }
      var item = item
      item.secret = key
      item.privateKey = nil
      return item
    }
  }
}
