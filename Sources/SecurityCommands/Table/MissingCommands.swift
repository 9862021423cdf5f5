// The commands of macOS that Latchkey does not support.

// Unsupported commands for smart cards and CMS messages, and an unsupported command that makes keys for a test.
extension Command {
  static let listSmartcards = Command(
    "list-smartcards", "List the available smart cards.",
    onMacOS: "prints the smart cards that are inserted", missing: .tokens)

  static let exportSmartcard = Command(
    "export-smartcard", "Export items from a smart card.",
    synopsis: "[-i id] [-t type] [-e path]",
    onMacOS: "writes what is on a smart card to files", missing: .tokens)

  static let smartcards = Command(
    "smartcards", "Enable, disable or list smart card tokens.",
    synopsis: "token [-l] [-e token] [-d token]",
    onMacOS: "turns drivers of smart cards on or off", missing: .tokens)

  static let createKeyLoop = Command(
    "create-key-loop", "Make keys for a test.",
    onMacOS: "is an internal test", missing: .macOS, isListed: false)

  static let cms = Command(
    "cms", "Encode or decode CMS messages.",
    synopsis: "-C|-D|-E|-S [options]",
    onMacOS: "encrypts, decrypts, wraps or signs messages", missing: .messages)
}

// Commands for parts of macOS that have no counterpart on Linux.
extension Command {
  static let waitForNotifications = Command(
    "wait-for-notifications", "Print events.",
    onMacOS: "prints the events of keychains", missing: .macOS, isListed: false)

  static let createDatabase = Command(
    "create-db", "Create a raw database.",
    synopsis: "[-a] [-o] [-0] [-g dl|cspdl] [-m mode] [name ...]",
    onMacOS: "makes a database of the layer below keychains", missing: .macOS)

  static let installModuleDirectory = Command(
    "install-mds", "Install the module directory.",
    onMacOS: "rebuilds the list of cryptographic modules", missing: .macOS)

  static let authorize = Command(
    "authorize", "Ask for rights.",
    synopsis: "[options] right ...",
    onMacOS: "asks the authorization service for rights", missing: .macOS)

  static let authorizationDatabase = Command(
    "authorizationdb", "Change the database of rights.",
    synopsis: "read|remove|write|reset [right]",
    onMacOS: "reads and changes the rules of the authorization service", missing: .macOS)

  static let executeWithPrivileges = Command(
    "execute-with-privileges", "Run a program as root.",
    synopsis: "program [argument ...]",
    onMacOS: "runs a program as root after asking for a password", missing: .macOS)

  static let leaks = Command(
    "leaks", "Run leaks on this process.",
    synopsis: "[options]",
    onMacOS: "looks for memory that the tool has lost", missing: .macOS)

  static let createFileVaultMasterKeychain = Command(
    "create-filevaultmaster-keychain", "Create a recovery keychain for FileVault.",
    synopsis: "[-p password] [-s bits] [name]",
    onMacOS: "makes a keychain that can recover encrypted disks", missing: .macOS)

  static let translocatePolicyCheck = Command(
    "translocate-policy-check", "Check if a path would be moved.",
    synopsis: "path",
    onMacOS: "says whether a program would run from a shadow copy", missing: .macOS)

  static let translocateStatusCheck = Command(
    "translocate-status-check", "Check if a path was moved.",
    synopsis: "path",
    onMacOS: "says whether a program runs from a shadow copy", missing: .macOS)

  static let translocateOriginalPath = Command(
    "translocate-original-path", "Find where a path was moved from.",
    synopsis: "path",
    onMacOS: "prints where a shadow copy comes from", missing: .macOS)

  static let requirementEvaluate = Command(
    "requirement-evaluate", "Evaluate a code requirement.",
    synopsis: "requirement certificate ...",
    onMacOS: "checks certificates against a rule for signed code", missing: .macOS)

  static let fileVault = Command(
    "filevault", "Handle FileVault.",
    synopsis: "[options]",
    onMacOS: "handles encrypted disks", missing: .macOS)

  static let platformSSO = Command(
    "platformsso", "Handle Platform SSO.",
    synopsis: "[options]",
    onMacOS: "handles single sign-on of managed machines", missing: .macOS)
}
