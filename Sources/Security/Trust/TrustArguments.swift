import Foundation

/// What the trust functions are given.
enum TrustArguments {
  /// One object, or an array of at least one; nil for everything else.
  static func list<Member: NSObject>(_ value: CFTypeRef, of type: Member.Type) -> [Member]? {
    if let one = value as? Member { return [one] }
    guard let array = value as? NSArray else { return nil }
    let members = members(array, of: type)
    return members?.isEmpty == true ? nil : members
  }

  /// The members of an array; nil when one is something else.
  static func members<Member: NSObject>(_ array: NSArray, of type: Member.Type) -> [Member]? {
    var members: [Member] = []
    for member in array {
      guard let member = member as? Member else { return nil }
      members.append(member)
    }
    return members
  }
}
