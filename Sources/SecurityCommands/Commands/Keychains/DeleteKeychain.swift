import Keychain
import KeychainModel

extension Command {
  static let deleteKeychain = Command(
    "delete-keychain", "Delete keychains with all their items.", synopsis: "[keychain ...]",
    details: [
      "Removes the files, and the entries in the search list and in the default keychain.",
      "The login keychain is not deleted in passing: erase-keychain erases it, and asks.",
    ],
    options: OptionSyntax("")
  ) { (arguments, session) throws(CommandFailure) in
    let context = "SecKeychainDelete"
    guard !arguments.operands.isEmpty else { throw .keychain(.invalidKeychain, in: context) }
    var paths: [KeychainPath] = []
    for operand in arguments.operands { paths.append(try session.path(of: operand, in: context)) }
    let hasList = try session.allKeychains().list != nil
    for (path, operand) in zip(paths, arguments.operands) {
      switch path {
      case .file where !hasList: throw .keychain(.noSuchKeychain, in: context)
      case .login, .file: break
      case .system, .systemRoots:
        throw .keychain(
          KeychainError(.writePermission, "\(operand.text) is part of the system"), in: context)
      }
    }
    guard !paths.contains(.login) else {
      throw .failed("delete-keychain: this is the login keychain; erase-keychain erases everything in it.")
    }
    let list = try session.searchList("delete-keychain")
    for path in paths {
      guard case .file(let file) = path else { continue }
      do throws(KeychainError) {
        try list.delete(file)
      } catch {
        guard error.code == .noSuchKeychain else { throw .keychain(error, in: context) }
        throw .keychain(.noSuchKeychain, in: context)
      }
    }
  }
}
