import Glibc
package import Keychain
package import KeychainCrypto
import KeychainModel
package import LockTestSupport
import Security
import TestSupport

/// A keychain under test: in this process, or in another one.
///
/// The environment variable `LATCHKEY_TEST_SERVICE` chooses: `remote` for the other process.
package struct ServedKeychain: Sendable {
  package static let isRemote =
    getenv("LATCHKEY_TEST_SERVICE").map { String(cString: $0) } == "remote"

  private let service: any KeychainService
  private let location: StoreLocation
  package let trustSettings: TrustSettingsStore
  /// How long each call may wait for others; nil for 30 seconds.
  package var timeLimit: Duration?

  /// A keychain at a location.
  ///
  /// - Parameter machine: Whose kernel keeps what processes leave to each other; nil for this one.
  package init(
    _ location: StoreLocation, clock: (any KeychainClock)? = nil, machine: TestMachine? = nil,
    onChange: @escaping @Sendable (KeychainChange) -> Void = { _ in }
  ) {
    self.location = location
    if Self.isRemote {
      service = RemoteKeychain(
        Envelope.Place(
          home: location.dataDirectory, adminDirectory: location.adminDirectory,
          machine: machine?.folder.path, hasClock: clock != nil), clock: clock)
      trustSettings = TrustSettingsStore(location, clock: clock ?? SystemClock())
    } else {
      let local = LocalKeychain(
        location, clock: clock ?? SystemClock(), locking: machine?.context() ?? .system,
        folding: FoundationFolding(), onChange: onChange)
      service = local
      trustSettings = local.trustSettings
    }
  }

  /// The keychain as a program uses it.
  package func client(as caller: Caller) -> KeychainClient {
    KeychainClient(service, Peer(caller), at: location, trustSettings, timeLimit: timeLimit)
  }

  /// The keychain as the tool uses it.
  package var client: KeychainClient { client(as: .tool) }

  package func setPasscode(_ passcode: Passcode) throws { try client.setPasscode(passcode) }
  package func removePasscode(_ passcode: Passcode) throws { try client.removePasscode(passcode) }
  package func unlock(_ passcode: Passcode) throws { try client.unlock(passcode) }
  package func lock() throws { try client.lock() }
  package func close() { client.close() }
}

extension TestMachine {
  /// The keychain as a new process has it, which may be another one than that of the test.
  package func served() -> ServedKeychain {
    ServedKeychain(StoreLocation(home: folder.path), machine: self)
  }

  /// The machine is started anew: the kernel has lost what processes left there.
  package func restart() {
    if ServedKeychain.isRemote { RemoteKeychain.restart(folder.path) } else { custody.clear() }
  }
}
