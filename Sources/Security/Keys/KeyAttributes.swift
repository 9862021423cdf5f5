import Foundation
import KeychainModel
import PublicKeys

/// What `SecKeyCopyAttributes` says of a key (keys-and-certificates 1.6).
enum KeyAttributes {
  /// - Throws: What reading the key throws.
  static func dictionary(of material: KeyMaterial) throws(KeychainError) -> NSDictionary {
    let bytes = try material.externalRepresentation()
    let result = NSMutableDictionary()
    func set(_ key: String, _ value: NSObject) { result.setObject(value, forKey: key as NSString) }
    func flag(_ key: String, _ value: Bool) { set(key, NSNumber(value: value)) }
    set("class", kSecClassKey)
    set("v_Data", Data(bytes) as NSData)
    flag("perm", true)
    flag("priv", true)
    flag("modi", true)
    flag("sens", false)
    flag("asen", false)
    flag("extr", true)
    flag("next", false)
    flag("snrc", false)
    flag("vyrc", false)
    let uses = Uses(of: material)
    flag("encr", uses.encrypts)
    flag("decr", uses.decrypts)
    flag("drve", uses.derives)
    flag("sign", uses.signs)
    flag("vrfy", uses.verifies)
    flag("wrap", uses.wraps)
    flag("unwp", uses.unwraps)
    switch material {
    case .asymmetric(let key):
      set("kcls", key.isPrivate ? kSecAttrKeyClassPrivate : kSecAttrKeyClassPublic)
      let isRSA = if case .rsa = key.kind { true } else { false }
      set("type", isRSA ? kSecAttrKeyTypeRSA : kSecAttrKeyTypeECSECPrimeRandom)
      set("bsiz", NSNumber(value: key.bitCount))
      set("esiz", NSNumber(value: key.bitCount))
      set("klbl", Data(try key.publicKeyHash()) as NSData)
    case .symmetric(let key):
      set("kcls", kSecAttrKeyClassSymmetric)
      set("type", NSString(string: String(key.typeNumber)))
      set("bsiz", NSNumber(value: key.bytes.count * 8))
      set("esiz", NSNumber(value: key.bytes.count * 8))
    }
    return result
  }

  /// What a key says it may be used for.
  private struct Uses {
    let encrypts: Bool
    let decrypts: Bool
    let derives: Bool
    let signs: Bool
    let verifies: Bool
    let wraps: Bool
    let unwraps: Bool

    init(of material: KeyMaterial) {
      switch material {
      case .asymmetric(let key):
        let isRSA = if case .rsa = key.kind { true } else { false }
        encrypts = !key.isPrivate
        // An RSA public key says that it decrypts: verifying is that.
        decrypts = key.isPrivate || isRSA
        derives = key.isPrivate && !isRSA
        signs = key.isPrivate
        verifies = !key.isPrivate
        wraps = !key.isPrivate
        unwraps = key.isPrivate
      case .symmetric:
        (encrypts, decrypts, derives, signs, verifies) = (true, true, true, true, true)
        (wraps, unwraps) = (true, true)
      }
    }
  }
}
