import Foundation
import Security

/// The C function `SecKeyRawSign`.
@_cdecl("SecKeyRawSign")
public func secKeyRawSign(
  _ key: UnsafeRawPointer?, _ padding: UInt32, _ input: UnsafePointer<UInt8>?, _ inputCount: Int,
  _ output: UnsafeMutablePointer<UInt8>?, _ outputCount: UnsafeMutablePointer<Int>?
) -> Int32 {
  write(key, input, inputCount, output, outputCount) {
    SecKeyRawSign($0, SecPadding(rawValue: padding), $1, inputCount, $2, $3)
  }
}

/// The C function `SecKeyEncrypt`.
@_cdecl("SecKeyEncrypt")
public func secKeyEncrypt(
  _ key: UnsafeRawPointer?, _ padding: UInt32, _ input: UnsafePointer<UInt8>?, _ inputCount: Int,
  _ output: UnsafeMutablePointer<UInt8>?, _ outputCount: UnsafeMutablePointer<Int>?
) -> Int32 {
  write(key, input, inputCount, output, outputCount) {
    SecKeyEncrypt($0, SecPadding(rawValue: padding), $1, inputCount, $2, $3)
  }
}

/// The C function `SecKeyDecrypt`.
@_cdecl("SecKeyDecrypt")
public func secKeyDecrypt(
  _ key: UnsafeRawPointer?, _ padding: UInt32, _ input: UnsafePointer<UInt8>?, _ inputCount: Int,
  _ output: UnsafeMutablePointer<UInt8>?, _ outputCount: UnsafeMutablePointer<Int>?
) -> Int32 {
  write(key, input, inputCount, output, outputCount) {
    SecKeyDecrypt($0, SecPadding(rawValue: padding), $1, inputCount, $2, $3)
  }
}

/// The C function `SecKeyRawVerify`.
@_cdecl("SecKeyRawVerify")
public func secKeyRawVerify(
  _ key: UnsafeRawPointer?, _ padding: UInt32, _ data: UnsafePointer<UInt8>?, _ dataCount: Int,
  _ signature: UnsafePointer<UInt8>?, _ signatureCount: Int
) -> Int32 {
  CCall.run {
    guard let key = Box.object(key, as: SecKey.self), let data, let signature else {
      return errSecParam
    }
    return SecKeyRawVerify(
      key, SecPadding(rawValue: padding), data, dataCount, signature, signatureCount)
  }
}

/// Calls a key function that writes its result into the program's memory. Returns `errSecParam` if an argument is
/// missing or has a wrong type.
private func write(
  _ key: UnsafeRawPointer?, _ input: UnsafePointer<UInt8>?, _ inputCount: Int,
  _ output: UnsafeMutablePointer<UInt8>?, _ outputCount: UnsafeMutablePointer<Int>?,
  _ function: (
    SecKey, UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<Int>
  ) -> OSStatus
) -> Int32 {
  CCall.run {
    guard let key = Box.object(key, as: SecKey.self), let input, let output, let outputCount else {
      return errSecParam
    }
    return function(key, input, output, outputCount)
  }
}
