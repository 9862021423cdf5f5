import Foundation
import Security

/// The C function `SecKeyCreateSignature`.
@_cdecl("SecKeyCreateSignature")
public func secKeyCreateSignature(
  _ key: UnsafeRawPointer?, _ algorithm: UnsafeRawPointer?, _ data: UnsafeRawPointer?,
  _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  use(key, algorithm, data, error) { SecKeyCreateSignature($0, $1, $2, $3) }
}

/// The C function `SecKeyCreateEncryptedData`.
@_cdecl("SecKeyCreateEncryptedData")
public func secKeyCreateEncryptedData(
  _ key: UnsafeRawPointer?, _ algorithm: UnsafeRawPointer?, _ plaintext: UnsafeRawPointer?,
  _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  use(key, algorithm, plaintext, error) { SecKeyCreateEncryptedData($0, $1, $2, $3) }
}

/// The C function `SecKeyCreateDecryptedData`.
@_cdecl("SecKeyCreateDecryptedData")
public func secKeyCreateDecryptedData(
  _ key: UnsafeRawPointer?, _ algorithm: UnsafeRawPointer?, _ ciphertext: UnsafeRawPointer?,
  _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  use(key, algorithm, ciphertext, error) { SecKeyCreateDecryptedData($0, $1, $2, $3) }
}

/// The C function `SecKeyVerifySignature`.
@_cdecl("SecKeyVerifySignature")
public func secKeyVerifySignature(
  _ key: UnsafeRawPointer?, _ algorithm: UnsafeRawPointer?, _ data: UnsafeRawPointer?,
  _ signature: UnsafeRawPointer?, _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UInt8 {
  CErrorCall.run(error) { error in
    guard let key = Box.object(key, as: SecKey.self), let name = CFInput.string(algorithm),
      let data = CFInput.data(data), let signature = CFInput.data(signature)
    else {
      CErrorCall.refuse("key, algorithm, signedData or signature", error)
      return 0
    }
    return SecKeyVerifySignature(key, SecKeyAlgorithm(name), data, signature, error) ? 1 : 0
  }
}

/// The C function `SecKeyCopyKeyExchangeResult`.
@_cdecl("SecKeyCopyKeyExchangeResult")
public func secKeyCopyKeyExchangeResult(
  _ privateKey: UnsafeRawPointer?, _ algorithm: UnsafeRawPointer?, _ publicKey: UnsafeRawPointer?,
  _ parameters: UnsafeRawPointer?, _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  CErrorCall.run(error) { error in
    guard let privateKey = Box.object(privateKey, as: SecKey.self),
      let name = CFInput.string(algorithm),
      let publicKey = Box.object(publicKey, as: SecKey.self),
      let parameters = CFInput.dictionary(parameters)
    else {
      CErrorCall.refuse("privateKey, algorithm, publicKey or parameters", error)
      return nil
    }
    return CFOutput.data(
      SecKeyCopyKeyExchangeResult(privateKey, SecKeyAlgorithm(name), publicKey, parameters, error))
  }
}

/// Calls a key function that converts data to data.
private func use(
  _ key: UnsafeRawPointer?, _ algorithm: UnsafeRawPointer?, _ input: UnsafeRawPointer?,
  _ error: ErrorPointer?,
  _ function: (SecKey, SecKeyAlgorithm, CFData, UnsafeMutablePointer<Unmanaged<CFError>?>?) ->
    CFData?
) -> UnsafeRawPointer? {
  CErrorCall.run(error) { error in
    guard let key = Box.object(key, as: SecKey.self), let name = CFInput.string(algorithm),
      let input = CFInput.data(input)
    else {
      CErrorCall.refuse("key, algorithm or data", error)
      return nil
    }
    return CFOutput.data(function(key, SecKeyAlgorithm(name), input, error))
  }
}
