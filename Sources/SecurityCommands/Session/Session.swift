import Keychain
import KeychainModel

/// What commands work with: the keychain, the streams, and how much to say.
///
/// One session runs one command, or all commands of an interactive one.
final class Session {
  let console: Console
  let input: LineReader

  /// `-q`: says nothing that is not an error.
  var isQuiet = false

  /// `-v`: echoes commands, and tells more.
  var isVerbose = false

  private let open: () throws(KeychainError) -> any OpenKeychain
  private var opened: (any OpenKeychain)?

  /// - Parameter open: Makes the keychain, when the first command needs it: most questions about
  ///   the tool itself can be answered where no keychain can be.
  init(
    streams: any StandardStreams, open: @escaping () throws(KeychainError) -> any OpenKeychain
  ) {
    console = Console(streams)
    input = LineReader(streams)
    self.open = open
  }

  /// The keychain.
  ///
  /// - Throws: The keychain's failure, when no place for one is known.
  func keychain() throws(CommandFailure) -> any OpenKeychain {
    if let opened { return opened }
    do throws(KeychainError) {
      let keychain = try open()
      opened = keychain
      return keychain
    } catch {
      throw .keychain(error, in: "SecKeychainCopyDefault")
    }
  }

  /// Performs a request as the user's own hand.
  ///
  /// - Parameter context: The name that an error line gives to what was being done.
  func perform(_ request: ItemRequest, in context: String) throws(CommandFailure) -> [Item] {
    let keychain = try keychain()
    do throws(KeychainError) {
      return try keychain.perform(request, as: .tool)
    } catch {
      throw .keychain(error, in: context)
    }
  }
}
