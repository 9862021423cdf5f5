import Foundation
import KeychainModel
import Security

// The C functions that make keys from CDSA numbers. CDSA's numbers of algorithms equal the values of `kSecAttrKeyType`.

/// The C function `SecKeyCreatePair`.
@_cdecl("SecKeyCreatePair")
public func secKeyCreatePair(
  _ keychain: UnsafeRawPointer?, _ algorithm: UInt32, _ size: UInt32, _ context: UInt64,
  _ publicUsage: UInt32, _ publicAttributes: UInt32, _ privateUsage: UInt32,
  _ privateAttributes: UInt32, _ access: UnsafeRawPointer?,
  _ publicKey: UnsafeMutablePointer<UnsafeRawPointer?>?,
  _ privateKey: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  publicKey?.pointee = nil
  privateKey?.pointee = nil
  return CCall.run {
    if let refusal = LegacyKeyRequest.refusal(keychain, context, access) { return refusal }
    guard let publicHalf = LegacyKeyRequest(publicUsage, publicAttributes),
      let privateHalf = LegacyKeyRequest(privateUsage, privateAttributes)
    else { return errSecParam }
    let parameters = LegacyKeyRequest.parameters(algorithm, size)
    if let refusal = KeychainArgument.target(parameters, keychain) { return refusal }
    parameters[kSecPublicKeyAttrs] = publicHalf.dictionary(isPermanent: true)
    parameters[kSecPrivateKeyAttrs] = privateHalf.dictionary(isPermanent: true)
    var keys: (public: SecKey?, private: SecKey?)
    let status = SecKeyGeneratePair(parameters, &keys.public, &keys.private)
    publicKey?.pointee = Box.make(keys.public)
    privateKey?.pointee = Box.make(keys.private)
    return status
  }
}

/// The C function `SecKeyGenerate`.
@_cdecl("SecKeyGenerate")
public func secKeyGenerate(
  _ keychain: UnsafeRawPointer?, _ algorithm: UInt32, _ size: UInt32, _ context: UInt64,
  _ usage: UInt32, _ attributes: UInt32, _ access: UnsafeRawPointer?,
  _ key: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  key?.pointee = nil
  return CCall.run {
    if let refusal = LegacyKeyRequest.refusal(keychain, context, access) { return refusal }
    guard let key, LegacyKeyRequest.symmetricAlgorithms.contains(algorithm),
      let request = LegacyKeyRequest(usage, attributes)
    else { return errSecParam }
    let parameters = LegacyKeyRequest.parameters(algorithm, size)
    if let refusal = KeychainArgument.target(parameters, keychain) { return refusal }
    // Without a keychain the key is not stored.
    for (name, value) in request.dictionary(isPermanent: keychain != nil).entries {
      if let name = PropertyValue.text(name) {
        parameters.setObject(value, forKey: NSString(string: name))
      }
    }
    var failure: Unmanaged<CFError>?
    let made = SecKeyGenerateSymmetric(parameters, &failure)
    if let failure { return OSStatus(failure.takeRetainedValue().code) }
    key.pointee = Box.make(made)
    return made == nil ? errSecInternal : errSecSuccess
  }
}

/// The permitted uses and the attributes of a key, as the bits of CDSA.
struct LegacyKeyRequest {
  private let usage: UInt32
  private let attributes: UInt32

  /// The numbers of the algorithms AES, DES, 3DES, RC2, RC4, CAST and Blowfish, in this order.
  static let symmetricAlgorithms: Set<UInt32> = [0x8000_0001, 14, 17, 23, 25, 27, 28]

  private static let anyUse: UInt32 = 0x8000_0000
  private static let isSensitive: UInt32 = 0x08
  private static let isExtractable: UInt32 = 0x20
  private static var uses: [(bit: UInt32, name: CFString)] {
    [
      (1, kSecAttrCanEncrypt), (2, kSecAttrCanDecrypt), (4, kSecAttrCanSign),
      (8, kSecAttrCanVerify), (16, kSecAttrCanSignRecover), (32, kSecAttrCanVerifyRecover),
      (64, kSecAttrCanWrap), (128, kSecAttrCanUnwrap), (256, kSecAttrCanDerive),
    ]
  }

  /// If `usage` permits every use, its other bits are ignored. Otherwise, returns nil if `usage` contains an unknown
  /// use.
  init?(_ usage: UInt32, _ attributes: UInt32) {
    guard usage & Self.anyUse != 0 || usage < 512 else { return nil }
    self.usage = usage
    self.attributes = attributes
  }

  /// Returns the status for arguments that make the call fail; nil if the arguments are valid. The call fails if
  /// `keychain` is not a keychain or its file is missing, if `access` is not an access list, and for a CDSA context.
  /// Latchkey has no CDSA contexts.
  static func refusal(
    _ keychain: UnsafeRawPointer?, _ context: UInt64, _ access: UnsafeRawPointer?
  ) -> OSStatus? {
    if keychain != nil, Box.object(keychain, as: SecKeychain.self) == nil { return errSecParam }
    guard access == nil || Box.object(access, as: LegacyAccess.self) != nil else {
      return errSecParam
    }
    if case .refused(let status) = KeychainArgument.selection(keychain) { return status }
    return context == 0 ? nil : errSecUnimplemented
  }

  static func parameters(_ algorithm: UInt32, _ size: UInt32) -> NSMutableDictionary {
    let parameters = NSMutableDictionary()
    parameters[kSecAttrKeyType] = NSNumber(value: Int64(algorithm))
    parameters[kSecAttrKeySizeInBits] = NSNumber(value: Int64(size))
    return parameters
  }

  /// Returns the attributes of the key. If `usage` permits every use, the dictionary contains no attributes of uses,
  /// and the item function then gives the key all uses that the key supports.
  func dictionary(isPermanent: Bool) -> NSMutableDictionary {
    let dictionary = NSMutableDictionary()
    dictionary[kSecAttrIsPermanent] = isPermanent ? kCFBooleanTrue : kCFBooleanFalse
    guard isPermanent else { return dictionary }
    dictionary[kSecAttrIsExtractable] = flag(attributes & Self.isExtractable)
    dictionary[kSecAttrIsSensitive] = flag(attributes & Self.isSensitive)
    if usage != 0, usage & Self.anyUse == 0 {
      for use in Self.uses { dictionary[use.name] = flag(usage & use.bit) }
    }
    return dictionary
  }

  /// Returns the attributes of a query that finds keys with the uses in `usage`.
  func query() -> [(name: CFString, value: CFBoolean)] {
    guard usage & Self.anyUse == 0 else { return [] }
    return Self.uses.filter { usage & $0.bit != 0 }.map { ($0.name, kCFBooleanTrue) }
  }

  private func flag(_ bits: UInt32) -> CFBoolean { bits != 0 ? kCFBooleanTrue : kCFBooleanFalse }
}
