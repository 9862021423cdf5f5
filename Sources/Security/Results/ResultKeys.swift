import Foundation
import KeychainModel

/// The keys of result dictionaries. They are made once, because a new string object for each key of each item would
/// cost more than the rest of the dictionary.
enum ResultKeys {
  // `nonisolated(unsafe)` is safe here: the strings are immutable objects.
  nonisolated(unsafe) static let data = NSString("v_Data")
  nonisolated(unsafe) static let reference = NSString("v_Ref")
  nonisolated(unsafe) static let persistentReference = NSString("v_PersistentRef")
  nonisolated(unsafe) static let itemClass = NSString("class")
  /// The data of an identity's certificate. The data of its key are under `v_Data` (secitem 2.7).
  nonisolated(unsafe) static let certificateData = NSString("certdata")
  nonisolated(unsafe) static let accessControl = NSString("accc")

  nonisolated(unsafe) private static let keys: [NSString] = {
    var keys = [NSString](repeating: "", count: 256)
    for itemClass in ItemClass.allCases {
      for attribute in ItemSchema.of(itemClass).attributes {
        keys[Int(attribute.number)] = NSString(string: attribute.name.key)
      }
    }
    return keys
  }()

  static func key(of attribute: Attribute) -> NSString { keys[Int(attribute.number)] }
}
