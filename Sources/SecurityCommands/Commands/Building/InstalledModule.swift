/// A module that is installed for packages to import, and that a toolset file can leave out.
enum InstalledModule: String, CaseIterable {
  case commonCrypto = "CommonCrypto"
  case coreFoundation = "CoreFoundation"
  case darwinCompatibility = "DarwinCompatibility"
  case latchkeyAdministration = "LatchkeyAdministration"
  case localAuthentication = "LocalAuthentication"
  case security = "Security"

  /// - Throws: A failure that lists the modules there are, with the usage status.
  init(named name: Word) throws(CommandFailure) {
    guard let module = Self.allCases.first(where: { $0.rawValue == name.text }) else {
      let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("--without: \"\(name.text)\" is no installed module; these are: \(known)")
    }
    self = module
  }

  /// Whether it imports `Security` publicly, and so cannot be imported without it.
  private var needsSecurity: Bool { self == .localAuthentication || self == .coreFoundation }

  /// The modules that remain without some of them and without those that need them.
  static func remaining(without modules: [InstalledModule]) -> [InstalledModule] {
    allCases.filter { module in
      !modules.contains(module) && !(module.needsSecurity && modules.contains(.security))
    }
  }
}
