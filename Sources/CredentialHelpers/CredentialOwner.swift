import Keychain
import KeychainModel

/// The program for which a credential was stored.
///
/// Docker credentials have the same label as the credentials of Docker's own helpers. All other credentials are git
/// credentials, because git's helper for macOS sets no label.
package enum CredentialOwner: Sendable {
  case git
  case docker

  package static let dockerLabel = "Docker Credentials"

  /// The security domain of a new item when an item of the other owner already has the attributes of the new item. With
  /// this security domain, both items can exist: git and Docker can both have a password for one account on one server.
  /// No helper searches by security domain.
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
    // The search has already selected the items by label. The label is not checked again, because a search can return
    // no attributes for an item with access control.
    case .docker: true
    }
  }
}
