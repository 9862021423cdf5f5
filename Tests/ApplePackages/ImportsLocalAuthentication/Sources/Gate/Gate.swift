// swift-format-ignore-file: NeverForceUnwrap
import LocalAuthentication

/// Gives an authenticated person access to a secret.
public final class Gate {
  private let context: LAContext

  /// Creates a gate that asks with a context.
  public init(context: LAContext = LAContext()) { self.context = context }

  /// Why access was refused.
  public enum Refusal: Error, Equatable {
    /// No passcode is set.
    case noPasscode
    /// The person refused.
    case cancelled
    /// Another reason.
    case other(Int)
  }

  /// Whether asking a person is possible.
  public var canOpen: Bool {
    var error: NSError?
    return context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &error)
  }

  /// Asks the person.
  public func open(completion: @escaping (Result<Void, Refusal>) -> Void) {
    context.localizedFallbackTitle = ""
    var error: NSError?
    guard context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &error) else {
      let isUnset = error!.code == LAError.passcodeNotSet.rawValue
      completion(.failure(isUnset ? .noPasscode : .other(error!.code)))
      return
    }
    context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "to open the gate") {
      success, error in
      completion(success ? .success(()) : .failure(Self.refusal(error)))
    }
  }

  /// Asks the person, as an asynchronous function.
  @available(macOS 12, iOS 15, *)
  public func open() async throws {
    do {
      _ = try await context.evaluatePolicy(
        .deviceOwnerAuthentication, localizedReason: "to open the gate")
    } catch LAError.userCancel {
      throw Refusal.cancelled
    }
  }

  private static func refusal(_ error: Error?) -> Refusal {
    switch error as? LAError {
    case LAError.userCancel?: return .cancelled
    case LAError.passcodeNotSet?: return .noPasscode
    case let error?: return .other(error.code.rawValue)
    case nil: return .other(0)
    }
  }

  /// Stores a secret that the context's password protects.
  public func keep(_ secret: Data, as account: String) -> OSStatus {
    let access = SecAccessControlCreateWithFlags(
      nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .applicationPassword, nil)!
    let item: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: account,
      kSecAttrAccessControl as String: access, kSecValueData as String: secret,
      kSecUseAuthenticationContext as String: context,
    ]
    return SecItemAdd(item as CFDictionary, nil)
  }

  /// Reads the secret.
  public func secret(_ account: String) -> (Data?, OSStatus) {
    let query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: account,
      kSecReturnData as String: true, kSecUseAuthenticationContext as String: context,
      kSecUseAuthenticationUI as String: kSecUseAuthenticationUIFail,
    ]
    var result: AnyObject?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    return (result as? Data, status)
  }
}
