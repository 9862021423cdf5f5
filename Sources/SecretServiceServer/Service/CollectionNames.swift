/// The names of the collections of paths, during one call. Each alias is looked up once, because a call can have very many
/// paths.
struct CollectionNames {
  private let service: SecretService
  private var names: [String: String?] = [:]

  init(_ service: SecretService) { self.service = service }

  /// The name of the collection of an object; nil for an object of another kind, and for an alias that cannot be looked up.
  mutating func name(of object: ObjectPath) -> String? {
    guard case .alias(let alias) = object.collection else { return try? service.collectionName(of: object) }
    if let known = names[alias] { return known }
    let found = try? service.collectionName(of: .alias(alias))
    names[alias] = .some(found)
    return found
  }
}

extension ObjectPath {
  /// The collection or the alias of an item; every other object itself.
  fileprivate var collection: ObjectPath {
    switch self {
    case .item(let name, _): .collection(name)
    case .aliasedItem(let alias, _): .alias(alias)
    default: self
    }
  }
}
