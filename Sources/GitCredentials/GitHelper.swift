package import CredentialHelpers
import Keychain
import KeychainModel

/// The program `git-credential-latchkey`, which stores passwords for git (gitcredentials(7), CUSTOM HELPERS).
package struct GitHelper: CredentialHelper {
  package static let name = "git-credential-latchkey"
  package static let owner = CredentialOwner.git
  package static let operations = [
    HelperOperation("get", "Prints user name and password of a server, if there are any."),
    HelperOperation("store", "Keeps a password that a server took."),
    HelperOperation("erase", "Removes the passwords that match: of one that is told, only it."),
    HelperOperation("capability", "Prints what the helper has of git's protocol."),
  ]

  private let keychain: HelperKeychain
  /// Returns the current time in seconds since 1970-01-01.
  private let now: () -> Int64

  package init(_ keychain: HelperKeychain) { self.init(keychain, now: UnixTime.now) }

  init(_ keychain: HelperKeychain, now: @escaping () -> Int64) {
    self.keychain = keychain
    self.now = now
  }

  /// Runs an operation. If the keychain has no matching item, or if the operation is unknown, the output is empty and
  /// the status is 0. After an empty output, git asks the next helper, or the user.
  package func run(
    _ words: [String], input: () throws(HelperFailure) -> [UInt8]
  ) -> HelperOutcome {
    guard words.count == 1 else {
      let names = Self.operations.map(\.name).joined(separator: "|")
      return HelperOutcome(status: 1, errorLine: "usage: git credential-latchkey <\(names)>")
    }
    do throws(HelperFailure) {
      switch words[0] {
      case "get": return HelperOutcome(output: try get(try GitCredentialReader.read(input())))
      case "store": try store(try GitCredentialReader.read(input()))
      case "erase": try erase(try GitCredentialReader.read(input()))
      // The answer names no capability, because the helper uses only the part of the protocol that every version of git
      // supports.
      case "capability": return HelperOutcome(output: Array("version 0\n".utf8))
      default: break
      }
      return HelperOutcome()
    } catch {
      return HelperOutcome(status: 1, errorLine: error.sentence)
    }
  }

  /// Returns the best match that has not expired. If all matches have expired, returns a refresh token, because another
  /// helper can get a new password with the refresh token.
  private func get(_ credential: GitCredential) throws(HelperFailure) -> [UInt8] {
    guard let place = try GitCredentialContext(credential) else { return [] }
    let items = try keychain.items(place.searches)
    // If git gives no path, items with any path match. Items without a path are preferred.
    let byPath = items.filter(\.hasNoPath) + items.filter { !$0.hasNoPath }
    let answers = byPath.compactMap(GitResponse.init)
    if answers.isEmpty, !items.isEmpty {
      throw HelperFailure(
        "what is stored for \(place.server) has bytes that git cannot be told; nothing was given")
    }
    let now = now()
    let answer = answers.first { !$0.secret.isExpired(at: now) }
    return answer?.text ?? answers.lazy.compactMap(\.renewal).first ?? []
  }

  /// Stores a credential. A credential without a user name or a password is ignored, because the helper could not
  /// return it later.
  private func store(_ credential: GitCredential) throws(HelperFailure) {
    guard let place = try GitCredentialContext(credential), credential.username != nil,
      let password = credential.password
    else { return }
    let secret = GitSecret(
      password: password, expiry: credential.expiry, refreshToken: credential.refreshToken)
    try keychain.store(secret.bytes, as: place.identity, label: place.server)
  }

  /// Deletes the items that match a credential. If git gives the rejected password, only items with this password are
  /// deleted.
  private func erase(_ credential: GitCredential) throws(HelperFailure) {
    guard let place = try GitCredentialContext(credential) else { return }
    guard let password = credential.password else {
      try keychain.deleteAll(place.searches)
      return
    }
    for item in try keychain.items(place.searches)
    where item.secret.flatMap(GitSecret.init)?.password == password {
      try keychain.delete(item)
    }
  }
}

extension Item {
  fileprivate var hasNoPath: Bool {
    guard let path = attributes[.path] else { return true }
    return path.byteCount == 0
  }
}

/// The answer to git for an item.
struct GitResponse {
  let secret: GitSecret
  private let username: [UInt8]

  /// Returns nil if git's protocol cannot represent the item.
  init?(_ item: Item) {
    guard let secret = GitSecret(item.secret ?? []) else { return nil }
    switch item.attributes[.account] {
    case .string(let text): username = Array(text.utf8)
    case .data(let bytes): username = bytes
    case nil: username = []
    default: return nil
    }
    guard !username.contains(0), !username.contains(UInt8(ascii: "\n")) else { return nil }
    self.secret = secret
  }

  /// The lines of the answer for a credential that has not expired.
  var text: [UInt8] {
    Self.text([user, Array("password=".utf8) + secret.password] + secret.furtherLines)
  }

  /// The lines of the answer for an expired credential; nil if the credential has no refresh token.
  var renewal: [UInt8]? { secret.refreshTokenLine.map { Self.text([user, $0]) } }

  private var user: [UInt8] { Array("username=".utf8) + username }

  private static func text(_ lines: [[UInt8]]) -> [UInt8] {
    lines.flatMap { $0 + [UInt8(ascii: "\n")] }
  }
}
