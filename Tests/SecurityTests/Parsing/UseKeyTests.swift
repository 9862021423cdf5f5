import Foundation
import LocalAuthentication
import Security
import Testing

/// Tests the keys `kSecUse…` (specification: secitem 3.3).
@Suite("Use keys") struct UseKeyTests {
  @Test("Every operation accepts an authentication context, and gives -25293 if the context is invalidated")
  func context() throws {
    let keychain = try TestKeychain()
    let context = LAContext()
    context.localizedReason = "because"
    let entries: Query = [kSecUseAuthenticationContext: context]
    #expect(keychain.add(.generic("s").secret("x") + entries).status == ok)
    #expect(keychain.secret(.generic("s") + entries) == "x")
    #expect(keychain.update(.generic("s") + entries, [kSecAttrComment: "c"]) == ok)
    #expect(keychain.update(.generic("s"), entries) == noAttribute)
    #expect(keychain.find(.generic("s") + entries + ["u_CredRef": Data()]).status == param)
    context.invalidate()
    #expect(keychain.add(.generic("t") + entries).status == errSecAuthFailed)
    #expect(keychain.find(.generic("s") + entries).status == errSecAuthFailed)
    #expect(keychain.update(.generic("s") + entries, [:]) == errSecAuthFailed)
    #expect(keychain.delete(.generic("s") + entries) == errSecAuthFailed)
    #expect(keychain.delete(.generic("s") + [kSecUseAuthenticationContext: LAContext()]) == ok)
  }

  @Test("A subclass of LAContext is accepted as a context, and any other object gives -50") func contextTypes() throws {
    final class Mock: LAContext {}
    let keychain = try TestKeychain()
    #expect(keychain.find(.generic() + [kSecUseAuthenticationContext: Mock()]).status == notFound)
    for value in ["x", 5, NSNull(), Data(), NSObject()] as [Any] {
      #expect(keychain.find(.generic() + [kSecUseAuthenticationContext: value]).status == param)
    }
  }

  @Test("Prompts and options for authentication have no effect on unguarded items") func prompts()
    throws
  {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    let entries: [Query] = [
      [kSecUseOperationPrompt: "please"], [kSecUseOperationPrompt: 5],
      [kSecUseNoAuthenticationUI: true], [kSecUseNoAuthenticationUI: "x"],
      [kSecUseAuthenticationUI: kSecUseAuthenticationUIAllow],
      [kSecUseAuthenticationUI: kSecUseAuthenticationUIFail], [kSecUseAuthenticationUI: 5],
      ["u_CallerName": "me"], ["u_TokenRawItems": true], ["u_CredRef": Data([1])],
      [kSecUseDataProtectionKeychain: true], [kSecUseDataProtectionKeychain: false],
    ]
    for entry in entries {
      #expect(keychain.find(.generic("s") + entry).status == ok, "\(entry)")
      #expect(keychain.update(.generic("s") + entry, [:]) == ok, "\(entry)")
      #expect(keychain.add(.generic("t") + entry).status == ok, "\(entry)")
      #expect(keychain.delete(.generic("t") + entry) == ok, "\(entry)")
    }
    #expect(keychain.find(.generic("s") + ["u_CredRef": "x"]).status == param)
  }

  @Test("Only a search accepts the option to skip authentication. Unguarded items are not skipped.")
  func skipping() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    let skip: Query = [kSecUseAuthenticationUI: kSecUseAuthenticationUISkip]
    #expect(keychain.find(.generic("s") + skip).status == ok)
    #expect(keychain.find(.generic("s") + skip + [kSecUseNoAuthenticationUI: true]).status == ok)
    #expect(keychain.add(.generic("t") + skip).status == param)
    #expect(keychain.update(.generic("s") + skip, [:]) == param)
    #expect(keychain.delete(.generic("s") + skip) == param)
  }

  @Test("A key for another keychain of the system is rejected if true, and ignored if false") func keychains()
    throws
  {
    let keychain = try TestKeychain()
    let keys = [
      "u_SystemKeychain", "u_SystemKeychainAlways", "u_UserIndependentKeychain",
      "u_SyncBubbleKeychain",
    ]
    for key in keys {
      #expect(keychain.find(.generic() + [key: true]).status != notFound, "\(key)")
      #expect(keychain.find(.generic() + [key: false]).status == notFound, "\(key)")
    }
  }
}
