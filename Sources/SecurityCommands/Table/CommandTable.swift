/// Every command of macOS, in the order of its table, and our own behind them.
///
/// A command is named by any beginning of its name, and the first in this order wins. The order is
/// therefore part of the interface, also for commands that are not built: `create` must never come
/// to mean another command than it does on macOS.
enum CommandTable {
  static let commands: [Command] = [
    .help,
    .listKeychains,
    Command("list-smartcards", "List the available smart cards.", missing: .tokens),
    .defaultKeychain,
    .loginKeychain,
    Command("create-keychain", "Create keychains.", missing: .oneKeychain),
    Command("delete-keychain", "Delete keychains and their files.", missing: .oneKeychain),
    Command("lock-keychain", "Lock a keychain.", missing: .locking),
    Command("unlock-keychain", "Unlock a keychain.", missing: .locking),
    Command("set-keychain-settings", "Set when a keychain locks itself.", missing: .locking),
    Command("set-keychain-password", "Change the password of a keychain.", missing: .locking),
    .showKeychainInfo,
    .dumpKeychain,
    Command("create-keypair", "Make a pair of keys.", missing: .keysAndCertificates),
    Command(
      "create-key-loop", "Make keys for a test.", missing: .keysAndCertificates, isListed: false),
    Command("wait-for-notifications", "Print events.", missing: .macOS, isListed: false),
    .addGenericPassword,
    .addInternetPassword,
    Command("add-certificates", "Add certificates.", missing: .keysAndCertificates),
    .findGenericPassword,
    .deleteGenericPassword,
    Command(
      "set-generic-password-partition-list", "Set the partition list of generic passwords.",
      missing: .accessLists),
    .findInternetPassword,
    .deleteInternetPassword,
    Command(
      "set-internet-password-partition-list", "Set the partition list of internet passwords.",
      missing: .accessLists),
    Command("find-key", "Find keys.", missing: .keysAndCertificates),
    Command("set-key-partition-list", "Set the partition list of keys.", missing: .accessLists),
    Command("find-certificate", "Find certificates.", missing: .keysAndCertificates),
    Command("find-identity", "Find identities.", missing: .keysAndCertificates),
    Command("delete-certificate", "Delete a certificate.", missing: .keysAndCertificates),
    Command(
      "delete-identity", "Delete a certificate and its private key.",
      missing: .keysAndCertificates),
    Command(
      "set-identity-preference", "Set the identity to use for a service.",
      missing: .keysAndCertificates),
    Command(
      "get-identity-preference", "Get the identity to use for a service.",
      missing: .keysAndCertificates),
    Command("create-db", "Create a raw database.", missing: .macOS),
    Command("export", "Export items from a keychain.", missing: .importAndExport),
    Command("import", "Import items into a keychain.", missing: .importAndExport),
    Command("export-smartcard", "Export items from a smart card.", missing: .tokens),
    Command("cms", "Encode or decode CMS messages.", missing: .messages),
    Command("install-mds", "Install the module directory.", missing: .macOS),
    Command("add-trusted-cert", "Trust a certificate.", missing: .trust),
    Command("remove-trusted-cert", "Remove trust settings of a certificate.", missing: .trust),
    Command("dump-trust-settings", "Print trust settings.", missing: .trust),
    Command("user-trust-settings-enable", "Enable trust settings of the user.", missing: .trust),
    Command("trust-settings-export", "Export trust settings.", missing: .trust),
    Command("trust-settings-import", "Import trust settings.", missing: .trust),
    Command("verify-cert", "Verify certificates.", missing: .trust),
    Command("authorize", "Ask for rights.", missing: .macOS),
    Command("authorizationdb", "Change the database of rights.", missing: .macOS),
    Command("execute-with-privileges", "Run a program as root.", missing: .macOS),
    Command("leaks", "Run leaks on this process.", missing: .macOS),
    .error,
    Command(
      "create-filevaultmaster-keychain", "Create a recovery keychain for FileVault.",
      missing: .macOS),
    Command("smartcards", "Enable, disable or list smart card tokens.", missing: .tokens),
    Command("translocate-policy-check", "Check if a path would be moved.", missing: .macOS),
    Command("translocate-status-check", "Check if a path was moved.", missing: .macOS),
    Command("translocate-original-path", "Find where a path was moved from.", missing: .macOS),
    Command("requirement-evaluate", "Evaluate a code requirement.", missing: .macOS),
    Command("filevault", "Handle FileVault.", missing: .macOS),
    Command("platformsso", "Handle Platform SSO.", missing: .macOS),
    .verifyKeychain,
  ]

  /// The first command whose name begins with a word.
  static func command(named beginning: Word) -> Command? {
    commands.first { $0.name.utf8.starts(with: beginning.bytes) }
  }
}
