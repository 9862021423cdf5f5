import Keychain
import KeychainModel

/// The program that a credential was stored for.
///
/// Docker credentials have the label that Docker's own helpers use. git credentials have any other label: git's helper
/// for macOS sets none.
package enum CredentialOwner: Sendable {
  case git
  case docker

  package static let dockerLabel = "Docker Credentials"

  /// The security domain of an item if the other program already has an item with the same attributes. So both
  /// programs can have a password for one account on one server. No helper searches by security domain.
  var alternativeDomain: String {
    switch self {
    case .git: "git"
    case .docker: Self.dockerLabel
    }
  }

  /// The attributes that every search for this owner's items contains.
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
    // The search already selects by label. An item with access control may be returned without its attributes, so they
    // are not checked again.
    case .docker: true
    }
  }
}
