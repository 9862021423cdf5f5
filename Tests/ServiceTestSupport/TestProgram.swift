import Keychain

/// A program that calls a keychain under test, with its entitlements.
public struct TestProgram: Sendable {
  /// The access groups of the program, in order. New items go into the first group.
  public var accessGroups: [String]

  /// The groups that a search reads even when the request does not name them. Items are written to
  /// them only when the request names them.
  public var sharedGroups: Set<String>

  /// The names of the Boolean entitlements that are true.
  public var entitlements: Set<String>

  /// Creates a program.
  public init(
    accessGroups: [String], sharedGroups: Set<String> = [], entitlements: Set<String> = []
  ) {
    self.accessGroups = accessGroups
    self.sharedGroups = sharedGroups
    self.entitlements = entitlements
  }

  /// A program without entitlements. It has its own group, and shares `login`.
  public static let withoutEntitlements = TestProgram(
    accessGroups: ["app", "login"], sharedGroups: ["login"])

  /// The `security` tool. It sees every group, and adds items to `login`.
  public static let tool = TestProgram(accessGroups: Caller.tool.accessGroups)

  var caller: Caller {
    Caller(accessGroups: accessGroups, sharedGroups: sharedGroups, entitlements: entitlements)
  }
}
