import Foundation

/// Converts the arguments of the trust functions.
enum TrustArguments {
  /// Returns the members of a non-empty array, or an array of the single object. Returns nil for anything else.
  static func list<Member: NSObject>(_ value: CFTypeRef, of type: Member.Type) -> [Member]? {
    if let one = value as? Member { return [one] }
    guard let array = value as? NSArray else { return nil }
    let members = members(array, of: type)
    return members?.isEmpty == true ? nil : members
  }

  /// Returns the members of an array. Returns nil if a member has another type.
  static func members<Member: NSObject>(_ array: NSArray, of type: Member.Type) -> [Member]? {
    var members: [Member] = []
    for member in array {
      guard let member = member as? Member else { return nil }
      members.append(member)
    }
    return members
  }
}
