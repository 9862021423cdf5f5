import Keychain
import KeychainModel

/// An item in the format that git reads.
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

  /// The lines of a valid credential.
  var text: [UInt8] {
    Self.text([user, Array("password=".utf8) + secret.password] + secret.furtherLines)
  }

  /// The lines of an expired credential; nil if it has no refresh token.
  var renewal: [UInt8]? { secret.refreshTokenLine.map { Self.text([user, $0]) } }

  private var user: [UInt8] { Array("username=".utf8) + username }

  private static func text(_ lines: [[UInt8]]) -> [UInt8] {
    lines.flatMap { $0 + [UInt8(ascii: "\n")] }
  }
}
