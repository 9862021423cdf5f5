import Foundation
import Security
import Testing

/// The result of a key function: its return value, and the code of its error.
struct KeyAnswer<Value> {
  let value: Value?
  /// Nil when the function did not set an error.
  let code: Int?
}

/// Calls a key function. Checks its error: the domain, a text, and one reference for the caller.
func answer<Value>(
  _ call: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> Value?,
  sourceLocation: SourceLocation = #_sourceLocation
) -> KeyAnswer<Value> {
  var place: Unmanaged<CFError>?
  let value = call(&place)
  guard let place else { return KeyAnswer(value: value, code: nil) }
  weak var watched: NSError?
  var code = 0
  do {
    let error = place.takeRetainedValue()
    watched = error
    code = error.code
    #expect(error.domain == NSOSStatusErrorDomain, sourceLocation: sourceLocation)
    #expect(!error.localizedDescription.isEmpty, sourceLocation: sourceLocation)
  }
  // After the caller has released the error, no reference is left.
  #expect(watched == nil, sourceLocation: sourceLocation)
  return KeyAnswer(value: value, code: code)
}

/// Keys for tests. Each is created once.
enum TestKeys {
  static let rsaBitCounts = [512, 768, 1023, 1024, 2048, 2056, 4096]
  static let curveBitCounts = [192, 224, 256, 384, 521]

  static let rsa: [Int: SecKey] = made(kSecAttrKeyTypeRSA, rsaBitCounts)
  static let curve: [Int: SecKey] = made(kSecAttrKeyTypeECSECPrimeRandom, curveBitCounts)

  static func rsa(_ bitCount: Int) throws -> SecKey { try #require(rsa[bitCount]) }
  static func curve(_ bitCount: Int) throws -> SecKey { try #require(curve[bitCount]) }

  private static func made(_ type: CFString, _ bitCounts: [Int]) -> [Int: SecKey] {
    var keys: [Int: SecKey] = [:]
    for bitCount in bitCounts {
      let parameters: Query = [kSecAttrKeyType: type, kSecAttrKeySizeInBits: bitCount]
      keys[bitCount] = SecKeyCreateRandomKey(parameters as NSDictionary, nil)
    }
    return keys
  }
}

extension SecKey {
  var publicPart: SecKey { get throws { try #require(SecKeyCopyPublicKey(self)) } }

  var representation: Data {
    get throws { try #require(SecKeyCopyExternalRepresentation(self, nil)) as Data }
  }

  var attributes: [String: Any] {
    get throws { try #require(SecKeyCopyAttributes(self) as? [String: Any]) }
  }

  func sign(_ data: Data, _ algorithm: SecKeyAlgorithm) -> KeyAnswer<CFData> {
    answer { SecKeyCreateSignature(self, algorithm, data as CFData, $0) }
  }

  /// The value true, or nil with an error code.
  func verify(_ signature: Data, of data: Data, _ algorithm: SecKeyAlgorithm) -> KeyAnswer<Bool> {
    answer {
      SecKeyVerifySignature(self, algorithm, data as CFData, signature as CFData, $0) ? true : nil
    }
  }

  func encrypt(_ data: Data, _ algorithm: SecKeyAlgorithm) -> KeyAnswer<CFData> {
    answer { SecKeyCreateEncryptedData(self, algorithm, data as CFData, $0) }
  }

  func decrypt(_ data: Data, _ algorithm: SecKeyAlgorithm) -> KeyAnswer<CFData> {
    answer { SecKeyCreateDecryptedData(self, algorithm, data as CFData, $0) }
  }

  func exchange(
    with other: SecKey, _ algorithm: SecKeyAlgorithm, _ parameters: Query = [:]
  ) -> KeyAnswer<CFData> {
    answer { SecKeyCopyKeyExchangeResult(self, algorithm, other, parameters as NSDictionary, $0) }
  }

  /// A key from its bytes.
  static func made(
    of bytes: Data, _ type: Any?, _ keyClass: Any?, also others: Query = [:]
  ) -> KeyAnswer<SecKey> {
    var attributes = others
    if let type { attributes[kSecAttrKeyType] = type }
    if let keyClass { attributes[kSecAttrKeyClass] = keyClass }
    return answer { SecKeyCreateWithData(bytes as CFData, attributes as NSDictionary, $0) }
  }
}
