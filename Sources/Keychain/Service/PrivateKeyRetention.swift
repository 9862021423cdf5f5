import AsymmetricKeys
import KeychainModel

// A private key that is not extractable, or that has an access control, never leaves the service. A reply to a client in
// another process contains a `RemotePrivateKey` instead of the secret of such a key, and the client uses the key by the
// request `use`. `LocalKeychain.send` applies the functions of this file to every request and every reply of such a
// client, except a search for items of a class that has no private keys. Replies to a client in the process of the service
// stay unchanged.

extension Call {
  /// The call of a client in another process.
  var retainingPrivateKeys: Call {
    guard let request = request.retainingPrivateKeys else { return self }
    var call = self
    call.request = request
    return call
  }
}

extension Request {
  /// The request of a client in another process; nil when the request stays the same.
  fileprivate var retainingPrivateKeys: Request? {
    switch self {
    case .items(let request, let proof): return request.retainingPrivateKeys.map { .items($0, proof: proof) }
    case .begin(.add(let requests, let sparingPresent, let proof)):
      return .begin(.add(requests.map(\.retainingPrivateKeys), sparingPresent: sparingPresent, proof: proof))
    case .begin(.batch(var batch)):
      batch.retainsPrivateKeys = true
      return .begin(.batch(batch))
    default: return nil
    }
  }
}

extension ItemRequest {
  /// The request of a client in another process; nil when the request stays the same.
  fileprivate var retainingPrivateKeys: ItemRequest? {
    switch self {
    case .search(var request):
      guard request.query.itemClass.hasPrivateKeys, request.contents.contains(.secret) else { return nil }
      request.contents.insert(.attributes)
      return .search(request)
    case .add(let request):
      return request.itemClass.hasPrivateKeys ? .add(request.retainingPrivateKeys) : nil
    case .addAll(let requests, let sparingPresent):
      return .addAll(requests.map(\.retainingPrivateKeys), sparingPresent: sparingPresent)
    case .addIdentities(let requests):
      return .addIdentities(requests.map(\.retainingPrivateKeys))
    case .update(var request):
      request.retainsPrivateKeys = true
      return .update(request)
    case .delete: return nil
    }
  }
}

extension AddRequest {
  /// The request with the attributes that decide whether the key stays in the service.
  fileprivate var retainingPrivateKeys: AddRequest {
    guard itemClass.hasPrivateKeys, contents.contains(.secret) else { return self }
    var request = self
    request.contents.insert(.attributes)
    return request
  }
}

extension IdentityAddRequest {
  fileprivate var retainingPrivateKeys: IdentityAddRequest {
    guard contents.contains(.secret) else { return self }
    var request = self
    request.contents.insert(.attributes)
    request.key.contents.insert(.attributes)
    return request
  }
}

extension Reply {
  /// The reply to a client in another process. The switch has no default case, so each new reply needs a decision.
  var retainingPrivateKeys: Reply {
    switch self {
    case .items(var items):
      guard items.contains(where: \.retainsPrivateKey) else { return self }
      for index in items.indices where items[index].retainsPrivateKey { items[index].retainPrivateKey() }
      return .items(items)
    case .committed(let reply, let isSynchronizable):
      return .committed(reply.retainingPrivateKeys, isSynchronizable: isSynchronizable)
    case .ended(let reply): return .ended(reply.retainingPrivateKeys)
    // The contents of candidates are certificates. The bytes are a backup, which leaves these keys out (`BackupExport`),
    // or a copy, which only root gets.
    case .candidates, .bytes: return self
    case .done, .flag, .flags, .count, .batch, .unreadable, .handle, .status, .refusal, .deviceKey, .repair, .recovery,
      .erasure, .rotation, .verification, .purge, .compaction, .backup, .restoration, .copy, .progress, .result,
      .changes, .outcome:
      return self
    }
  }
}

extension Item {
  /// Whether the secret of the item is a private key that stays in the service.
  fileprivate var retainsPrivateKey: Bool {
    itemClass.hasPrivateKeys && secret != nil && attributes.retainPrivateKey
  }

  /// Replaces the secret by the public part of the key.
  fileprivate mutating func retainPrivateKey() {
    let type = attributes[.type]?.number ?? attributes[.type]?.text.flatMap { Int64($0) }
    var publicKey: RemotePrivateKey.PublicKey?
    // An item of another class, or of no class, has no key object.
    if let type, let secret, itemClass == .identity || attributes[.keyClass] == .number(1),
      case .asymmetric(let key)? = try? KeyMaterial(.private, typeNumber: type, data: secret)
    {
      publicKey = RemotePrivateKey.PublicKey(key)
    }
    secret = nil
    privateKey = RemotePrivateKey(keyIdentifier ?? identifier, publicKey)
  }
}

extension ItemClass {
  /// Whether items of the class can contain private keys.
  var hasPrivateKeys: Bool { self == .key || self == .identity }
}
