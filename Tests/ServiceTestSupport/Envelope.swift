import Foundation

/// The data before each message to the test server.
package struct Envelope: Codable, Sendable {
  package enum Kind: String, Codable, Sendable {
    /// Creates a keychain with the number.
    case hello
    /// Releases the keychain.
    case bye
    /// A call. Its message follows.
    case call
    /// The machine restarts: the simulated kernel loses the tickets of processes.
    case restart
  }

  /// The location and the machine of a keychain.
  package struct Place: Codable, Sendable {
    package var home: String
    package var adminDirectory: String
    /// The folder that identifies a machine, whose simulated kernel keeps tickets; nil for none.
    package var machine: String?
    /// Whether each call contains the time.
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
