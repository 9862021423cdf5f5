import Foundation
import Keychain
import KeychainModel

/// The values of the `kSecUse…` keys of a dictionary (specification: secitem 3.3).
struct UseOptions {
  /// Whether the search omits items that require authentication, instead of asking the user.
  var skipsAuthentication: Bool { userInterface == "u_AuthUIS" }

  /// The context, the prompt and the permission to ask the user, for an item that requires authentication.
  var authentication: AuthenticationOptions {
    // `kSecUseAuthenticationUI` overrides the older `kSecUseNoAuthenticationUI`.
    let isForbidden = userInterface == "u_AuthUIF" || (userInterface == nil && forbidsInterface)
    return AuthenticationOptions(context: context, prompt: prompt, mayAsk: !isForbidden)
  }

  private var userInterface: String?
  private var forbidsInterface = false
  private var prompt: String?
  private var context: (any AuthenticationContext)?

  /// The keychain for a new item.
  private(set) var keychain: KeychainPath?
  private(set) var leavesTombstones: Bool?
  private(set) var itemList: [ItemReference]?

  private var hasCredential = false

  mutating func read(_ key: String, _ value: Any) throws(KeychainError) {
    switch key {
    case "u_AuthUI":
      // A value of the wrong type has no effect, as on Apple's platforms. Such a value is not an error.
      userInterface = value as? String
    case "u_OpPrompt":
      prompt = value as? String
    case "u_NoAuthUI":
      forbidsInterface = (value as? Bool) == true
    case "u_CallerName", "u_TokenRawItems":
      break
    case "u_AuthCtx":
      try readContext(value)
    case "u_CredRef":
      guard case .data = try ItemDictionary.property(key, value) else {
        throw KeychainError(.parameter, "\(key) takes data")
      }
      hasCredential = true
    case "u_Tomb":
      leavesTombstones = try Self.truth(key, value)
    case "u_ItemList":
      itemList = try ItemList.references(in: value, key)
    case "u_Keychain":
      guard let keychain = value as? SecKeychain else {
        throw KeychainError(.parameter, "kSecUseKeychain takes a keychain")
      }
      self.keychain = keychain.path
    case "u_SystemKeychain", "u_SystemKeychainAlways", "u_SyncBubbleKeychain",
      "u_UserIndependentKeychain":
      if try Self.truth(key, value) {
        throw KeychainError(.missingEntitlement, "\(key): Latchkey has no such keychain")
      }
    default:
      throw KeychainError(.parameter, "\(KeyName.shown(key)) is no use key")
    }
    guard context == nil || !hasCredential else {
      throw KeychainError(.parameter, "a context and a credential exclude each other")
    }
  }

  private mutating func readContext(_ value: Any) throws(KeychainError) {
    guard let context = value as? any AuthenticationContext else {
      throw KeychainError(.parameter, "kSecUseAuthenticationContext takes an LAContext")
    }
    guard context.isValid else {
      throw KeychainError(.authenticationFailed, "the authentication context was invalidated")
    }
    self.context = context
  }

  /// Reads a Boolean, a number, or a string that contains an integer.
  private static func truth(_ key: String, _ value: Any) throws(KeychainError) -> Bool {
    switch try ItemDictionary.property(key, value) {
    case .boolean(let truth): return truth
    case .number(let number): return number != 0
    case .string(let text): return (Int(text) ?? 0) != 0
    default: throw KeychainError(.parameter, "\(key) takes a Boolean")
    }
  }
}
