import Keychain
import KeychainModel

extension OutputFile {
  /// Creates a file outside of the keychain's folders. It may replace a regular file with the same name.
  init(_ name: Word, in session: CommandSession) throws(CommandFailure) {
    let location = try session.keychain().location
    do throws(KeychainError) {
      try location.requireOutsideKeychain(name.bytes)
    } catch {
      throw Self.failure(name, error)
    }
    try self.init(anywhere: name, telling: session.console)
  }
}
