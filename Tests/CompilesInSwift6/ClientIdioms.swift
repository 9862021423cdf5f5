// Code that programs for Apple's platforms use around the item functions. This file has the imports of a client program
// and uses only public names.

import Foundation
import LocalAuthentication
import Security
import Testing

@Suite("Idioms of client programs")
struct ClientIdioms {
  // MARK: Constants

  enum Accessibility: String, CaseIterable {
    case whenUnlocked
    case afterFirstUnlock

    var value: CFString {
      switch self {
      case .whenUnlocked: return kSecAttrAccessibleWhenUnlocked
      case .afterFirstUnlock: return kSecAttrAccessibleAfterFirstUnlock
      }
    }

    init?(value: CFString) {
      switch value {
      case kSecAttrAccessibleWhenUnlocked: self = .whenUnlocked
      case kSecAttrAccessibleAfterFirstUnlock: self = .afterFirstUnlock
      default: return nil
      }
    }

    init?(string: String) {
      switch string {
      case String(kSecAttrAccessibleWhenUnlocked): self = .whenUnlocked
      case String(kSecAttrAccessibleAfterFirstUnlock): self = .afterFirstUnlock
      default: return nil
      }
    }
  }

  @Test(arguments: Accessibility.allCases)
  func switchingOverConstants(accessibility: Accessibility) {
    #expect(Accessibility(value: accessibility.value) == accessibility)
    #expect(Accessibility(string: accessibility.value as String) == accessibility)
  }

  @Test func constantsAsStrings() {
    #expect("\(kSecClass)" == "class")
    #expect(kSecClass as String == "class")
    #expect(String(kSecClass) == "class")
    #expect((kSecClass as NSString).length == 5)
    #expect(kSecClassKey == kSecClassKey)
    #expect(kSecClassKey != kSecClassCertificate)
    #expect([kSecClassKey, kSecClassCertificate].contains(kSecClassKey))
    let classes: Set<CFString> = [kSecClassKey, kSecClassCertificate]
    #expect(classes.contains("keys"))
  }

  static let sharedClass = kSecClassGenericPassword as String

  @Test func constantsInStaticProperties() {
    #expect(Self.sharedClass == "genp")
  }

  // MARK: Core Foundation

  @Test func coreFoundationTypes() {
    let string: CFString = "a" as CFString
    let data: CFData = Data([1]) as CFData
    let array: CFArray = ["a"] as CFArray
    let dictionary: CFDictionary = ["a": 1] as CFDictionary
    let mutable: CFMutableDictionary = NSMutableDictionary()
    let number: CFNumber = 5 as CFNumber
    let boolean: CFBoolean = true as CFBoolean
    let date: CFDate = Date() as CFDate
    let url: CFURL = URL(fileURLWithPath: "/") as CFURL
    let error: CFError = NSError(domain: NSOSStatusErrorDomain, code: Int(errSecParam))
    let null: CFNull = kCFNull
    let allocator: CFAllocator? = kCFAllocatorDefault
    let objects: [(CFTypeRef, CFTypeID)] = [
      (string, CFStringGetTypeID()), (data, CFDataGetTypeID()), (array, CFArrayGetTypeID()),
      (dictionary, CFDictionaryGetTypeID()), (mutable, CFDictionaryGetTypeID()),
      (number, CFNumberGetTypeID()), (boolean, CFBooleanGetTypeID()), (date, CFDateGetTypeID()),
      (url, CFURLGetTypeID()), (error, CFErrorGetTypeID()), (null, CFNullGetTypeID()),
    ]
    for (object, type) in objects {
      #expect(CFGetTypeID(object) == type)
      #expect(CFEqual(object, object))
      #expect(CFHash(object) == CFHash(object))
    }
    #expect(allocator != nil)
  }

  @Test func coreFoundationNumbers() {
    let status: OSStatus = noErr
    let index: CFIndex = 1
    let flags: CFOptionFlags = 1 << 30
    let code: FourCharCode = 0x6874_7073
    let type: OSType = code
    #expect(status == errSecSuccess)
    #expect(index == 1 && flags == 1_073_741_824 && type == 0x6874_7073)
    #expect(kCFBooleanTrue.boolValue && kCFBooleanTrue! == true)
    #expect(!kCFBooleanFalse.boolValue)
    let bundle: [String: Any] = [
      kCFBundleIdentifierKey as String: "a",
      kCFBundleNameKey! as String: "b",
    ]
    #expect(bundle["CFBundleIdentifier"] as? String == "a")
    #expect(bundle["CFBundleName"] as? String == "b")
  }

  @Test func errorsOfCoreFoundation() {
    let error: CFError = NSError(
      domain: NSOSStatusErrorDomain, code: Int(errSecAuthFailed), userInfo: ["a": "b"])
    let domain: CFErrorDomain = CFErrorGetDomain(error)
    #expect(domain as String == NSOSStatusErrorDomain)
    #expect(CFErrorGetCode(error) == Int(errSecAuthFailed))
    #expect((CFErrorCopyUserInfo(error) as? [String: String])?["a"] == "b")
    #expect(CFErrorCopyDescription(error) as String != "")
  }

  // MARK: Statuses

  struct KeychainFailure: Error {
    let status: OSStatus
    var message: String {
      (SecCopyErrorMessageString(status, nil) as String?) ?? "unknown"
    }
  }

  @Test func statuses() throws {
    func check(_ status: OSStatus) throws -> Bool {
      switch status {
      case errSecSuccess, noErr: return true
      case errSecItemNotFound: return false
      case errSecDuplicateItem, errSecInteractionNotAllowed: throw KeychainFailure(status: status)
      default: throw NSError(domain: NSOSStatusErrorDomain, code: Int(status), userInfo: nil)
      }
    }
    #expect(try check(0))
    #expect(try !check(-25300))
    let failure = #expect(throws: KeychainFailure.self) {
      try check(errSecInteractionNotAllowed)
    }
    #expect(failure?.message == "User interaction is not allowed.")
    #expect(throws: (any Error).self) { try check(errSecParam) }
    guard let text = SecCopyErrorMessageString(errSecItemNotFound, nil) else {
      Issue.record("the status has no sentence")
      return
    }
    #expect("\(text)" == "The specified item could not be found in the keychain.")
  }

  // MARK: Random bytes and passwords

  @Test func randomBytes() {
    var bytes = [UInt8](repeating: 0, count: 24)
    #expect(SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes) == errSecSuccess)
    #expect(bytes.contains { $0 != 0 })

    var data = Data(count: 24)
    let status = data.withUnsafeMutableBytes {
      SecRandomCopyBytes(kSecRandomDefault, 24, $0.baseAddress!)
    }
    #expect(status == errSecSuccess)
    let source: SecRandomRef? = kSecRandomDefault
    #expect(source == nil)
  }

  @Test func passwords() {
    let password = SecCreateSharedWebCredentialPassword() as String?
    #expect(password?.count == 15)
    SecAddSharedWebCredential("a" as CFString, "b" as CFString, nil) { (error: CFError?) in
      _ = error as Error?
    }
  }

  // MARK: Access control

  func makeAccessControl(_ flags: SecAccessControlCreateFlags) throws -> SecAccessControl {
    var error: Unmanaged<CFError>?
    guard
      let accessControl = SecAccessControlCreateWithFlags(
        kCFAllocatorDefault, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, flags, &error)
    else {
      throw error!.takeRetainedValue() as Error
    }
    return accessControl
  }

  @Test func accessControl() throws {
    let accessControl = try makeAccessControl([])
    let query = [kSecAttrAccessControl: accessControl] as [CFString: Any] as CFDictionary
    #expect(query[kSecAttrAccessControl] as! SecAccessControl == accessControl)
    #expect(query[kSecAttrAccessControl] as? SecAccessControl != nil)
    #expect(CFGetTypeID(accessControl) == SecAccessControlGetTypeID())
    #expect(SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAlways, .or, nil) != nil)

    do {
      _ = try makeAccessControl([.biometryCurrentSet, .or, .biometryAny])
      Issue.record("nothing was thrown")
    } catch {
      #expect((error as NSError).domain == NSOSStatusErrorDomain)
      #expect((error as NSError).code == Int(errSecParam))
      #expect(CFErrorGetCode(error as NSError) == -50)
    }

    let every: SecAccessControlCreateFlags = [
      .userPresence, .biometryAny, .touchIDAny, .biometryCurrentSet, .touchIDCurrentSet,
      .devicePasscode, .watch, .companion, .or, .and, .privateKeyUsage, .applicationPassword,
    ]
    #expect(every.contains(.and) && every.rawValue != 0)
  }

  // MARK: Local authentication

  final class Recorder: LAContext {
    var asked = 0
    override func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
      asked += 1
      return super.canEvaluatePolicy(policy, error: error)
    }
  }

  @Test func subclassOfAContext() {
    let context = Recorder()
    context.localizedReason = "Unlock"
    context.localizedFallbackTitle = ""
    context.localizedCancelTitle = nil
    context.interactionNotAllowed = true
    context.touchIDAuthenticationAllowableReuseDuration =
      LATouchIDAuthenticationMaximumAllowableReuseDuration
    var error: NSError?
    if context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error) {
      Issue.record("biometry appeared")
    }
    #expect(context.asked == 1)
    #expect(error?.code == LAError.biometryNotAvailable.rawValue)
    let query = [kSecUseAuthenticationContext as String: context] as [String: Any] as CFDictionary
    #expect(query[kSecUseAuthenticationContext] as? LAContext === context)
    switch context.biometryType {
    case .none: break
    case .touchID, .faceID, .opticID: Issue.record("biometry appeared")
    @unknown default: break
    }
  }

  @Test func evaluationThatThrows() async throws {
    try await inTemporaryKeychain {
      let context = LAContext()
      do {
        try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Unlock")
        Issue.record("nothing was thrown")
      } catch LAError.userCancel {
        Issue.record("nobody was there to cancel")
      } catch LAError.passcodeNotSet {
        // This is the expected error.
      } catch let error as LAError {
        Issue.record("\(error.code)")
      } catch {
        Issue.record("\(error)")
      }
    }
  }

  @Test func evaluationThatReplies() async {
    let code: Int? = await withCheckedContinuation { continuation in
      LAContext().evaluatePolicy(
        .deviceOwnerAuthenticationWithBiometrics, localizedReason: "Unlock"
      ) { success, error in
        switch (success, error) {
        case (true, _): continuation.resume(returning: nil)
        case (false, let error as LAError) where error.code == .biometryNotAvailable:
          continuation.resume(returning: error.errorCode)
        case (false, _): continuation.resume(returning: 0)
        }
      }
    }
    #expect(code == -6)
  }

  @MainActor final class ViewModel {
    let context = LAContext()
    var failure: String?

    func unlock() async {
      let context = LAContext()
      do {
        _ = try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Unlock")
      } catch {
        failure = error.localizedDescription
      }
    }

    func unlockWithReply() {
      context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Unlock") { _, error in
        let text = error?.localizedDescription
        Task { @MainActor in self.failure = text }
      }
    }
  }

  @MainActor @Test func evaluationOnTheMainActor() async throws {
    try await inTemporaryKeychain {
      let model = ViewModel()
      await model.unlock()
      #expect(model.failure?.isEmpty == false)
      model.unlockWithReply()
    }
  }
}
