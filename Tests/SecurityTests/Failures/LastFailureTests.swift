import Foundation
import Glibc
import LockTestSupport
import Security
import ServiceTestSupport
import Synchronization
import TestSupport
import Testing

/// Tests `LatchkeyCopyLastFailure`, which returns the last failure of the calling thread.
@Suite struct LastFailureTests {
  private let item: Query = .generic("service", "account") + [kSecValueData: Data("secret".utf8)]

  @Test func aFailureIsThereUntilTheNextSuccess() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(item).status == errSecSuccess)
    #expect(LatchkeyCopyLastFailure() == nil)
    #expect(keychain.add(item).status == errSecDuplicateItem)
    let failure = try #require(LatchkeyCopyLastFailure())
    #expect(failure.status == errSecDuplicateItem)
    #expect(failure.cause == .duplicateItem)
    #expect(keychain.find(.generic("another")).status == errSecItemNotFound)
    #expect(LatchkeyCopyLastFailure()?.cause == .itemNotFound)
    #expect(keychain.find([:]).status == errSecParam)
    #expect(LatchkeyCopyLastFailure()?.cause == .invalidArgument)
    #expect(LatchkeyCopyLastFailure()?.reason.contains("kSecClass") == true)
    #expect(keychain.find(item).status == errSecSuccess)
    #expect(LatchkeyCopyLastFailure() == nil)
  }

  @Test func aFailureIsThatOfItsThread() throws {
    let keychain = try TestKeychain()
    #expect(keychain.find(.generic("another")).status == errSecItemNotFound)
    let seen = Mutex<LatchkeyFailure?>(nil)
    let thread = Thread {
      #expect(keychain.find([:]).status == errSecParam)
      seen.withLock { $0 = LatchkeyCopyLastFailure() }
    }
    thread.start()
    while seen.withLock({ $0 == nil }) { usleep(1000) }
    #expect(seen.withLock { $0?.cause } == .invalidArgument)
    #expect(LatchkeyCopyLastFailure()?.cause == .itemNotFound)
  }

  @Test func theSentenceOfTheStatusStaysAsItIs() throws {
    let keychain = try TestKeychain()
    try keychain.files.write([], to: "keychain.db")
    #expect(keychain.find(item).status == errSecNotAvailable)
    #expect(LatchkeyCopyLastFailure()?.cause != nil)
    #expect(
      SecCopyErrorMessageString(errSecNotAvailable, nil) as String?
        == "The keychain cannot be used: its store is missing, damaged or busy.")
  }

  // MARK: Causes of -25291 and others

  /// Creates a keychain with one item, and closes the keychain.
  private func madeKeychain() throws -> TestKeychain {
    let keychain = try TestKeychain()
    #expect(keychain.add(item).status == errSecSuccess)
    keychain.service.close()
    return keychain
  }

  private func expectFailure(
    _ keychain: TestKeychain, _ cause: LatchkeyFailureCause,
    _ status: OSStatus = errSecNotAvailable,
    naming name: String = ""
  ) throws {
    #expect(keychain.find(item).status == status, "\(cause)")
    let failure = try #require(LatchkeyCopyLastFailure(), "\(cause)")
    #expect(failure.status == status)
    #expect(failure.cause == cause)
    #expect(name.isEmpty || failure.reason.contains(name), "\(failure.reason)")
    #expect(cause.advice != nil, "\(cause)")
  }

  @Test(arguments: [
    ("device.key", LatchkeyFailureCause.deviceKeyMissing, "device.key"),
    ("keybag.1", .keybagMissing, "keybag"), ("keychain.db", .databaseMissing, "keychain.db"),
    ("latchkey.lock", .headerMissing, "latchkey.lock"),
  ])
  func aMissingFileIsTheCause(
    _ name: String, _ cause: LatchkeyFailureCause, _ words: String
  ) throws {
    let keychain = try madeKeychain()
    #expect(unlink(keychain.files(name)) == 0)
    try expectFailure(keychain, cause, naming: words)
  }

  @Test func anOlderFileIsTheCause() throws {
    let keychain = try madeKeychain()
    let files = try keychain.files.names().filter { $0.hasPrefix("keychain.db") }.map {
      ($0, try keychain.files.read($0))
    }
    #expect(keychain.update(item, [kSecAttrLabel: "later"]) == errSecSuccess)
    keychain.service.close()
    for (name, content) in files { try keychain.files.write(content, to: name) }
    try expectFailure(keychain, .olderFile, naming: "verify-keychain --accept-older")
  }

  @Test(arguments: [
    ("device.key", LatchkeyFailureCause.deviceKeyDamaged), ("keybag.1", .keybagDamaged),
  ])
  func aDamagedFileIsTheCause(_ name: String, _ cause: LatchkeyFailureCause) throws {
    let keychain = try madeKeychain()
    let content = try keychain.files.read(name)
    try keychain.files.write(content.map { ~$0 }, to: name)
    try expectFailure(keychain, cause, naming: name)
  }

  @Test func theKeyOfAnotherKeychainIsTheCause() throws {
    let (keychain, other) = (try madeKeychain(), try madeKeychain())
    try keychain.files.write(try other.files.read("device.key"), to: "device.key")
    try expectFailure(keychain, .deviceKeyWrong)
  }

  @Test func filesOfTwoKeychainsAreTheCause() throws {
    let (keychain, other) = (try madeKeychain(), try madeKeychain())
    for name in ["keychain.db", "keychain.db-wal", "keychain.db-shm"] {
      try keychain.files.write(try other.files.read(name), to: name)
    }
    try expectFailure(keychain, .filesOfDifferentKeychains)
  }

  /// Calls must not change a damaged database. Only a repair changes the file.
  @Test func aDamagedDatabaseIsTheCause() throws {
    let keychain = try madeKeychain()
    let content = [UInt8](repeating: 0x55, count: 4096)
    try keychain.files.write(content, to: "keychain.db")
    for _ in 0..<2 {
      try expectFailure(keychain, .databaseDamaged, naming: "verify-keychain --repair")
    }
    #expect(try keychain.files.read("keychain.db") == content)
    #expect(LatchkeyFailureCause.databaseDamaged.advice?.contains("--repair") == true)
  }

  @Test func aNewerFormatIsTheCause() throws {
    let keychain = try madeKeychain()
    // Byte 60 is the first byte of the format number (PRAGMA user_version), which is in big-endian order.
    var content = try keychain.files.read("keychain.db")
    content[60] = 0x7F
    try keychain.files.write(content, to: "keychain.db")
    #expect(unlink(keychain.files("keychain.db-wal")) == 0 || errno == ENOENT)
    try expectFailure(keychain, .newerFormat, naming: "newer version")
  }

  @Test func anOpenFolderIsTheCause() throws {
    let keychain = try madeKeychain()
    #expect(chmod(keychain.files.path, 0o755) == 0)
    try expectFailure(keychain, .folderTooOpen, naming: "chmod go= \(keychain.files.path)")
  }

  @Test func anOpenFileIsTheCause() throws {
    let keychain = try madeKeychain()
    #expect(chmod(keychain.files("keybag.1"), 0o644) == 0)
    try expectFailure(keychain, .fileTooOpen, naming: "keybag.1")
  }

  @Test func aLinkInPlaceOfAFolderIsTheCause() throws {
    let place = try TemporaryDirectory()
    let target = try TemporaryDirectory()
    #expect(chmod(target.path, 0o755) == 0)
    let service = ServedKeychain(home: place("link"))
    #expect(symlink(target.path, service.files.path) == 0)
    try expectFailure(TestKeychain(service, in: place), .wrongFileKind, naming: service.files.path)
  }

  @Test func aLockedKeychainIsTheCause() throws {
    let machine = try TestMachine()
    let first = machine.served()
    #expect(TestKeychain(first, in: machine.folder).add(item).status == errSecSuccess)
    try first.setPasscode("right")
    try first.lock()
    let locked = TestKeychain(machine.served(), in: machine.folder)
    machine.restart()
    #expect(locked.find(item + [kSecReturnData: true]).status == errSecInteractionNotAllowed)
    #expect(LatchkeyCopyLastFailure()?.cause == .locked)
  }

  @Test func aMissingPasscodeIsTheCause() throws {
    let keychain = try TestKeychain()
    let answer = keychain.add(
      item + [kSecAttrAccessible: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly])
    #expect(answer.status == errSecNotAvailable)
    #expect(LatchkeyCopyLastFailure()?.cause == .passcodeMissing)
  }

  @Test func othersThatKeepTheKeychainLockedAreTheCause() throws {
    let keychain = try madeKeychain()
    let folder = keychain.folder
    let lock = open(keychain.files("latchkey.lock"), O_RDWR | O_CLOEXEC)
    #expect(flock(lock, LOCK_EX) == 0)
    defer { close(lock) }
    var service = ServedKeychain(home: folder.path)
    service.timeLimit = .milliseconds(20)
    try expectFailure(TestKeychain(service, in: folder), .timedOut, naming: "latchkey.lock")
  }

  // MARK: Error objects

  @Test func anErrorObjectHasReasonAndCauseBesideItsDescription() throws {
    var error: Unmanaged<CFError>?
    #expect(SecKeyCreateWithData(Data() as CFData, [:] as CFDictionary, &error) == nil)
    let object = try #require(error?.takeRetainedValue()) as NSError
    #expect(object.code == Int(errSecParam))
    let reason = try #require(object.localizedFailureReason)
    #expect(object.localizedDescription == reason)
    let number = try #require(object.userInfo[LatchkeyFailureCauseErrorKey] as? NSNumber)
    #expect(LatchkeyFailureCause(rawValue: number.int32Value) == .invalidArgument)
    #expect(LatchkeyCopyLastFailure()?.reason == reason)
  }

  @Test func anAccessControlThatContradictsItselfHasAReason() throws {
    var error: Unmanaged<CFError>?
    #expect(
      SecAccessControlCreateWithFlags(
        nil, kSecAttrAccessibleWhenUnlocked, [.or, .and], &error) == nil)
    let object = try #require(error?.takeRetainedValue()) as NSError
    #expect(object.localizedDescription == SecCopyErrorMessageString(errSecParam, nil) as String?)
    #expect(object.localizedFailureReason == LatchkeyCopyLastFailure()?.reason)
  }

  @Test func functionsOfKeysNoteTheirFailure() throws {
    let keychain = try TestKeychain()
    keychain.perform {
      clearLastFailure()
      #expect(SecKeyGeneratePair([:] as CFDictionary, nil, nil) == errSecParam)
      #expect(LatchkeyCopyLastFailure()?.reason == "the type of the key is missing or unknown")
      clearLastFailure()
      let hostile = NSDictionary(object: "value", forKey: NSArray())
      #expect(SecKeyGeneratePair(hostile, nil, nil) == errSecParam)
      #expect(LatchkeyCopyLastFailure()?.reason.contains("no key of a dictionary") == true)
    }
  }

  @Test func functionsOfAccessControlNoteTheirFailure() {
    clearLastFailure()
    let hostile = NSDictionary(object: "value", forKey: NSArray())
    #expect(SecAccessControlCreateWithFlags(nil, hostile, [], nil) == nil)
    #expect(LatchkeyCopyLastFailure()?.status == errSecParam)
    #expect(LatchkeyCopyLastFailure()?.reason.contains("no property list") == true)
  }

  @Test func functionsOfPreferencesNoteTheirFailure() throws {
    let keychain = try TestKeychain()
    keychain.perform {
      clearLastFailure()
      #expect(SecIdentityCopyPreferred("name" as CFString, nil, nil) == nil)
      #expect(LatchkeyCopyLastFailure()?.status == errSecItemNotFound)
      clearLastFailure()
      var certificate: SecCertificate?
      #expect(
        SecCertificateCopyPreference("name" as CFString, 0, &certificate) == errSecItemNotFound)
      #expect(LatchkeyCopyLastFailure()?.cause == .itemNotFound)
    }
  }

  @Test func functionsOfCertificatesNoteTheirFailure() throws {
    let other = SecKeychain.missing(at: "/none")
    var nameless = MadeCertificate("")
    nameless.subject = []
    let certificate = try nameless.made(.made())
    clearLastFailure()
    #expect(SecCertificateAddToKeychain(certificate, other) == errSecNoSuchKeychain)
    #expect(LatchkeyCopyLastFailure()?.status == errSecNoSuchKeychain)
    var name: CFString?
    #expect(SecCertificateCopyCommonName(certificate, &name) == errSecInternal)
    #expect(LatchkeyCopyLastFailure()?.status == errSecInternal)
    var key: SecKey?
    #expect(SecCertificateCopyPublicKey(certificate, &key) == errSecSuccess)
    #expect(LatchkeyCopyLastFailure() == nil)
  }
}
