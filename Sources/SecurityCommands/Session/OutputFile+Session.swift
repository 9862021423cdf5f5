import Keychain
import KeychainModel

extension OutputFile {
  /// Begins a file outside of the folders of the keychain. One that has the name may be replaced, if it is an
  /// ordinary file.
  init(_ name: Word, in session: Session) throws(CommandFailure) {
    let location = try session.keychain().location
    do throws(KeychainError) {
      try location.requireForeign(name.bytes)
    } catch {
      throw Self.failure(name, error)
    }
    try self.init(anywhere: name, telling: session.console)
  }
}
