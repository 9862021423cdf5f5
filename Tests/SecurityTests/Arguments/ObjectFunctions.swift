import Foundation
import Security

/// A table of all public functions that take a collection, a string or an object of any type. Each entry calls one
/// function with an object in every possible position, and checks the result.
enum ObjectFunctions {
  /// Calls a function with an object in every possible position. Returns true if the function rejected every call. For
  /// a function that cannot reject objects, returns true if each result was correct.
  typealias Call = @Sendable (NSObject) -> Bool

  static let names: [String] = table.map(\.name)

  static func call(_ name: String) -> Call? { table.first { $0.name == name }?.call }

  private static var table: [(name: String, call: Call)] {
    items + keys + trust + certificates + imports + others
  }

  // MARK: Items

  private static let items: [(name: String, call: Call)] = [
    ("SecItemAdd", { inQuery($0) { SecItemAdd($0, nil) == errSecParam } }),
    ("SecItemCopyMatching", { inQuery($0) { SecItemCopyMatching($0, nil) == errSecParam } }),
    (
      "SecItemUpdate",
      { object in
        inQuery(object) { query in
          let item: NSDictionary = [kSecClass: kSecClassGenericPassword]
          return SecItemUpdate(query, [:]) == errSecParam
            && SecItemUpdate(item, query) == errSecParam
        }
      }
    ),
    ("SecItemDelete", { inQuery($0) { SecItemDelete($0) == errSecParam } }),
  ]

  /// Calls `body` with several queries. If the object is a dictionary, one query is the object itself. Each other query
  /// contains the object as the value of a different key. Returns true if every call returned true.
  private static func inQuery(_ object: NSObject, _ body: (NSDictionary) -> Bool) -> Bool {
    let keys: [CFString] = [
      kSecAttrLabel, kSecValueData, kSecAttrAccessGroup, kSecMatchItemList, kSecUseItemList,
      kSecMatchIssuers, kSecMatchSearchList, kSecUseKeychain, kSecValueRef, kSecAttrAccessControl,
      kSecUseAuthenticationContext, kSecMatchPolicy, kSecReturnData, kSecMatchLimit, kSecClass,
      "nleg", "m_other", "f_other",
    ]
    var isRefused = (object as? NSDictionary).map(body) ?? true
    for key in keys {
      let query = NSMutableDictionary()
      query.setObject(kSecClassGenericPassword, forKey: kSecClass)
      query.setObject(object, forKey: key)
      isRefused = body(query) && isRefused
    }
    return isRefused
  }

  // MARK: Keys

  private static let keys: [(name: String, call: Call)] = [
    (
      "SecKeyCreateRandomKey",
      { inParameters($0) { parameters in refused { SecKeyCreateRandomKey(parameters, &$0) } } }
    ),
    (
      "SecKeyGeneratePair",
      { inParameters($0) { SecKeyGeneratePair($0, nil, nil) == errSecParam } }
    ),
    (
      "SecKeyCreateWithData",
      { inParameters($0) { parameters in refused { SecKeyCreateWithData(data, parameters, &$0) } } }
    ),
    (
      "SecKeyCopyKeyExchangeResult",
      { object in
        guard let key = try? SecKey.made(), let other = key.publicKey else { return false }
        return inParameters(object) { parameters in
          refused {
            SecKeyCopyKeyExchangeResult(
              key, .ecdhKeyExchangeStandardX963SHA256, other, parameters, &$0)
          }
        }
      }
    ),
    (
      "SecKeyGenerateSymmetric",
      { inParameters($0) { parameters in refused { SecKeyGenerateSymmetric(parameters, &$0) } } }
    ),
    (
      "SecKeyCreateFromData",
      { inParameters($0) { parameters in refused { SecKeyCreateFromData(parameters, data, &$0) } } }
    ),
    (
      "SecKeyDeriveFromPassword",
      { object in
        inParameters(object) { parameters in
          refused { SecKeyDeriveFromPassword("password", parameters, &$0) }
        }
          && inName(object) { name in
            refused {
              SecKeyDeriveFromPassword(
                name,
                [
                  kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrKeySizeInBits: 256,
                  kSecAttrSalt: data,
                ], &$0)
            }
          }
      }
    ),
    // `SecKeyWrapSymmetric` and `SecKeyUnwrapSymmetric` fail with any arguments.
    (
      "SecKeyWrapSymmetric",
      { object in
        guard let key = try? SecKey.made() else { return false }
        return inParameters(object) { SecKeyWrapSymmetric(key, key, $0, nil) == nil }
      }
    ),
    (
      "SecKeyUnwrapSymmetric",
      { object in
        guard let key = try? SecKey.made() else { return false }
        return inParameters(object) { SecKeyUnwrapSymmetric(nil, key, $0, nil) == nil }
      }
    ),
  ]

  /// Calls `body` with several dictionaries of parameters. If the object is a dictionary, one dictionary is the object
  /// itself. Each other dictionary contains the object as the value of a different parameter. Returns true if every
  /// call returned true.
  private static func inParameters(_ object: NSObject, _ body: (NSDictionary) -> Bool) -> Bool {
    let names: [CFString] = [
      kSecPrivateKeyAttrs, kSecPublicKeyAttrs, kSecAttrLabel, kSecAttrKeySizeInBits, kSecAttrSalt,
      kSecAttrTokenID, kSecAttrIsPermanent, SecKeyKeyExchangeParameter.requestedSize.rawValue,
      SecKeyKeyExchangeParameter.sharedInfo.rawValue,
    ]
    var isRefused = (object as? NSDictionary).map(body) ?? true
    for name in names {
      let parameters: NSMutableDictionary = [
        kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
      ]
      parameters.setObject(object, forKey: name)
      isRefused = body(parameters) && isRefused
    }
    return isRefused
  }

  // MARK: Trust

  private static let trust: [(name: String, call: Call)] = [
    (
      "SecPolicyCreateWithProperties",
      { object in
        let properties = [kSecPolicyName, kSecPolicyClient, kSecPolicyRevocationFlags, "other"].map {
          NSDictionary(objects: [object], forKeys: [$0])
        }
        return SecPolicyCreateWithProperties(object, nil) == nil
          && (properties + [object].compactMap { $0 as? NSDictionary }).allSatisfy {
            SecPolicyCreateWithProperties(kSecPolicyAppleSSL, $0) == nil
          }
      }
    ),
    // `SecPolicyCreateSSL` cannot reject a name. A name with an unpaired surrogate matches no host.
    (
      "SecPolicyCreateSSL",
      { inName($0) { SecPolicyCreateSSL(true, $0) != SecPolicyCreateSSL(true, nil) } }
    ),
    (
      "SecTrustCreateWithCertificates",
      { object in
        var trust: SecTrust?
        return inArray(object) { value in
          SecTrustCreateWithCertificates(value, nil, &trust) == errSecParam
            && SecTrustCreateWithCertificates(certificate, value, &trust) == errSecParam
        }
      }
    ),
    ("SecTrustSetPolicies", { inArray($0) { SecTrustSetPolicies(made, $0) == errSecParam } }),
    (
      "SecTrustSetAnchorCertificates",
      { inList($0) { SecTrustSetAnchorCertificates(made, $0) == errSecParam } }
    ),
    (
      "SecTrustSetOCSPResponse",
      { inArray($0) { SecTrustSetOCSPResponse(made, $0) == errSecParam } }
    ),
    (
      "SecTrustSetSignedCertificateTimestamps",
      { inList($0) { SecTrustSetSignedCertificateTimestamps(made, $0) == errSecParam } }
    ),
    // `SecTrustSetKeychains` ignores the object and has no effect.
    ("SecTrustSetKeychains", { inArray($0) { SecTrustSetKeychains(made, $0) == errSecSuccess } }),
    (
      "SecTrustSettingsSetTrustSettings",
      { object in
        let settings = [
          kSecTrustSettingsPolicy, kSecTrustSettingsPolicyString, kSecTrustSettingsResult, "other",
        ].map { NSDictionary(objects: [object], forKeys: [$0 as NSString]) }
        return ([object, NSArray(object: object)] + settings).allSatisfy {
          SecTrustSettingsSetTrustSettings(certificate, .user, $0) == errSecParam
        }
      }
    ),
  ]

  // MARK: Certificates

  private static let certificates: [(name: String, call: Call)] = [
    (
      "SecCertificateCopyValues",
      { inList($0) { list in refused { SecCertificateCopyValues(certificate, list, &$0) } } }
    ),
    (
      "SecCertificateSetPreferred",
      { object in
        inList(object) { SecCertificateSetPreferred(certificate, "name", $0) == errSecParam }
          && inName(object) { SecCertificateSetPreferred(certificate, $0, nil) == errSecParam }
      }
    ),
    (
      "SecCertificateCopyPreferred",
      { object in
        inList(object) { SecCertificateCopyPreferred("name", $0) == nil }
          && inName(object) { SecCertificateCopyPreferred($0, nil) == nil }
      }
    ),
    (
      "SecCertificateSetPreference",
      { inName($0) { SecCertificateSetPreference(certificate, $0, 0, nil) == errSecParam } }
    ),
    (
      "SecCertificateCopyPreference",
      { object in
        var found: SecCertificate?
        return inName(object) { SecCertificateCopyPreference($0, 0, &found) == errSecParam }
      }
    ),
    (
      "SecIdentityCreateWithCertificate",
      { object in
        var identity: SecIdentity?
        return inArray(object) {
          SecIdentityCreateWithCertificate($0, certificate, &identity) == errSecParam
        }
      }
    ),
    (
      "SecIdentitySetPreferred",
      { object in
        inList(object) { SecIdentitySetPreferred(nil, "name", $0) == errSecParam }
          && inName(object) { SecIdentitySetPreferred(nil, $0, nil) == errSecParam }
      }
    ),
    (
      "SecIdentityCopyPreferred",
      { object in
        inList(object) { SecIdentityCopyPreferred("name", $0, nil) == nil }
          && inList(object) { SecIdentityCopyPreferred("name", nil, $0) == nil }
          && inName(object) { SecIdentityCopyPreferred($0, nil, nil) == nil }
      }
    ),
    (
      "SecIdentitySetPreference",
      { object in
        guard let identity = try? SecIdentity.made("Alice") else { return false }
        return inName(object) { SecIdentitySetPreference(identity, $0, 0) == errSecParam }
      }
    ),
    (
      "SecIdentityCopyPreference",
      { object in
        var found: SecIdentity?
        return inList(object) { SecIdentityCopyPreference("name", 0, $0, &found) == errSecParam }
          && inName(object) { SecIdentityCopyPreference($0, 0, nil, &found) == errSecParam }
      }
    ),
  ]

  // MARK: Import and export

  private static let imports: [(name: String, call: Call)] = [
    (
      "SecPKCS12Import",
      { object in
        let options = [
          kSecImportExportPassphrase, kSecUseDataProtectionKeychain, kSecImportToMemoryOnly,
          kSecAttrLabel,
        ].map { NSDictionary(objects: [object], forKeys: [$0]) }
        var items: CFArray?
        return (options + [object].compactMap { $0 as? NSDictionary }).allSatisfy {
          SecPKCS12Import(data, $0, &items) == errSecParam
        }
      }
    ),
    (
      "SecItemImport",
      { object in
        inKeyParameters(object) {
          SecItemImport(data, nil, nil, nil, [], $0, nil, nil) == errSecParam
        } && inName(object) { SecItemImport(data, $0, nil, nil, [], nil, nil, nil) == errSecParam }
      }
    ),
    (
      "SecItemExport",
      { object in
        var exported: CFData?
        return inKeyParameters(object) {
          SecItemExport(certificate, .formatUnknown, [], $0, &exported) == errSecParam
        }
          && inArray(object) {
            SecItemExport($0, .formatUnknown, [], nil, &exported) == errSecParam
          }
      }
    ),
  ]

  private static func inKeyParameters(
    _ object: NSObject, _ body: (UnsafePointer<SecItemImportExportKeyParameters>) -> Bool
  ) -> Bool {
    let list = object as? NSArray ?? NSArray(object: object)
    return withExtendedLifetime((object, list)) {
      var passphrase = SecItemImportExportKeyParameters()
      passphrase.passphrase = .passUnretained(object)
      var usage = SecItemImportExportKeyParameters()
      usage.keyUsage = .passUnretained(list)
      var attributes = SecItemImportExportKeyParameters()
      attributes.keyAttributes = .passUnretained(list)
      let isRefused = [body(&passphrase), body(&usage), body(&attributes)]
      return isRefused.allSatisfy { $0 }
    }
  }

  // MARK: Others

  private static let others: [(name: String, call: Call)] = [
    (
      "SecAccessControlCreateWithFlags",
      { object in
        inArray(object) { value in
          refused { SecAccessControlCreateWithFlags(nil, value, [], &$0) }
            && refused {
              SecAccessControlCreateWithFlags(
                nil, NSDictionary(objects: [value], forKeys: ["key" as NSString]), [], &$0)
            }
        }
      }
    ),
    ("SecKeychainSetSearchList", { SecKeychainSetSearchList([$0] as NSArray) == errSecParam }),
    (
      "SecKeychainSetDomainSearchList",
      { SecKeychainSetDomainSearchList(.user, [$0] as NSArray) == errSecParam }
    ),
    // `SecKeychainCreate` ignores the initial access, as on macOS. A missing folder makes the call fail.
    (
      "SecKeychainCreate",
      { SecKeychainCreate("/none/none/a", 1, "p", false, $0, nil) != errSecSuccess }
    ),
    // `CFGetTypeID`, `CFHash`, `CFEqual` and `CFErrorCreate` return a result for every object.
    ("CFGetTypeID", { CFGetTypeID($0) != 0 }),
    ("CFHash", { CFHash($0) == CFHash($0) }),
    (
      "CFEqual",
      { object in
        CFEqual(object, object) && !CFEqual(object, NSArray(object: object))
          && !CFEqual(NSArray(object: object), NSArray(object: object))
          && !CFEqual(
            NSDictionary(objects: [object], forKeys: ["key" as NSString]),
            NSDictionary(objects: [object], forKeys: ["key" as NSString]))
      }
    ),
    (
      "CFErrorCreate",
      { object in
        let details = NSDictionary(objects: [object], forKeys: ["key" as NSString])
        return CFErrorCreate(nil, "domain", 1, details).userInfo.isEmpty
          && CFErrorCreate(nil, "domain", 1, object as? NSDictionary).userInfo.isEmpty
      }
    ),
    // The functions for shared web credentials fail with any arguments, because Latchkey has no such service.
    (
      "SecAddSharedWebCredential",
      { inName($0) { SecAddSharedWebCredential($0, $0, $0) { _ in } == () } }
    ),
    (
      "SecRequestSharedWebCredential",
      { inName($0) { SecRequestSharedWebCredential($0, $0) { _, _ in } == () } }
    ),
  ]

  // MARK: Places

  private static var data: NSData { Data([1, 2, 3]) as NSData }

  private static let certificate: SecCertificate = {
    let made = MadeCertificate("Hostile")
    guard let key = try? SecKey.made(), let certificate = try? made.made(key) else {
      fatalError("no certificate")
    }
    return certificate
  }()

  private static var made: SecTrust {
    var trust: SecTrust?
    SecTrustCreateWithCertificates(certificate, nil, &trust)
    guard let trust else { fatalError("no trust object") }
    return trust
  }

  /// Calls `body` with the object, and with an array of the object. Returns true if both calls returned true.
  private static func inArray(_ object: NSObject, _ body: (NSObject) -> Bool) -> Bool {
    let isRefused = [body(object), body(NSArray(object: object))]
    return isRefused.allSatisfy { $0 }
  }

  /// Calls `body` with an array of the object, and with the object if it is an array. Returns true if every call
  /// returned true.
  private static func inList(_ object: NSObject, _ body: (NSArray) -> Bool) -> Bool {
    let isRefused = [(object as? NSArray).map(body) ?? true, body(NSArray(object: object))]
    return isRefused.allSatisfy { $0 }
  }

  /// If the object is a string, calls `body` with the string and returns the result. Otherwise, returns true.
  private static func inName(_ object: NSObject, _ body: (NSString) -> Bool) -> Bool {
    (object as? NSString).map(body) ?? true
  }

  /// Returns whether a function returned nil and an error with the code `errSecParam`.
  private static func refused<Result>(
    _ body: (inout Unmanaged<CFError>?) -> Result?
  ) -> Bool {
    var error: Unmanaged<CFError>?
    let result = body(&error)
    return result == nil && error?.takeRetainedValue().code == Int(errSecParam)
  }
}
