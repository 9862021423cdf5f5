import Foundation
import FuzzSupport
import Security

/// Passes objects that are created from the bytes to the public functions that take objects.
///
/// The first byte selects the function. The other bytes determine the objects.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  _ = FuzzKeychain.isReady
  var objects = Objects(ByteSource(start, count))
  let function = Int(objects.byte())
  let made: [NSObject] = [objects.dictionary(), objects.object()]
  Functions.all[function % Functions.all.count](made[0], made[1])
  // Empties the created collections, because collections that contain themselves would never be freed.
  for object in made { Functions.empty(object) }
  return 0
}

/// The public functions with an argument that may contain other objects.
enum Functions {
  /// Calls a function with a dictionary and an object.
  typealias Call = @Sendable (NSObject, NSObject) -> Void

  static func empty(_ object: NSObject) {
    (object as? NSMutableArray)?.removeAllObjects()
    (object as? NSMutableDictionary)?.removeAllObjects()
  }

  static let all: [Call] = [
    { query, _ in SecItemAdd(query as? NSDictionary, nil) },
    { query, _ in SecItemCopyMatching(query as? NSDictionary, nil) },
    { query, _ in SecItemUpdate(query as? NSDictionary, [:]) },
    { values, _ in SecItemUpdate([kSecClass: kSecClassGenericPassword], values as? NSDictionary) },
    { query, _ in SecItemDelete(query as? NSDictionary) },
    { object, _ in withDictionary(object) { _ = SecKeyCreateRandomKey($0, nil) } },
    { object, _ in withDictionary(object) { SecKeyGeneratePair($0, nil, nil) } },
    { object, _ in withDictionary(object) { _ = SecKeyCreateWithData(data, $0, nil) } },
    { object, _ in
      withDictionary(object) {
        _ = SecKeyCopyKeyExchangeResult(
          Givens.key, .ecdhKeyExchangeStandardX963SHA256, Givens.publicKey, $0, nil)
      }
    },
    { object, _ in withDictionary(object) { _ = SecKeyGenerateSymmetric($0, nil) } },
    { object, _ in withDictionary(object) { _ = SecKeyCreateFromData($0, data, nil) } },
    { _, name in withName(name) { _ = SecKeyDeriveFromPassword($0, [:], nil) } },
    { object, _ in
      withDictionary(object) { _ = SecKeyWrapSymmetric(Givens.key, Givens.key, $0, nil) }
    },
    { object, _ in withDictionary(object) { _ = SecKeyUnwrapSymmetric(nil, Givens.key, $0, nil) } },
    { properties, _ in
      _ = SecPolicyCreateWithProperties(kSecPolicyAppleSSL, properties as? NSDictionary)
    },
    { _, object in _ = SecPolicyCreateWithProperties(object, nil) },
    { _, name in withName(name) { _ = SecPolicyCreateSSL(true, $0) } },
    { _, object in
      var trust: SecTrust?
      SecTrustCreateWithCertificates(object, nil, &trust)
      SecTrustCreateWithCertificates(Givens.certificate, object, &trust)
    },
    { _, object in SecTrustSetPolicies(Givens.trust, object) },
    { _, object in withArray(object) { SecTrustSetAnchorCertificates(Givens.trust, $0) } },
    { _, object in SecTrustSetOCSPResponse(Givens.trust, object) },
    { _, object in withArray(object) { SecTrustSetSignedCertificateTimestamps(Givens.trust, $0) } },
    { _, object in SecTrustSetKeychains(Givens.trust, object) },
    { settings, object in
      SecTrustSettingsSetTrustSettings(Givens.certificate, .user, settings)
      SecTrustSettingsSetTrustSettings(Givens.certificate, .user, object)
    },
    { _, object in withArray(object) { _ = SecCertificateCopyValues(Givens.certificate, $0, nil) }
    },
    { _, object in
      withArray(object) { SecCertificateSetPreferred(Givens.certificate, "name", $0) }
      withName(object) { SecCertificateSetPreferred(Givens.certificate, $0, nil) }
    },
    { _, object in
      withArray(object) { _ = SecCertificateCopyPreferred("name", $0) }
      withName(object) { _ = SecCertificateCopyPreferred($0, nil) }
    },
    { _, object in
      var certificate: SecCertificate?
      withName(object) {
        SecCertificateSetPreference(Givens.certificate, $0, 0, nil)
        SecCertificateCopyPreference($0, 0, &certificate)
      }
    },
    { _, object in
      withArray(object) {
        SecIdentitySetPreferred(nil, "name", $0)
        _ = SecIdentityCopyPreferred("name", $0, nil)
        _ = SecIdentityCopyPreferred("name", nil, $0)
      }
    },
    { _, object in
      var identity: SecIdentity?
      SecIdentityCreateWithCertificate(object, Givens.certificate, &identity)
      withArray(object) { SecIdentityCopyPreference("name", 0, $0, &identity) }
      withName(object) { SecIdentityCopyPreference($0, 0, nil, &identity) }
    },
    { options, object in
      var items: CFArray?
      withDictionary(options) { SecPKCS12Import(data, $0, &items) }
      SecPKCS12Import(data, [kSecImportExportPassphrase: object] as NSDictionary, &items)
    },
    { _, object in
      var exported: CFData?
      SecItemExport(object, .formatUnknown, [], nil, &exported)
      withName(object) { SecItemImport(data, $0, nil, nil, [], nil, nil, nil) }
      var parameters = SecItemImportExportKeyParameters()
      parameters.passphrase = .passUnretained(object)
      if let list = object as? NSArray {
        parameters.keyUsage = .passUnretained(list)
        parameters.keyAttributes = .passUnretained(list)
      }
      SecItemImport(data, nil, nil, nil, [], &parameters, nil, nil)
      SecItemExport(Givens.certificate, .formatUnknown, [], &parameters, &exported)
    },
    { protection, object in
      _ = SecAccessControlCreateWithFlags(nil, protection, [], nil)
      _ = SecAccessControlCreateWithFlags(nil, object, [], nil)
    },
    { one, other in
      _ = CFEqual(one, other)
      _ = CFEqual(NSArray(object: other), NSArray(object: other))
      _ = CFHash(one)
      _ = CFGetTypeID(other)
    },
  ]

  private static var data: NSData { Data([0x30, 0x03, 0x02, 0x01, 0x03]) as NSData }

  private static func withDictionary(_ object: NSObject, _ body: (NSDictionary) -> Void) {
    if let dictionary = object as? NSDictionary { body(dictionary) }
  }

  private static func withArray(_ object: NSObject, _ body: (NSArray) -> Void) {
    body(object as? NSArray ?? NSArray(object: object))
  }

  private static func withName(_ object: NSObject, _ body: (NSString) -> Void) {
    if let name = object as? NSString { body(name) }
  }
}
