import Foundation

/// Replaces an object of a type that no function accepts. The functions that read it refuse it.
final class UnsupportedObject: NSObject {}
