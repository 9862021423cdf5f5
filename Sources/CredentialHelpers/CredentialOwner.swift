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

  /// A security domain that helps when git and Docker store a password for the same account on the same server. If an
  /// item of the other owner already has the attributes of the new item, the new item gets this security domain. Both
  /// items can then exist. No helper searches by security domain.
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
