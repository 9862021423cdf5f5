// swift-format-ignore-file: NeverForceUnwrap
import LocalAuthentication

/// Gives a secret to a person who has authenticated.
public final class Gate {
  private let context: LAContext

  /// Creates a gate that authenticates the person with a context.
  public init(context: LAContext = LAContext()) { self.context = context }

  /// The reason why the gate stays closed.
  public enum Refusal: Error, Equatable {
    /// The device has no passcode.
    case noPasscode
    /// The person cancelled the question.
    case cancelled
    /// The evaluation failed with another error code.
    case other(Int)
  }

  /// Whether the person can be asked.
  public var canOpen: Bool {
    var error: NSError?
    return context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &error)
  }

  /// Asks the person to authenticate.
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

  /// Asks the person to authenticate.
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

  /// Stores a secret that the application password of the context protects.
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

  /// Returns the secret of an account, and the status of the search.
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
