package import KeychainModel

/// The first message of a client: the versions that it understands, and whose keychain it wants.
package struct Hello: Sendable, Equatable {
  /// The oldest and the newest version of the calls that the client understands.
  package var versions: ClosedRange<UInt16>

  /// The user whose keychain the client wants; nil if the service decides. A manifest may name several users for a system
  /// unit; any other client gets the keychain of its own user.
  package var user: UInt32?

  package init(versions: ClosedRange<UInt16>, keychainOf user: UInt32? = nil) {
    self.versions = versions
    self.user = user
  }

  package init(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) {
    var fields = FieldReader(bytes)
    let (oldest, newest) = (try fields.number(UInt16.self), try fields.number(UInt16.self))
    guard oldest <= newest else { throw PacketHeader.malformed }
    versions = oldest...newest
    // A client may leave the user out. A later version of the hello may have more fields.
    user = fields.isAtEnd ? nil : try fields.number()
  }

  package var bytes: [UInt8] {
    var fields = FieldWriter()
    fields.number(versions.lowerBound)
    fields.number(versions.upperBound)
    if let user { fields.number(user) }
    return fields.bytes
  }
}

/// The answer of the service to a client: the version of the calls, and who the client is for the service.
package struct Welcome: Sendable, Equatable {
  /// The version of the calls on this connection.
  package var version: UInt16
  /// Identifies the process of the service. A client with proofs of an earlier process must prove again.
  package var instance: [UInt8]
  /// The user whose keychain the client uses; nil for the keychain of a system unit.
  package var user: UInt32?
  /// How well the service knows the program, from 0 to 4 (docs/service.md).
  package var grade: UInt8
  /// The application whose manifest describes the program; empty for a program without a manifest.
  package var application: String
  /// The access groups of the program, in order.
  package var accessGroups: [String]
  /// The Boolean entitlements of the program that are true.
  package var entitlements: [String]

  package static let instanceByteCount = 16

  package init(
    version: UInt16, instance: [UInt8], user: UInt32?, grade: UInt8, application: String, accessGroups: [String],
    entitlements: [String]
  ) {
    self.version = version
    self.instance = instance
    self.user = user
    self.grade = grade
    self.application = application
    self.accessGroups = accessGroups
    self.entitlements = entitlements
  }

  package init(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) {
    var fields = FieldReader(bytes)
    version = try fields.number()
    instance = try fields.bytes(Self.instanceByteCount)
    let hasUser = try fields.number(UInt8.self) == 1
    let number = try fields.number(UInt32.self)
    user = hasUser ? number : nil
    grade = try fields.number()
    application = try fields.text()
    accessGroups = try fields.texts()
    entitlements = try fields.texts()
  }

  package var bytes: [UInt8] {
    var fields = FieldWriter()
    fields.number(version)
    fields.append(instance)
    fields.number(UInt8(user == nil ? 0 : 1))
    fields.number(user ?? 0)
    fields.number(grade)
    fields.text(application)
    fields.texts(accessGroups)
    fields.texts(entitlements)
    return fields.bytes
  }
}
