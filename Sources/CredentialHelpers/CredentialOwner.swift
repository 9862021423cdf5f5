import Keychain
import KeychainModel

/// The program that a credential was stored for.
///
/// Credentials of Docker have the label that Docker's own helpers give them. git's have any other: its
/// helper for macOS gives none.
package enum CredentialOwner: Sendable {
  case git
  case docker

  package static let dockerLabel = "Docker Credentials"

  /// The security domain of an item whose place the other program's has taken: both may have a password
  /// for one account at one server. No helper names a domain when it searches.
  var alternativeDomain: String {
    switch self {
    case .git: "git"
    case .docker: Self.dockerLabel
    }
  }

  /// The attributes that every item of this owner is searched by.
  var searched: AttributeSet {
    switch self {
    case .git: AttributeSet()
    case .docker: AttributeSet([.label: .string(Self.dockerLabel)])
    }
  }

  func owns(_ item: Item) -> Bool {
    let isDockers = item.attributes[.label] == .string(Self.dockerLabel)
    return switch self {
    case .git: !isDockers
    // The search has seen to it; a guarded item may have come without its attributes.
    case .docker: true
    }
  }
}
