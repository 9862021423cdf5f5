/// A Boolean with the type name that C has on Apple's platforms.
public struct DarwinBoolean: ExpressibleByBooleanLiteral, Hashable, Sendable,
  CustomStringConvertible
{
  /// The value.
  public let boolValue: Bool

  /// Makes a C Boolean from a Swift Boolean.
  public init(_ value: Bool) { boolValue = value }

  /// Makes a C Boolean from a literal.
  public init(booleanLiteral value: Bool) { boolValue = value }

  /// `true` or `false`.
  public var description: String { boolValue.description }
}
