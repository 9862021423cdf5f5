package import KeychainModel

/// The first message of a program of root that keeps copies of keychains, or removes them.
package struct AdministrationHello: Sendable, Equatable {
  /// The oldest and the newest version of the calls that the program understands.
  package var versions: ClosedRange<UInt16>
  /// The name of the folder of the keychain: the number of a user, or `unit-` and the name of a system unit.
  package var keychain: String

  package init(versions: ClosedRange<UInt16>, keychain: String) {
    self.versions = versions
    self.keychain = keychain
  }

  package init(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) {
    var fields = FieldReader(bytes)
    let (oldest, newest) = (try fields.number(UInt16.self), try fields.number(UInt16.self))
    guard oldest <= newest else { throw PacketHeader.malformed }
    versions = oldest...newest
    keychain = try fields.text()
  }

  package var bytes: [UInt8] {
    var fields = FieldWriter()
    fields.number(versions.lowerBound)
    fields.number(versions.upperBound)
    fields.text(keychain)
    return fields.bytes
  }
}
