/// A Boolean as C on Apple's platforms has it.
public struct DarwinBoolean: ExpressibleByBooleanLiteral, Hashable, Sendable,
  CustomStringConvertible
{
  /// The value.
  public let boolValue: Bool

  /// The value as a C Boolean.
  public init(_ value: Bool) { boolValue = value }

  /// The value of a literal.
  public init(booleanLiteral value: Bool) { boolValue = value }

  /// `true` or `false`.
  public var description: String { boolValue.description }
}
