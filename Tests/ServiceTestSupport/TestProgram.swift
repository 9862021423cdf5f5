import Keychain

/// The access groups and entitlements of a program that calls a keychain under test.
public struct TestProgram: Sendable {
  /// The access groups of the program, in order. The keychain adds new items to the first group by default.
  public var accessGroups: [String]

  /// The shared groups among `accessGroups`. A search that names no group also reads the items of the shared groups. An
  /// update or a delete that names no group and no item does not change these items.
  public var sharedGroups: Set<String>

  /// The names of the entitlements whose value is true.
  public var entitlements: Set<String>

  /// Creates a program with access groups and entitlements.
  public init(
    accessGroups: [String], sharedGroups: Set<String> = [], entitlements: Set<String> = []
  ) {
    self.accessGroups = accessGroups
    self.sharedGroups = sharedGroups
    self.entitlements = entitlements
  }

  /// A program without entitlements. It has its own group `app`, and the shared group `login`.
  public static let withoutEntitlements = TestProgram(
    accessGroups: ["app", "login"], sharedGroups: ["login"])

  /// The `security` tool. It can access every group, and adds items to `login`.
  public static let tool = TestProgram(accessGroups: Caller.tool.accessGroups)

  var caller: Caller {
    Caller(accessGroups: accessGroups, sharedGroups: sharedGroups, entitlements: entitlements)
  }
}
