import AsymmetricKeys
import Foundation
import Keychain
import KeychainModel

/// Generates a key pair from a dictionary of parameters, and stores each key whose attribute `kSecAttrIsPermanent` is
/// true (specification: keys-and-certificates 1.3).
struct KeyGeneration {
  private let type: KeyType
  private let parameters: NSDictionary

  /// Stores the parameters. Returns nil if the key type is missing, or is neither RSA nor elliptic curve.
  init?(_ parameters: NSDictionary) {
    guard let number = KeyDictionary(parameters).number(kSecAttrKeyType),
      let type = KeyType(rawValue: number), type == .rsa || type == .ellipticCurve
    else { return nil }
    self.type = type
    self.parameters = parameters
  }

  /// Generates the pair, stores each key whose attribute `kSecAttrIsPermanent` is true, and returns the private key.
  ///
  /// - Throws: `.parameter` for an unsupported size; `.unimplemented` for a key in a token; the errors of `SecItemAdd`.
  func perform() throws(KeychainError) -> SecKey {
    let values = KeyDictionary(parameters)
    guard values[kSecAttrTokenID] == nil else { throw KeyDictionary.noToken }
    guard let number = values.number(kSecAttrKeySizeInBits), let size = Int(exactly: number) else {
      throw KeychainError(.parameter, "kSecAttrKeySizeInBits is missing or no number")
    }
    let key: AsymmetricKey
    switch type {
    case .rsa:
      // Generating a large key takes seconds. A fork must not wait for the generation.
      key = try ForkGate.outside { () throws(KeychainError) in try .generateRSA(bitCount: size) }
    default:
      guard let curve = EllipticCurve(rawValue: size) else {
        throw KeychainError(.parameter, "there is no curve of this size")
      }
      key = try .generate(on: curve)
    }
    let privateKey = SecKey(.asymmetric(key))
    let privateAttributes = attributes(kSecPrivateKeyAttrs)
    let publicAttributes = attributes(kSecPublicKeyAttrs)
    try KeyStoring.store(
      [
        isPermanent(privateAttributes) ? (privateKey, privateAttributes) : nil,
        isPermanent(publicAttributes)
          ? (SecKey(.asymmetric(try key.publicKey())), publicAttributes) : nil,
      ].compactMap { $0 })
    return privateKey
  }

  /// Returns the attributes of one half of the pair. The attributes for this half override the attributes for both
  /// halves.
  private func attributes(_ half: CFString) -> NSMutableDictionary {
    let result = NSMutableDictionary()
    for source in [parameters, KeyDictionary(parameters).dictionary(half)].compactMap({ $0 }) {
      for (key, value) in source.entries {
        if let key = PropertyValue.text(key) { result.setObject(value, forKey: key as NSString) }
      }
    }
    for key in [
      kSecPrivateKeyAttrs, kSecPublicKeyAttrs, kSecAttrKeyType, kSecAttrKeySizeInBits,
    ] { result.removeObject(forKey: key) }
    return result
  }

  private func isPermanent(_ attributes: NSDictionary) -> Bool {
    KeyDictionary(attributes).flag(kSecAttrIsPermanent) ?? false
  }
}

/// Stores generated keys: all keys or no key, even if the process is killed during the call.
enum KeyStoring {
  /// - Throws: The errors of `SecItemAdd`.
  static func store(
    _ keys: [(key: SecKey, attributes: NSMutableDictionary)]
  ) throws(KeychainError) {
    do throws(KeychainError) {
      let context = try KeychainContext.resolve()
      var additions: [AddRequest] = []
      for (key, attributes) in keys {
        attributes.setObject(key, forKey: kSecValueRef)
        let (request, _, options) = try ItemRequest.add(parsing: attributes, as: context.caller)
        guard case .add(let addition) = request else {
          throw KeychainError(.parameter, "kSecUseItemList does not go with a new key")
        }
        additions.append(addition)
        // The loop only collects the keys until it reaches the last key. One request then stores all keys in one
        // transaction.
        guard additions.count == keys.count else { continue }
        _ = try context.perform(.addAll(additions), options)
      }
    } catch {
      throw error.withReason("a key cannot be added to the keychain: \(error.reason)")
    }
  }
}
