import Foundation

/// The header that a test sends before each message to the process `keychain-server`.
package struct Envelope: Codable, Sendable {
  package enum Kind: String, Codable, Sendable {
    /// Creates the keychain with the number in the envelope.
    case hello
    /// Releases the keychain with the number in the envelope.
    case bye
    /// A call of the keychain. The message after the envelope contains the call.
    case call
    /// Simulates a restart of the machine: its simulated kernel loses all tickets.
    case restart
  }

  /// The folders of a keychain, and its machine.
  package struct Place: Codable, Sendable {
    package var home: String
    package var adminDirectory: String
    /// The folder that identifies a simulated machine; nil for the real machine.
    package var machine: String?
    /// Whether the envelope of each call contains the time of the keychain's clock.
    package var hasClock: Bool

    package init(home: String, adminDirectory: String, machine: String?, hasClock: Bool) {
      self.home = home
      self.adminDirectory = adminDirectory
      self.machine = machine
      self.hasClock = hasClock
    }
  }

  package var kind: Kind
  package var keychain = 0
  package var place: Place?
  package var machine: String?
  package var accessGroups: [String] = []
  package var sharedGroups: [String] = []
  package var entitlements: [String] = []
  package var time: Double?

  package init(_ kind: Kind, keychain: Int = 0) {
    self.kind = kind
    self.keychain = keychain
  }
}
