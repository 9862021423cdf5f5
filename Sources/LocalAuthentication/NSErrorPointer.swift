public import Foundation

/// Where a function may leave an error; Foundation has this name on Apple's platforms only.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
