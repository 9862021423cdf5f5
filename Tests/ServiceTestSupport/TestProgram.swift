import Keychain

/// The program that calls a keychain under test, as its entitlements describe it.
public struct TestProgram: Sendable {
  /// Its access groups, in order. New items go to the first.
  public var accessGroups: [String]

  /// The groups that it searches without naming them, and writes only when it names them.
  public var sharedGroups: Set<String>

  /// The Boolean entitlements that are true.
  public var entitlements: Set<String>

  /// Makes a program.
  public init(
    accessGroups: [String], sharedGroups: Set<String> = [], entitlements: Set<String> = []
  ) {
    self.accessGroups = accessGroups
    self.sharedGroups = sharedGroups
    self.entitlements = entitlements
  }

  /// A program without entitlements: it has a group of its own, and shares `login`.
  public static let withoutEntitlements = TestProgram(
    accessGroups: ["app", "login"], sharedGroups: ["login"])

  /// The `security` tool: it sees every group, and adds to `login`.
  public static let tool = TestProgram(accessGroups: Caller.tool.accessGroups)

  var caller: Caller {
    Caller(accessGroups: accessGroups, sharedGroups: sharedGroups, entitlements: entitlements)
  }
}
