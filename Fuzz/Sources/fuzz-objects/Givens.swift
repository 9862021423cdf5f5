import Foundation
import Security

/// Objects that calls need beside those that are made up, and the keychain of this process, in a folder that goes
/// with it.
///
/// What is unsafe here is constant, but for the folder, which is written once: read by one thread.
enum Givens {
  static let isReady: Bool = {
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()
    var template = Array("\(parent)/latchkey-fuzz-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("no folder for the keychain") }
    let home = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    setenv("LATCHKEY_HOME", home, 1)
    setenv("LATCHKEY_LOG", "off", 1)
    folder = home
    atexit { try? FileManager.default.removeItem(atPath: Givens.folder) }
    return true
  }()

  nonisolated(unsafe) private static var folder = ""

  static let key: SecKey = {
    let parameters: NSDictionary = [
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
    ]
    guard let key = SecKeyCreateRandomKey(parameters, nil) else { fatalError("no key") }
    return key
  }()

  static let publicKey: SecKey = {
    guard let publicKey = SecKeyCopyPublicKey(key) else { fatalError("no public key") }
    return publicKey
  }()

  /// An authority of the system.
  static let certificate: SecCertificate = {
    var anchors: CFArray?
    SecTrustCopyAnchorCertificates(&anchors)
    guard let first = anchors?.firstObject as? SecCertificate else { fatalError("no certificate") }
    return first
  }()

  static var trust: SecTrust {
    var trust: SecTrust?
    SecTrustCreateWithCertificates(certificate, nil, &trust)
    guard let trust else { fatalError("no trust object") }
    return trust
  }
}
