/// All commands of macOS in the order of macOS's table, followed by Latchkey's own commands.
///
/// A user may abbreviate the name of a command. An abbreviation selects the first command in the table whose name
/// begins with the abbreviation. So the order of the commands is part of the interface, even for unsupported commands:
/// `create` must select the same command as on macOS.
enum CommandTable {
  private static let entries: [Entry] = [
    Entry("help") { .help },
    Entry("list-keychains") { .listKeychains },
    Entry("list-smartcards") { .listSmartcards },
    Entry("default-keychain") { .defaultKeychain },
    Entry("login-keychain") { .loginKeychain },
    Entry("create-keychain") { .createKeychain },
    Entry("delete-keychain") { .deleteKeychain },
    Entry("lock-keychain") { .lockKeychain },
    Entry("unlock-keychain") { .unlockKeychain },
    Entry("set-keychain-settings") { .setKeychainSettings },
    Entry("set-keychain-password") { .setKeychainPassword },
    Entry("show-keychain-info") { .showKeychainInfo },
    Entry("dump-keychain") { .dumpKeychain },
    Entry("create-keypair") { .createKeypair },
    Entry("create-key-loop") { .createKeyLoop },
    Entry("wait-for-notifications") { .waitForNotifications },
    Entry("add-generic-password") { .addGenericPassword },
    Entry("add-internet-password") { .addInternetPassword },
    Entry("add-certificates") { .addCertificates },
    Entry("find-generic-password") { .findGenericPassword },
    Entry("delete-generic-password") { .deleteGenericPassword },
    Entry("set-generic-password-partition-list") { PartitionList.setGeneric },
    Entry("find-internet-password") { .findInternetPassword },
    Entry("delete-internet-password") { .deleteInternetPassword },
    Entry("set-internet-password-partition-list") { PartitionList.setInternet },
    Entry("find-key") { .findKey },
    Entry("set-key-partition-list") { PartitionList.setKey },
    Entry("find-certificate") { .findCertificate },
    Entry("find-identity") { .findIdentity },
    Entry("delete-certificate") { .deleteCertificate },
    Entry("delete-identity") { .deleteIdentity },
    Entry("set-identity-preference") { .setIdentityPreference },
    Entry("get-identity-preference") { .getIdentityPreference },
    Entry("create-db") { .createDatabase },
    Entry("export") { .exportItems },
    Entry("import") { .importItems },
    Entry("export-smartcard") { .exportSmartcard },
    Entry("cms") { .cms },
    Entry("install-mds") { .installModuleDirectory },
    Entry("add-trusted-cert") { .addTrustedCertificate },
    Entry("remove-trusted-cert") { .removeTrustedCertificate },
    Entry("dump-trust-settings") { .dumpTrustSettings },
    Entry("user-trust-settings-enable") { .userTrustSettingsEnable },
    Entry("trust-settings-export") { .trustSettingsExport },
    Entry("trust-settings-import") { .trustSettingsImport },
    Entry("verify-cert") { .verifyCertificate },
    Entry("authorize") { .authorize },
    Entry("authorizationdb") { .authorizationDatabase },
    Entry("execute-with-privileges") { .executeWithPrivileges },
    Entry("leaks") { .leaks },
    Entry("error") { .error },
    Entry("create-filevaultmaster-keychain") { .createFileVaultMasterKeychain },
    Entry("smartcards") { .smartcards },
    Entry("translocate-policy-check") { .translocatePolicyCheck },
    Entry("translocate-status-check") { .translocateStatusCheck },
    Entry("translocate-original-path") { .translocateOriginalPath },
    Entry("requirement-evaluate") { .requirementEvaluate },
    Entry("filevault") { .fileVault },
    Entry("platformsso") { .platformSSO },
    Entry("verify-keychain") { .verifyKeychain },
    Entry("import-passwords") { .importPasswords },
    Entry("export-passwords") { .exportPasswords },
    Entry("compact-keychain") { .compactKeychain },
    Entry("erase-keychain") { .eraseKeychain },
    Entry("rotate-keys") { .rotateKeys },
    Entry("export-device-key") { .exportDeviceKey },
    Entry("import-device-key") { .importDeviceKey },
    Entry("remove-device-key") { .removeDeviceKey },
    Entry("change-device-key") { .changeDeviceKey },
    Entry("export-keychain-backup") { .exportKeychainBackup },
    Entry("import-keychain-backup") { .importKeychainBackup },
    Entry("swift-toolset") { .swiftToolset },
    Entry("ls") { .listItems },
    Entry("search") { .searchItems },
    Entry("generate") { .generate },
    Entry("otp") { .oneTimePassword },
    Entry("copy") { .copyPassword },
    Entry("clear-clipboard") { .clearClipboard },
    Entry("apply-login-password") { .applyLoginPassword },
    Entry("doctor") { .doctor },
    Entry("move-to-service") { .moveToService },
    Entry("export-user-keychain") { .exportUserKeychain },
    Entry("import-user-keychain") { .importUserKeychain },
    Entry("delete-user-keychain") { .deleteUserKeychain },
    Entry("keep-user-keychain") { .keepUserKeychain },
    Entry("secret-service") { .secretService },
  ]

  /// All commands.
  static let commands = entries.map { $0.command() }

  /// Returns the command with the name `word`. If no command has this name, returns the first command whose name begins
  /// with `word`.
  static func command(named word: Word) -> Command? {
    position(of: word, in: entries.map(\.name)).map { entries[$0].command() }
  }

  /// Returns the index of the name that equals `word`. If no name equals `word`, returns the index of the first name
  /// that begins with `word`.
  static func position(of word: Word, in names: [StaticString]) -> Int? {
    var first: Int?
    for (place, name) in names.enumerated() {
      let isBeginning = name.withUTF8Buffer { $0.starts(with: word.bytes) }
      guard isBeginning else { continue }
      if name.utf8CodeUnitCount == word.bytes.count { return place }
      first = first ?? place
    }
    return first
  }

  /// An entry of the command table. The entry makes its command on demand, because making all commands takes longer
  /// than finding one item in the keychain.
  private struct Entry {
    let name: StaticString
    let command: @Sendable () -> Command

    init(_ name: StaticString, _ command: @escaping @Sendable () -> Command) {
      self.name = name
      self.command = command
    }
  }
}
