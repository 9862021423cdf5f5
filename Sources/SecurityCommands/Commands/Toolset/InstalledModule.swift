/// A module that is installed for packages to import. A toolset file can omit it.
enum InstalledModule: String, CaseIterable {
  case commonCrypto = "CommonCrypto"
  case coreFoundation = "CoreFoundation"
  case darwinCompatibility = "DarwinCompatibility"
  case latchkeyAdministration = "LatchkeyAdministration"
  case localAuthentication = "LocalAuthentication"
  case security = "Security"

  /// - Throws: A failure with the usage status that lists the modules.
  init(named name: Word) throws(CommandFailure) {
    guard let module = Self.allCases.first(where: { $0.rawValue == name.text }) else {
      let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("--without: \"\(name.text)\" is no installed module; these are: \(known)")
    }
    self = module
  }

  /// Whether the module publicly imports `Security`, and therefore cannot be imported without it.
  private var needsSecurity: Bool { self == .localAuthentication || self == .coreFoundation }

  /// Returns the modules that remain if some modules and their dependents are omitted.
  static func remaining(without modules: [InstalledModule]) -> [InstalledModule] {
    allCases.filter { module in
      !modules.contains(module) && !(module.needsSecurity && modules.contains(.security))
    }
  }
}
