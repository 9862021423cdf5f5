import Foundation
import Security
import Testing

/// The return value of a key function, and the code of the error that the function set.
struct KeyAnswer<Value> {
  let value: Value?
  /// The code of the error. Nil if the function set no error.
  let code: Int?
}

/// Calls a key function. If the function sets an error, checks the domain and the description of the error. The caller
/// must own the only reference to the error.
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
  // The caller has released the error, so the error must no longer exist.
  #expect(watched == nil, sourceLocation: sourceLocation)
  return KeyAnswer(value: value, code: code)
}

/// Keys for tests. Each key is created once.
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

  /// Verifies a signature. The value is true for a valid signature. Otherwise the value is nil, and an error code is
  /// set.
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

  /// Creates a key from bytes, a type, a class and other attributes.
  static func made(
    of bytes: Data, _ type: Any?, _ keyClass: Any?, also others: Query = [:]
  ) -> KeyAnswer<SecKey> {
    var attributes = others
    if let type { attributes[kSecAttrKeyType] = type }
    if let keyClass { attributes[kSecAttrKeyClass] = keyClass }
    return answer { SecKeyCreateWithData(bytes as CFData, attributes as NSDictionary, $0) }
  }
}
