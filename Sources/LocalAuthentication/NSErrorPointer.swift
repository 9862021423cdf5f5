public import Foundation

/// A pointer through which a function returns an error. Foundation has this name only on Apple's platforms.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
