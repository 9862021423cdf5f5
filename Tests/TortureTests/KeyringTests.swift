import CTestSupport
import Keychain
import KeychainCrypto
import KeychainModel
import TestSupport
import Testing
import TortureScript
import Vault

/// The kernel's keyring, and processes whose kernel rejects keyring calls. The keychain does not need a keyring.
@Suite struct KeyringTests {
  @Test func everythingWorksWithoutKeyrings() throws {
    let store = try Store()
    let child = try Child("commands", store.folder.path)
    #expect(child.ask("no-keyrings") == Simple.Answer(0))
    #expect(child.ask("keyring").status == 1)  // EPERM
    #expect(child.ask("add item 100") == Simple.Answer(0))
    #expect(child.ask("find item") == Simple.Answer(0, "100"))
    #expect(child.ask("update item 70000") == Simple.Answer(0))
    #expect(child.ask("reopen").status == 0)
    #expect(child.ask("find item") == Simple.Answer(0, "70000"))
    #expect(child.ask("verify") == Simple.Answer(0))
    #expect(child.ask("delete item") == Simple.Answer(0))
    #expect(child.ask("count") == Simple.Answer(0, "0"))
  }

  /// A process that starts while the key in the keyring is being replaced must find the old or the new key. Without a
  /// key, the process would find the keychain locked.
  @Test(.enabled(if: areKeysShown, "some containers have no keyrings, or show nobody's keys"))
  func keyIsReplacedWithoutBeingMissing() throws {
    let keyring = KernelKeyring()
    let vaultID = RowIdentifier(high: .random(in: 1 ... .max), low: .random(in: 1 ... .max))
    func put(_ byte: UInt8, seconds: UInt32?) -> Bool {
      do throws(KeychainError) {
        try keyring.publish([byte], .whenUnlocked, of: vaultID, seconds: seconds)
        return true
      } catch {
        return false
      }
    }
    #expect(put(1, seconds: 1000))
    defer { try? keyring.revoke(.whenUnlocked, of: vaultID) }
    let first = try #require(try Self.key(of: vaultID))
    #expect(first.timeout != "perm")
    #expect(put(2, seconds: nil))
    #expect(keyring.ticket(.whenUnlocked, of: vaultID) == [2])
    let second = try Self.key(of: vaultID)
    #expect(second?.serial == first.serial)
    #expect(second?.timeout == "perm")
    #expect(second?.rights == first.rights)
    #expect(put(3, seconds: 1000))
    #expect(try Self.key(of: vaultID)?.serial == first.serial)
    #expect(try Self.key(of: vaultID)?.timeout != "perm")
    #expect(keyring.ticket(.whenUnlocked, of: vaultID) == [3])
  }

  @Test(.enabled(if: areKeysShown, "some containers have no keyrings, or show nobody's keys"))
  func rightsThatAKilledProcessDidNotSetAreMadeGood() throws {
    let keyring = KernelKeyring()
    let vaultID = RowIdentifier(high: .random(in: 1 ... .max), low: .random(in: 1 ... .max))
    try #require(lk_test_add_key("latchkey:\(vaultID):unlocked", [1], 1) == 0)
    defer { try? keyring.revoke(.whenUnlocked, of: vaultID) }
    let first = try #require(try Self.key(of: vaultID))
    #expect(first.rights == "3f010000")
    try keyring.publish([2], .whenUnlocked, of: vaultID, seconds: nil)
    let second = try Self.key(of: vaultID)
    #expect(second?.serial == first.serial)
    #expect(second?.rights == "3f3f0000")
    #expect(keyring.ticket(.whenUnlocked, of: vaultID) == [2])
  }

  /// Whether this process can add keys to the keyring, and /proc/keys lists them.
  private static var areKeysShown: Bool {
    let vaultID = RowIdentifier(high: .random(in: 1 ... .max), low: .random(in: 1 ... .max))
    guard lk_test_add_key("latchkey:\(vaultID):unlocked", [1], 1) == 0 else { return false }
    defer { try? KernelKeyring().revoke(.whenUnlocked, of: vaultID) }
    return (try? key(of: vaultID)) != nil
  }

  /// Returns the fields of the key's line in /proc/keys. Returns nil if no line or several lines match, for example the
  /// line of a revoked key.
  private static func key(
    of vaultID: RowIdentifier
  ) throws -> (serial: Substring, timeout: Substring, rights: Substring)? {
    let text = String(decoding: try TemporaryDirectory.readFile("/proc/keys"), as: UTF8.self)
    let lines = text.split(separator: "\n").filter {
      $0.contains("latchkey:\(vaultID):unlocked")
    }
    guard lines.count == 1, let words = lines.first?.split(separator: " "), words.count > 4
    else { return nil }
    return (words[0], words[3], words[4])
  }
}
