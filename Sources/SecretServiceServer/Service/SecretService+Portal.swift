import Glibc
import KeychainLog
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
    // The person is asked about no application in a sandbox, because it gets only its own secret. The portal names the
    // application. Any other program could name any application.
    guard isAllowed(call.sender) || bus.isOwner(call.sender, of: Self.portalName) else {
      throw .accessDenied("only xdg-desktop-portal may ask for the secret of an application")
    }
    var isWritten = false
    if let secret = try secret(of: application) {
      defer { secret.wipeEverywhere() }
      isWritten = Self.write(secret, to: descriptor)
    }
    try bus.reply(to: call) { (reply) throws(BusError) in
      // 2 stands for an error, as in the responses of all portals.
      try reply.append(code: isWritten ? 0 : 2)
      try reply.appendArray("{sv}") {}
    }
  }

  private static let portalName = "org.freedesktop.portal.Desktop"

  /// Writes a secret to a pipe or a socket, which has room for it. A pipe that is full does not stop the service.
  ///
  /// - Returns: Whether all of the secret was written.
  private static func write(_ secret: [UInt8], to descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0, [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT) else { return false }
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 else { return false }
    // The application has the same open file.
    defer { _ = fcntl(descriptor, F_SETFL, flags) }
    return secret.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) == $0.count }
  }

  /// The secret of an application. Every keychain is searched before a new secret is made, because the default keychain may
  /// have changed since the last call.
  ///
  /// - Returns: The secret; nil when the item with the secret is locked or damaged.
  private func secret(of application: String) throws(BusError) -> [UInt8]? {
    let map: FreeAttributes
    do throws(KeychainError) {
      map = try FreeAttributes(["app_id": application, SecretAttributes.schema: "org.freedesktop.portal.Secret"])
    } catch {
      throw BusError(error)
    }
    guard let name = try collectionName(of: .alias(CollectionDirectory.defaultAlias)),
      let collection = try realCollection(named: name)
    else { throw .noSuchObject }
    if let found = try answering({ () throws(KeychainError) in try collection.items.find(map) }).first {
      return try secret(of: found, in: collection)
    }
    let others = try answering { () throws(KeychainError) in try collections.names() }
    for other in others where other != name && other != CollectionDirectory.sessionName {
      // A keychain that cannot be used does not keep an application from its secret.
      guard let collection = try? realCollection(named: other), let found = try? collection.items.find(map).first else {
        continue
      }
      return try secret(of: found, in: collection)
    }
    let secret = try answering { () throws(KeychainError) in try SecretRandom.bytes(Self.secretByteCount) }
    let item = NewItem(
      label: "Application key for \(application)", attributes: map, secret: secret, contentType: ContentType.bytes)
    let stored = try answering { () throws(KeychainError) in try collection.items.store(item, replaces: false) }
    signal(collection, "ItemCreated", item: stored.identifier)
    signalProperties(of: collection, ["Modified"])
    return secret
  }

  private func secret(of found: FoundItem, in collection: NamedCollection) throws(BusError) -> [UInt8]? {
    let item = try answering { () throws(KeychainError) in
      try collection.items.item(found.identifier, withSecret: true)
    }
    guard let item, !item.isLocked, let secret = item.secret else {
      Log.notice("the collection with the secret of an application is locked; the application needs it unlocked")
      return nil
    }
    guard secret.count == Self.secretByteCount else {
      secret.wipeEverywhere()
      Log.notice("the secret of an application has not the right size")
      return nil
    }
    return secret
  }
}
