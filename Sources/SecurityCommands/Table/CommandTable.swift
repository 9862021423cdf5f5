/// Every command of macOS, in the order of its table, and our own behind them.
///
/// A command is named by any beginning of its name, and the first in this order wins. The order is
/// therefore part of the interface, also for commands that are not built: `create` must never come
/// to mean another command than it does on macOS.
enum CommandTable {
  static let commands: [Command] = [
    .help,
    .listKeychains,
    .listSmartcards,
    .defaultKeychain,
    .loginKeychain,
    .createKeychain,
    .deleteKeychain,
    .lockKeychain,
    .unlockKeychain,
    .setKeychainSettings,
    .setKeychainPassword,
    .showKeychainInfo,
    .dumpKeychain,
    .createKeypair,
    .createKeyLoop,
    .waitForNotifications,
    .addGenericPassword,
    .addInternetPassword,
    .addCertificates,
    .findGenericPassword,
    .deleteGenericPassword,
    PartitionList.setGeneric,
    .findInternetPassword,
    .deleteInternetPassword,
    PartitionList.setInternet,
    .findKey,
    PartitionList.setKey,
    .findCertificate,
    .findIdentity,
    .deleteCertificate,
    .deleteIdentity,
    .setIdentityPreference,
    .getIdentityPreference,
    .createDatabase,
    .exportItems,
    .importItems,
    .exportSmartcard,
    .cms,
    .installModuleDirectory,
    .addTrustedCertificate,
    .removeTrustedCertificate,
    .dumpTrustSettings,
    .userTrustSettingsEnable,
    .trustSettingsExport,
    .trustSettingsImport,
    .verifyCertificate,
    .authorize,
    .authorizationDatabase,
    .executeWithPrivileges,
    .leaks,
    .error,
    .createFileVaultMasterKeychain,
    .smartcards,
    .translocatePolicyCheck,
    .translocateStatusCheck,
    .translocateOriginalPath,
    .requirementEvaluate,
    .fileVault,
    .platformSSO,
    .verifyKeychain,
  ]

  /// The first command whose name begins with a word.
  static func command(named beginning: Word) -> Command? {
    commands.first { $0.name.utf8.starts(with: beginning.bytes) }
  }
}
