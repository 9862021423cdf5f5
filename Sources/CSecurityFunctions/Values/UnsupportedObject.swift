import Foundation

/// Stands for an object of a type that no function takes: it is refused where it is read.
final class UnsupportedObject: NSObject {}
