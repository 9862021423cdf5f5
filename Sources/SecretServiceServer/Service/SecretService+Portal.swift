import Glibc
import KeychainModel
import OpenSSLSupport

// The backend of the portal for sandboxed applications. xdg-desktop-portal calls it with the real name of the
// application.

extension SecretService {
  private static let secretByteCount = 64
  private static let largestNameByteCount = 255

  /// Writes the secret of an application to a descriptor. The secret is random, and the same each time.
  func answerPortal(_ call: BusMessage) throws(BusError) {
    try call.require(signature: "osha{sv}")
    _ = try call.objectPath()
    let application = try call.text()
    let descriptor = try call.descriptor()
    guard !application.isEmpty, application.utf8.count <= Self.largestNameByteCount else {
      throw .invalidArgs("the name of the application is missing or too long")
    }
    // The portal asks for an application in a sandbox, and the application gets only its own secret. So the person is not
    // asked about the portal.
    guard let name = try collectionName(of: .alias(CollectionDirectory.defaultAlias)),
      let items = try answering({ () throws(KeychainError) in try collections.collection(name) })
    else { throw .noSuchObject }
    let collection = NamedCollection(name: name, items: items)
    let secret = try secret(of: application, in: collection)
    defer { secret.wipeEverywhere() }
    // A pipe has room for the secret. A descriptor that is full must not stop the service.
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    let isWritten = secret.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) == $0.count }
    try bus.reply(to: call) { (reply) throws(BusError) in
      // 2 stands for an error, as in the responses of all portals.
      try reply.append(code: isWritten ? 0 : 2)
      try reply.appendArray("{sv}") {}
    }
  }

  private func secret(of application: String, in collection: NamedCollection) throws(BusError) -> [UInt8] {
    let map: FreeAttributes
    do throws(KeychainError) {
      map = try FreeAttributes(["app_id": application, SecretAttributes.schema: "org.freedesktop.portal.Secret"])
    } catch {
      throw BusError(error)
    }
    let found = try answering { () throws(KeychainError) -> SecretItem? in
      guard let found = try collection.items.find(map).first else { return nil }
      return try collection.items.item(found.identifier, withSecret: true)
    }
    if let found {
      guard !found.isLocked, let secret = found.secret else { throw .isLocked }
      return secret
    }
    let secret = try answering { () throws(KeychainError) in try SecretRandom.bytes(Self.secretByteCount) }
    let item = NewItem(
      label: "Application key for \(application)", attributes: map, secret: secret, contentType: ContentType.bytes)
    let stored = try answering { () throws(KeychainError) in try collection.items.store(item, replaces: false) }
    signal(collection, "ItemCreated", item: stored.identifier)
    signalProperties(of: collection, ["Modified"])
    return secret
  }
}
