import Foundation
import FuzzSupport
import Security

/// Reads the bytes as a key, and uses the key.
///
/// The first four bytes select the type, the class, the operation and the algorithm. The other bytes are the key. If
/// the operation is in the upper half, the other bytes are the message for a valid key instead.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var source = ByteSource(start, count)
  let type: Any = source.one(of: ["42", "73", "43", "2147483678", "2147483679", 42, 73] as [Any])
  let keyClass = source.one(of: ["0", "1", "0", "1", "2"])
  let operation = source.byte()
  let algorithm = SecKeyAlgorithm(rawValue: source.one(of: Algorithms.names) as CFString)
  let bytes = source.all()
  if operation < 0x80 {
    let attributes = [kSecAttrKeyType: type, kSecAttrKeyClass: keyClass] as NSDictionary
    var error: Unmanaged<CFError>?
    guard let key = SecKeyCreateWithData(bytes as CFData, attributes, &error) else {
      // If no key is returned, an error must be returned.
      precondition(error != nil)
      error?.release()
      return 0
    }
    use(key, algorithm, operation, Data([operation]))
  } else {
    for key in Algorithms.keys { use(key, algorithm, operation, bytes) }
  }
  return 0
}

private func use(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ operation: UInt8, _ input: Data) {
  var error: Unmanaged<CFError>?
  defer { error?.release() }
  switch operation % 8 {
  case 0: _ = SecKeyCreateSignature(key, algorithm, input as CFData, &error)
  case 1: _ = SecKeyVerifySignature(key, algorithm, Data([7]) as CFData, input as CFData, &error)
  case 2: _ = SecKeyCreateEncryptedData(key, algorithm, input as CFData, &error)
  case 3: _ = SecKeyCreateDecryptedData(key, algorithm, input as CFData, &error)
  case 4:
    let parameters = [SecKeyKeyExchangeParameter.requestedSize.rawValue: 32] as NSDictionary
    _ = SecKeyCopyKeyExchangeResult(
      key, algorithm, SecKeyCopyPublicKey(key) ?? key, parameters, &error)
  case 5:
    guard let attributes = SecKeyCopyAttributes(key) else { return }
    precondition(attributes.count > 20)
  case 6:
    // Exporting the key and reading it again must give the same key.
    guard let bytes = SecKeyCopyExternalRepresentation(key, &error),
      let attributes = SecKeyCopyAttributes(key)
    else { return }
    let again = SecKeyCreateWithData(bytes, attributes, nil)
    precondition(again == key && again?.hash == key.hash)
  default:
    _ = key.description
    precondition(SecKeyCopyPublicKey(key) != nil)
  }
}
